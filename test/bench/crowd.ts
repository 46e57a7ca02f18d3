import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright'
import type { Scope } from './crowd-desk.ts'
import { framesIn, withCrowd } from './crowd-windows.ts'
import type { Extent, Measured } from './goals.ts'
import { progress } from './progress.ts'
import { median, quantile } from './timing.ts'

const accounts = 30
/** Milliseconds after a change of scope until what it draws anew is drawn. */
const settling = 1500
const palettes = 3

/** What one scope was like, in milliseconds. */
interface Seen {
  frames: number[]
  palettes: number[]
}

/**
 * P13: a window that shows the positions of thirty accounts, sorted by what changes, while a tenth of
 * them do every second; against the same window with one of the accounts shown, in turns.
 */
export async function p13({ isFull }: Extent): Promise<Measured<'P13'>> {
  const rounds = isFull ? 8 : 3
  return onPage(async (page, show) => {
    const seen: Record<Scope, Seen> = {
      all: { frames: [], palettes: [] },
      one: { frames: [], palettes: [] },
    }
    // The first round warms up.
    for (let round = 0; round <= rounds; round++)
      for (const scope of round % 2 === 0 ? (['all', 'one'] as const) : (['one', 'all'] as const)) {
        await show(scope)
        await setTimeout(settling)
        progress()
        const frames = await framesIn(page)
        const palettes = await palettesIn(page)
        if (round === 0) continue
        seen[scope].frames.push(...frames)
        seen[scope].palettes.push(...palettes)
      }
    const frame = ({ frames }: Seen): number => quantile(frames, 0.95)
    const { all, one } = seen
    return {
      figures: {
        frame: frame(all) / frame(one),
        palette: median(all.palettes) / median(one.palettes),
      },
      note:
        `frame ${frame(all).toFixed(1)} of ${frame(one).toFixed(1)} ms, the longest ${Math.max(...all.frames).toFixed(0)} of ${Math.max(...one.frames).toFixed(0)}; ` +
        `palette ${median(all.palettes).toFixed(0)} of ${median(one.palettes).toFixed(0)} ms`,
    }
  })
}

type Show = (scope: Scope) => Promise<void>

async function onPage<T>(measure: (page: Page, show: Show) => Promise<T>): Promise<T> {
  return withCrowd({ accounts, books: 'positions' }, async ({ address, open, ask }) => {
    const page = await open(address)
    await openBooks(page)
    return measure(page, async (scope) => void (await ask(scope)))
  })
}

/** Until every account was read, in the order of a column that changes. */
async function openBooks(page: Page): Promise<void> {
  const grid = page.getByRole('treegrid', { name: 'Positions' })
  await grid.getByRole('gridcell').first().waitFor()
  await grid.getByRole('columnheader', { name: 'P&L', exact: true }).click()
  for (let shown = 0; shown <= accounts * 2000; await setTimeout(100)) {
    progress()
    shown = Number(await grid.getAttribute('aria-rowcount'))
  }
}

async function palettesIn(page: Page): Promise<number[]> {
  const took: number[] = []
  for (let n = 0; n < palettes; n++) {
    await page.evaluate(awaitPalette)
    await page.keyboard.press('Control+k')
    await page.locator('[aria-label=Palette] input').waitFor()
    took.push(await page.evaluate(() => window.paletteOpened))
    await page.keyboard.press('Escape')
    await page.locator('[aria-label=Palette]').waitFor({ state: 'detached' })
    progress()
  }
  return took
}

declare global {
  interface Window {
    /** Milliseconds from the next key, when it was pressed, to the frame after the one that has the palette. */
    paletteOpened: Promise<number>
  }
}

function awaitPalette(): void {
  window.paletteOpened = new Promise((resolve) => {
    const look = (from: number): void => {
      if (document.querySelector('[aria-label=Palette] input') === null)
        requestAnimationFrame(() => look(from))
      else requestAnimationFrame((now) => resolve(now - from))
    }
    const hear = ({ key, timeStamp }: KeyboardEvent): void => {
      if (key.toLowerCase() !== 'k') return
      removeEventListener('keydown', hear, true)
      look(timeStamp)
    }
    addEventListener('keydown', hear, true)
  })
}
