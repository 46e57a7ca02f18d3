import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { openWindow, settled } from '../window.ts'

const key = 'quarterdeck.typed'
const note = (): string | null => sessionStorage.getItem(key)

afterEach(() => sessionStorage.clear())

it('a page that was asked whether it may go leaves no note, whatever it hears until it is gone', async () => {
  const desk = new MemoryDesk()
  await openWindow(desk)
  await expect.poll(note).toBe('window-one Nothing was typed that is lost.')
  dispatchEvent(new Event('beforeunload'))
  expect(note()).toBeNull()
  // What came while it worked is heard before it goes.
  desk.emit('lock', { ...desk.lock })
  await settled()
  expect(note()).toBeNull()
  // Its person stayed.
  await userEvent.keyboard('{Shift}')
  expect(note()).toBe('window-one Nothing was typed that is lost.')
  desk.emit('lock', { ...desk.lock })
  await settled()
  expect(note()).not.toBeNull()
})

it('a note of a page before says no more than that it could not take it away', async () => {
  sessionStorage.setItem(key, 'window-one What was typed and not sent is lost: 1 ticket.')
  await openWindow(new MemoryDesk())
  const said =
    'The page of this window died, or was loaded anew while it did not respond. Its panels and what they show are kept. What was typed and not sent is lost: 1 ticket.'
  await expect.element(page.getByText(said)).toBeVisible()
})
