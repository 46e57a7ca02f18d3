import { afterEach, expect, it } from 'vitest'
import { FocusTrail } from '../../../src/renderer/core/focus-trail.ts'

afterEach(() => document.body.replaceChildren())

/** A ticket over a row of a book, and the buttons of both that had the focus. */
function ticketOverRow() {
  const [row, ticket, first, pressed] = ['button', 'div', 'button', 'button'].map((name) =>
    document.createElement(name),
  ) as [HTMLElement, HTMLElement, HTMLElement, HTMLElement]
  for (const one of [row, first, pressed]) one.textContent = 'Press'
  ticket.tabIndex = -1
  ticket.append(first, pressed)
  document.body.append(row, ticket)
  const trail = new FocusTrail()
  for (const one of [row, first, pressed]) trail.add(one)
  return { trail, row, ticket, first, pressed }
}

it('leads back within the window of what is gone, and to that itself where nothing else had the focus', () => {
  const { trail, ticket, first, pressed } = ticketOverRow()
  pressed.remove()
  expect(trail.back(ticket)).toBe(first)
  first.remove()
  expect(trail.back(ticket)).toBe(ticket)
})

it('leads back to what had it before, once its window is gone as well', () => {
  const { trail, row, ticket } = ticketOverRow()
  ticket.remove()
  expect(trail.back(ticket)).toBe(row)
  expect(trail.back(null)).toBe(row)
})
