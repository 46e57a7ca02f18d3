import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright'
import { framesIn, withCrowd } from './crowd-windows.ts'
import type { Extent, Measured } from './goals.ts'
import { progress } from './progress.ts'
import { quantile } from './timing.ts'

/** Three full books of thirty accounts are more than two cores read, with or without windows. */
const accounts = 10
const rowsOfEach = 2000
/** Milliseconds after a window is there, or gone, until what that draws anew is drawn. */
const settling = 1500

const further = ['Orders', 'Trades'] as const

/**
 * P17: the frames of a window on the positions of ten accounts, of which a tenth change every second,
 * with two more windows beside it, on their orders and on their trades; against the same window alone.
 */
export async function p17({ isFull }: Extent): Promise<Measured<'P17'>> {
  const rounds = isFull ? 6 : 2
  return withCrowd({ accounts, books: 'all-books' }, async ({ address, open, ask }) => {
    const first = await open(address)
    await lookAt(first, 'Positions')
    const alone: number[] = []
    const beside: number[] = []
    const ofOthers: number[] = []
    // The first round warms up.
    for (let round = 0; round <= rounds; round++) {
      const before = await settled(first)
      const others: Page[] = []
      for (const book of further) {
        const page = await open(await ask('address'))
        await lookAt(page, book)
        others.push(page)
      }
      const during = await settled(first)
      const theirs = await Promise.all(others.map(framesIn))
      for (const page of others) await page.close()
      if (round === 0) continue
      alone.push(...before)
      beside.push(...during)
      ofOthers.push(...theirs.flat())
    }
    const frame = (frames: readonly number[]): number => quantile(frames, 0.95)
    return {
      figures: { frame: frame(beside) / frame(alone) },
      note: `frame ${frame(beside).toFixed(1)} of ${frame(alone).toFixed(1)} ms, the longest ${Math.max(...beside).toFixed(0)} of ${Math.max(...alone).toFixed(0)}; of the other windows ${frame(ofOthers).toFixed(1)} ms`,
    }
  })
}

async function settled(page: Page): Promise<number[]> {
  await setTimeout(settling)
  progress()
  return framesIn(page)
}

/** Has a window show one book, and nothing beside it, until every account of it was read. */
async function lookAt(page: Page, book: 'Positions' | (typeof further)[number]): Promise<void> {
  const grid = page.locator(`[role=grid][aria-label=${book}], [role=treegrid][aria-label=${book}]`)
  await page.getByRole('gridcell').first().waitFor()
  await page.keyboard.press('Control+k')
  const line = page.locator('[aria-label=Palette] input')
  await line.fill('One panel')
  await page.locator('[aria-label=Palette]').getByRole('option').first().waitFor()
  await line.press('Enter')
  await page.getByRole('tab', { name: book }).click()
  for (let shown = 0; shown <= accounts * rowsOfEach; await setTimeout(100)) {
    progress()
    shown = Number(await grid.getAttribute('aria-rowcount'))
  }
}
