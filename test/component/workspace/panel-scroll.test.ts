import { afterEach, expect, it } from 'vitest'
import { scrollTo, scrolledTo } from '../../../src/renderer/workspace/panel-scroll.ts'

const bodies: HTMLElement[] = []
afterEach(() => {
  for (const body of bodies.splice(0)) body.remove()
})

/** A panel of 100 pixels whose rows are so high. */
function panel(high: number) {
  const [body, rows, row] = [0, 1, 2].map(() => document.createElement('div'))
  rows!.setAttribute('style', 'height: 100px; overflow-y: auto')
  row!.style.height = `${high}px`
  rows!.append(row!)
  body!.append(rows!)
  document.body.append(body!)
  bodies.push(body!)
  return { body: body!, rows: rows!, row: row! }
}

it('a panel that was moved is scrolled to where it was once its rows have come', async () => {
  const before = panel(900)
  before.rows.scrollTop = 300
  expect(scrolledTo(before.body)).toBe(300)
  const after = panel(40)
  let there: HTMLElement | null = null
  scrollTo(() => there, 300)
  there = after.body
  await new Promise((drawn) => requestAnimationFrame(drawn))
  expect(after.rows.scrollTop).toBe(0)
  after.row.style.height = '900px'
  await expect.poll(() => after.rows.scrollTop).toBe(300)
})

it('a panel that fits is not scrolled', () => {
  expect(scrolledTo(panel(40).body)).toBe(0)
})
