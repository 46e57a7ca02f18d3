import '../../src/renderer/core/jitless.ts'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { start } from '../../src/renderer/shell/start.svelte.ts'
import { FakeTime } from '../unit/renderer/fake-time.ts'
import { makeStores } from '../../src/renderer/shell/stores.ts'
import { Session } from '../../src/renderer/core/session.svelte.ts'
import type { MemoryDesk } from '../unit/renderer/memory-desk.ts'

/** A review that was in sight for long enough that Enter is meant for it. */
export async function glance(time: FakeTime): Promise<void> {
  await expect.element(page.getByRole('heading', { name: 'Review' })).toBeVisible()
  time.pass(300)
  await settled()
}

/** Nobody sees these windows: their frame takes part in no picture, and all in it is as in sight. */
const frame = window.frameElement as HTMLElement | null
frame?.style.setProperty('opacity', '0')

const taken: (() => void)[] = []

/**
 * A window as the product starts it, on a desk in memory and a clock of ours. Which panels it opens
 * with depends on its size at that moment, so that a smaller one is asked for here.
 */
export async function openWindow(
  desk: MemoryDesk,
  reload: () => void = () => undefined,
  [width, height]: readonly [width: number, height: number] = [1280, 800],
): Promise<FakeTime> {
  const time = new FakeTime()
  // The frame keeps its size: to ask for it goes out of the browser and back.
  if (innerWidth !== width || innerHeight !== height) {
    await page.viewport(width, height)
    // It is said to be done before this page has heard of it, on a busy machine.
    await expect.poll(() => [innerWidth, innerHeight]).toEqual([width, height])
  }
  const target = document.createElement('div')
  target.id = 'app'
  document.body.append(target)
  taken.push(start(target, await Session.open(desk.bridge, time, makeStores), reload), () =>
    target.remove(),
  )
  return time
}

export function closeWindows(): void {
  for (const down of taken.splice(0)) down()
}

/** What was written to the document below these nodes while something was done. */
export async function writesDuring(
  nodes: readonly Node[],
  act: () => void,
): Promise<{ added: number; removed: number; texts: string[]; attributes: string[] }> {
  // A panel whose code is fetched late writes itself whenever that has come.
  await expect.poll(() => document.querySelectorAll('[aria-busy=true]')).toHaveLength(0)
  await settled()
  const records: MutationRecord[] = []
  const observer = new MutationObserver((some) => records.push(...some))
  const everything = { subtree: true, childList: true, characterData: true, attributes: true }
  for (const node of nodes) observer.observe(node, everything)
  act()
  await settled()
  records.push(...observer.takeRecords())
  observer.disconnect()
  return {
    added: records.reduce((sum, { addedNodes }) => sum + addedNodes.length, 0),
    removed: records.reduce((sum, { removedNodes }) => sum + removedNodes.length, 0),
    texts: records.flatMap(({ type, target }) =>
      type === 'characterData' ? [target.textContent ?? ''] : [],
    ),
    attributes: records.flatMap(({ attributeName }) => attributeName ?? []),
  }
}

/** The frame after the next: whatever was due to be drawn is. */
export const settled = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })
