import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { type CDPSession, type Page, chromium } from 'playwright'
import { build } from 'vite'
import { browserOptions } from '../browser.ts'
import { type GridBench, steps, type Who } from './grid-bench.ts'
import type { BenchResult } from './result.ts'
import { median } from './timing.ts'

declare global {
  interface Window {
    bench: GridBench
  }
}

const root = fileURLToPath(new URL('./grid', import.meta.url))
const rounds = 7

/** Ours beside AG Grid Community, in turns, in one page of one browser, with the same data. */
export async function p4(): Promise<BenchResult> {
  return onPage(async (page, cdp) => {
    const paints = await inTurns((who) => page.evaluate((w) => window.bench.firstPaint(w), who))
    const plain = await inTurns((who) => page.evaluate((w) => window.bench.updates(w, false), who))
    const sorted = await inTurns((who) => page.evaluate((w) => window.bench.updates(w, true), who))
    const scrolls = await inTurns((who) => scrollCost(page, cdp, who))
    const far = (who: Who): number => median(scrolls[who].map(({ whole, top }) => whole / top))
    const paint = ratioOf(paints)
    const rate = ratioOf(plain)
    const rateSorted = ratioOf(sorted)
    const whole = (who: Who): number => median(scrolls[who].map((cost) => cost.whole))
    return {
      row: 'P4',
      ratio: rate,
      spread:
        `updates/s ${rate.toFixed(2)} × (${median(plain.ours).toFixed(0)} of ${median(plain.theirs).toFixed(0)}), ` +
        `sorted by what changes ${rateSorted.toFixed(2)} × (${median(sorted.ours).toFixed(0)} of ${median(sorted.theirs).toFixed(0)}); ` +
        `first paint ${paint.toFixed(2)} × (${median(paints.ours).toFixed(1)} of ${median(paints.theirs).toFixed(1)} ms); ` +
        `100,000 rows end to end ${far('ours').toFixed(2)} × the top (theirs ${far('theirs').toFixed(2)}; ${whole('ours').toFixed(2)} of ${whole('theirs').toFixed(2)} ms a step)`,
      goal: 'updates ≥ 1.0, first paint ≤ 1.0, end to end ≤ 1.1',
      met: rate >= 1 && rateSorted >= 1 && paint <= 1 && far('ours') <= 1.1,
      note: 'against AG Grid Community',
    }
  })
}

/** A poll that changes values writes no more than the cells in sight that changed. */
export async function p5(): Promise<BenchResult> {
  return onPage(async (page) => {
    const count = (who: Who) => page.evaluate((w) => window.bench.writes(w), who)
    const ours = await count('ours')
    const theirs = await count('theirs')
    return {
      row: 'P5',
      ratio: ours.writes / ours.changed,
      spread: `${ours.writes} writes for ${ours.changed} changed cells, ${ours.nodes} nodes added or removed; AG Grid Community: ${theirs.writes} for ${theirs.changed}, ${theirs.nodes} nodes`,
      goal: '≤ 1.0, no node',
      met: ours.changed > 0 && ours.writes <= ours.changed && ours.nodes === 0,
    }
  })
}

interface Both<T> {
  ours: T[]
  theirs: T[]
}

async function inTurns<T>(measure: (who: Who) => Promise<T>): Promise<Both<T>> {
  const both: Both<T> = { ours: [], theirs: [] }
  for (let round = 0; round <= rounds; round++) {
    const order = round % 2 === 0 ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const)
    for (const who of order) {
      const measured = await measure(who)
      // The first round warms up.
      if (round > 0) both[who].push(measured)
    }
  }
  return both
}

const ratioOf = ({ ours, theirs }: Both<number>): number => median(ours) / median(theirs)

/** Milliseconds of the page's main thread that a step costs, at the top and from end to end. */
async function scrollCost(
  page: Page,
  cdp: CDPSession,
  who: Who,
): Promise<{ top: number; whole: number }> {
  await page.evaluate((w) => window.bench.openLong(w), who)
  const cost = async (where: 'top' | 'whole'): Promise<number> => {
    const before = await busy(cdp)
    await page.evaluate((w) => window.bench.scroll(w), where)
    return ((await busy(cdp)) - before) / steps
  }
  await cost('top')
  const top = median([await cost('top'), await cost('top'), await cost('top')])
  const whole = median([await cost('whole'), await cost('whole'), await cost('whole')])
  await page.evaluate(() => window.bench.closeLong())
  return { top, whole }
}

async function busy(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

async function onPage<T>(work: (page: Page, cdp: CDPSession) => Promise<T>): Promise<T> {
  const outDir = await mkdtemp(join(tmpdir(), 'quarterdeck-grids-'))
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      plugins: [svelte({ configFile: false })],
      build: { outDir, emptyOutDir: true },
    })
    return await served(outDir, async (address) => {
      const browser = await chromium.launch(browserOptions())
      try {
        const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
        const cdp = await page.context().newCDPSession(page)
        await cdp.send('Performance.enable')
        await page.goto(address)
        await page.waitForFunction(() => 'bench' in window)
        return await work(page, cdp)
      } finally {
        await browser.close()
      }
    })
  } finally {
    await rm(outDir, { recursive: true, force: true })
  }
}

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

async function served<T>(folder: string, work: (address: string) => Promise<T>): Promise<T> {
  const server = createServer((request, response) => {
    const path = normalize(request.url === '/' ? '/index.html' : (request.url ?? ''))
    response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream')
    createReadStream(join(folder, path))
      .on('error', () => response.writeHead(404).end())
      .pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  } finally {
    server.close()
  }
}
