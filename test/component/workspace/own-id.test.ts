import { expect, it, vi } from 'vitest'
import { keepOwnId, ownWindowId, sendAs } from '../../../src/renderer/workspace/own-id.ts'

it('a window knows its place by its name, and a new one by what it was sent with, once', () => {
  const before = window.name
  keepOwnId('window-one')
  expect(ownWindowId()).toBe('window-one')
  const replace = vi.fn<(to: string) => void>()
  // As in a window that was opened empty: what is kept for it is its own.
  sendAs({ sessionStorage, location: { replace } } as unknown as Window, 'window-two')
  expect(replace).toHaveBeenCalledWith('/')
  expect(ownWindowId()).toBe('window-two')
  expect(ownWindowId()).toBe('window-one')
  window.name = 'of somebody else'
  expect(ownWindowId()).toBeNull()
  window.name = before
})
