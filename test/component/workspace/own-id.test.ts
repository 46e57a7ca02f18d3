import { expect, it, vi } from 'vitest'
import { keepOwnId, ownId, sendAs } from '../../../src/renderer/workspace/own-id.ts'

it('a window knows its place by its name, and a new one by what it was sent with, once', () => {
  const before = window.name
  keepOwnId('window-one')
  expect(ownId()).toBe('window-one')
  const replace = vi.fn<(to: string) => void>()
  // As in a window that was opened empty: what is kept for it is its own.
  sendAs({ sessionStorage, location: { replace } } as unknown as Window, 'window-two')
  expect(replace).toHaveBeenCalledWith('/')
  expect(ownId()).toBe('window-two')
  expect(ownId()).toBe('window-one')
  window.name = 'of somebody else'
  expect(ownId()).toBeNull()
  window.name = before
})
