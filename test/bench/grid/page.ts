import '../../../src/renderer/shell/styles/tokens.css'
import '../../../src/renderer/shell/styles/base.css'
import { type GridBench, steps, type Who } from '../grid-bench.ts'
import { ours } from './ours.svelte.ts'
import { type BenchRow, rowsOf, seeded, ticked } from './rows.ts'
import { theirs } from './theirs.ts'

/** What both grids can do, whoever made them. */
export interface GridUnderTest {
  update(changes: readonly { at: number; row: BenchRow }[]): void
  scroller(): HTMLElement
  rowsDrawn(): number
  close(): void
}

type Make = (place: HTMLElement, rows: readonly BenchRow[], isSorted: boolean) => GridUnderTest

const makers: Record<Who, Make> = { ours, theirs }

const frame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()))
/** Lets the browser draw when it wants to, and goes on at once otherwise. */
const turn = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve()
    port2.postMessage(null)
  })
const drawn = async (): Promise<void> => {
  await frame()
  await turn()
}
/** Once the browser is idle: what a grid leaves for later when it opens is drawn by then. */
const idle = (): Promise<void> => new Promise((resolve) => requestIdleCallback(() => resolve()))

async function withGrid<T>(
  of: { who: Who; count: number; isSorted?: boolean },
  work: (grid: GridUnderTest, rows: BenchRow[], random: () => number) => Promise<T>,
): Promise<T> {
  const place = document.createElement('div')
  place.className = 'place'
  document.body.append(place)
  const random = seeded(7)
  const rows = rowsOf(of.count, random)
  const grid = makers[of.who](place, rows, of.isSorted ?? false)
  try {
    await drawn()
    await idle()
    await drawn()
    return await work(grid, rows, random)
  } finally {
    grid.close()
    place.remove()
    await drawn()
  }
}

/** Milliseconds from the first call to rows on the screen. */
async function firstPaint(who: Who): Promise<number> {
  const place = document.createElement('div')
  place.className = 'place'
  document.body.append(place)
  const rows = rowsOf(5000, seeded(7))
  await drawn()
  const from = performance.now()
  const grid = makers[who](place, rows, false)
  do await drawn()
  while (grid.rowsDrawn() < 10)
  const took = performance.now() - from
  grid.close()
  place.remove()
  await drawn()
  return took
}

/** Records a second, as many as it takes: a poll changes one in a hundred of 5,000 rows. */
const updates = (who: Who, isSorted: boolean): Promise<number> =>
  withGrid({ who, count: 5000, isSorted }, async (grid, rows, random) => {
    const batch = 50
    const lasts = 1500
    const step = async (): Promise<void> => {
      const changes = ticked(rows, batch, random)
      for (const { at, row } of changes) rows[at] = row
      grid.update(changes)
      // What was written is laid out before the next: nobody gets away with drawing nothing.
      void grid.scroller().offsetHeight
      await turn()
    }
    for (let warmUp = 0; warmUp < 20; warmUp++) await step()
    const from = performance.now()
    let count = 0
    while (performance.now() - from < lasts) {
      await step()
      count += batch
    }
    return (count / (performance.now() - from)) * 1000
  })

/** Scrolls a stretch, ten rows a frame; its cost is read from outside. */
let scrolling: { step: (where: 'top' | 'whole') => Promise<void>; close: () => void } | null = null

async function openLong(who: Who): Promise<void> {
  const place = document.createElement('div')
  place.className = 'place'
  document.body.append(place)
  const grid = makers[who](place, rowsOf(100_000, seeded(7)), false)
  await drawn()
  await drawn()
  const scroller = grid.scroller()
  const far = scroller.scrollHeight - scroller.clientHeight
  scrolling = {
    async step(where) {
      for (let at = 0; at < steps; at++) {
        // From end to end in pieces, each as long as the stretch at the top.
        const piece = where === 'top' ? 0 : Math.floor(at / 15) / (steps / 15 - 1)
        scroller.scrollTop = Math.round(piece * (far - 15 * 260)) + (at % 15) * 260
        await drawn()
      }
    },
    close() {
      grid.close()
      place.remove()
    },
  }
}

/** What a poll writes to the document beside what it changes in sight. */
const writes = (who: Who): Promise<{ changed: number; writes: number; nodes: number }> =>
  withGrid({ who, count: 5000 }, async (grid, rows, random) => {
    const place = grid.scroller()
    const before = textsOf(place)
    const records: MutationRecord[] = []
    const observer = new MutationObserver((some) => records.push(...some))
    observer.observe(place, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    })
    const inSight = rows.slice(0, 20)
    const changes = ticked(inSight, 12, random)
    grid.update(changes)
    await drawn()
    await drawn()
    records.push(...observer.takeRecords())
    observer.disconnect()
    const after = textsOf(place)
    return {
      changed: after.filter((text, at) => text !== before[at]).length,
      writes: records.length,
      nodes: records.reduce(
        (sum, { addedNodes, removedNodes }) => sum + addedNodes.length + removedNodes.length,
        0,
      ),
    }
  })

const textsOf = (place: HTMLElement): string[] =>
  [...place.querySelectorAll('[role=gridcell]')].map((cell) => cell.textContent)

const bench: GridBench = {
  firstPaint,
  updates,
  writes,
  openLong,
  scroll: async (where) => scrolling?.step(where),
  closeLong: () => scrolling?.close(),
}
Object.assign(window, { bench })
