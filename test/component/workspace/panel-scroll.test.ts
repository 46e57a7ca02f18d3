import { afterEach, expect, it } from 'vitest'
import { PanelScroll } from '../../../src/renderer/workspace/panel-scroll.ts'

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

const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))

it('a panel that was moved is scrolled to where it was once its rows have come', async () => {
  const before = panel(900)
  const kept = new PanelScroll(before.body)
  before.rows.scrollTop = 300
  await expect.poll(() => kept.top).toBe(300)
  const after = panel(40)
  const scroll = new PanelScroll(after.body)
  scroll.goTo(300)
  await frame()
  expect([after.rows.scrollTop, scroll.top]).toEqual([0, 300])
  after.row.style.height = '900px'
  await expect.poll(() => after.rows.scrollTop).toBe(300)
  await expect.poll(() => scroll.top).toBe(300)
})

it('a panel that fits is not scrolled', () => {
  expect(new PanelScroll(panel(40).body).top).toBe(0)
})

it('a panel that is out of the page for a while is scrolled as it was, and says so meanwhile', async () => {
  const { body, rows } = panel(900)
  const scroll = new PanelScroll(body)
  rows.scrollTop = 300
  await expect.poll(() => scroll.top).toBe(300)
  body.remove()
  await frame()
  expect(scroll.top).toBe(300)
  document.body.append(body)
  expect(rows.scrollTop).toBe(0)
  scroll.restore()
  expect(rows.scrollTop).toBe(300)
})

it('a panel that comes behind another tab waits with its place until it is seen', async () => {
  const { body, rows } = panel(900)
  body.remove()
  const scroll = new PanelScroll(body)
  scroll.goTo(300)
  await frame()
  expect(scroll.top).toBe(300)
  document.body.append(body)
  scroll.restore()
  expect(rows.scrollTop).toBe(300)
})

it('a panel that was scrolled back to its top stays there', async () => {
  const { body, rows } = panel(900)
  const scroll = new PanelScroll(body)
  rows.scrollTop = 300
  await expect.poll(() => scroll.top).toBe(300)
  rows.scrollTop = 0
  await expect.poll(() => scroll.top).toBe(0)
  scroll.restore()
  expect(rows.scrollTop).toBe(0)
})
