import { expect, it } from 'vitest'
import { ScrollWindow } from '../../../src/renderer/components/grid/scroll.svelte.ts'

it('first draws the rows in sight, and those beyond them once that is done', async () => {
  const element = document.createElement('div')
  element.style.cssText = 'height: 260px; overflow: auto'
  document.body.append(element)
  const window = new ScrollWindow(() => ({ count: 5000, rowHeight: 26, headHeight: 26 }))
  const ends = new Set([window.end])
  const leave = window.attach(element)
  try {
    // Behind the one that measures it: it is asked in the same frame.
    const observer = new ResizeObserver(() => ends.add(window.end))
    observer.observe(element)
    await expect.poll(() => ends.add(window.end).has(15)).toBe(true)
    observer.disconnect()
    expect([...ends]).toEqual([10, 9, 15])
  } finally {
    leave()
    element.remove()
  }
})
