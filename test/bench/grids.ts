import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { CDPSession, Page } from 'playwright'
import { build } from 'vite'
import { drawnIcons } from '../../scripts/set-up/drawn-icons.ts'
import { launchBrowser } from './browser.ts'
import type { Extent, Measured } from './goals.ts'
import { type GridBench, steps, type Who } from './grid-bench.ts'
import { progress } from './progress.ts'
import { median } from './timing.ts'

declare global {
  interface Window {
    bench: GridBench
  }
}

const root = fileURLToPath(new URL('./grid', import.meta.url))

/** Ours beside AG Grid Community, in turns, in one page of one browser, with the same data. */
export async function p4({ isFull }: Extent): Promise<Measured<'P4'>> {
  const rounds = isFull ? 7 : 3
  return onPage(async (page, cdp) => {
    const paints = await inTurns(rounds, (who) =>
      page.evaluate((w) => window.bench.firstPaint(w), who),
    )
    const plain = await inTurns(rounds, (who) =>
      page.evaluate((w) => window.bench.updates(w, false), who),
    )
    const sorted = await inTurns(rounds, (who) =>
      page.evaluate((w) => window.bench.updates(w, true), who),
    )
    const scrolls: Both<{ top: number; whole: number }> = { ours: [], theirs: [] }
    for (let round = 0; round < rounds; round++)
      for (const who of ['ours', 'theirs'] as const)
        // Each is held against its own top. Theirs takes longest, and is only told.
        if (who === 'ours' || isFull || round === 0)
          scrolls[who].push(await scrollCost({ page, cdp, who, times: isFull ? 3 : 1 }))
    const far = (who: Who): number => median(scrolls[who].map(({ whole, top }) => whole / top))
    const whole = (who: Who): number => median(scrolls[who].map((cost) => cost.whole))
    const of = ({ ours, theirs }: Both<number>, digits = 0): string =>
      `${median(ours).toFixed(digits)} of ${median(theirs).toFixed(digits)}`
    return {
      figures: {
        updates: ratioOf(plain),
        sorted: ratioOf(sorted),
        firstPaint: ratioOf(paints),
        endToEnd: far('ours'),
      },
      note:
        `updates a second ${of(plain)}, sorted ${of(sorted)}; first paint ${of(paints, 1)} ms; ` +
        `end to end theirs ${far('theirs').toFixed(2)} × the top, a step ${whole('ours').toFixed(2)} of ${whole('theirs').toFixed(2)} ms`,
    }
  })
}

/** A poll that changes values writes no more than the cells in sight that changed. */
export async function p5(): Promise<Measured<'P5'>> {
  return onPage(async (page) => {
    const count = (who: Who) => page.evaluate((w) => window.bench.writes(w), who)
    const ours = await count('ours')
    const theirs = await count('theirs')
    if (ours.changed === 0) throw new Error('no cell in sight changed')
    return {
      figures: { writes: ours.writes / ours.changed, nodes: ours.nodes },
      note: `${ours.writes} writes for ${ours.changed} cells; AG Grid Community ${theirs.writes} for ${theirs.changed}, ${theirs.nodes} nodes`,
    }
  })
}

interface Both<T> {
  ours: T[]
  theirs: T[]
}

async function inTurns<T>(rounds: number, measure: (who: Who) => Promise<T>): Promise<Both<T>> {
  const both: Both<T> = { ours: [], theirs: [] }
  for (let round = 0; round <= rounds; round++) {
    const order = round % 2 === 0 ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const)
    for (const who of order) {
      progress()
      const measured = await measure(who)
      // The first round warms up.
      if (round > 0) both[who].push(measured)
    }
  }
  return both
}

const ratioOf = ({ ours, theirs }: Both<number>): number => median(ours) / median(theirs)

/** Milliseconds of the page's main thread that a step costs, at the top and from end to end. */
async function scrollCost(of: {
  page: Page
  cdp: CDPSession
  who: Who
  times: number
}): Promise<{ top: number; whole: number }> {
  const { page, cdp, who, times } = of
  await page.evaluate((w) => window.bench.openLong(w), who)
  const cost = async (where: 'top' | 'whole'): Promise<number> => {
    const before = await busy(cdp)
    await page.evaluate((w) => window.bench.scroll(w), where)
    progress()
    return ((await busy(cdp)) - before) / steps
  }
  await cost('top')
  const costs = { top: [] as number[], whole: [] as number[] }
  for (let time = 0; time < times; time++)
    for (const where of ['top', 'whole'] as const) costs[where].push(await cost(where))
  await page.evaluate(() => window.bench.closeLong())
  return { top: median(costs.top), whole: median(costs.whole) }
}

async function busy(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

/** The page with both grids. */
export const buildGrids = (outDir: string) =>
  build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [drawnIcons(), svelte({ configFile: false })],
    build: { outDir, emptyOutDir: true },
  })

async function onPage<T>(work: (page: Page, cdp: CDPSession) => Promise<T>): Promise<T> {
  const browser = await launchBrowser()
  const outDir = await mkdtemp(join(tmpdir(), 'grids-'))
  try {
    await buildGrids(outDir)
    return await served(outDir, async (address) => {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
      const cdp = await page.context().newCDPSession(page)
      await cdp.send('Performance.enable')
      await page.goto(address)
      await page.waitForFunction(() => 'bench' in window)
      return await work(page, cdp)
    })
  } finally {
    await browser.close()
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
