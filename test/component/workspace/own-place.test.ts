import { expect, it, vi } from 'vitest'
import { keepPlace, ownPlace, sendToPlace } from '../../../src/renderer/workspace/own-place.ts'

it('a window knows its place by its name, and a new one by what it was sent with, once', () => {
  const before = window.name
  keepPlace('window-one')
  expect(ownPlace()).toBe('window-one')
  const replace = vi.fn<(to: string) => void>()
  // As in a window that was opened empty: what is kept for it is its own.
  sendToPlace({ sessionStorage, location: { replace } } as unknown as Window, 'window-two')
  expect(replace).toHaveBeenCalledWith('/')
  expect(ownPlace()).toBe('window-two')
  expect(ownPlace()).toBe('window-one')
  window.name = 'of somebody else'
  expect(ownPlace()).toBeNull()
  window.name = before
})
