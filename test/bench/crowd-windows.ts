import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright'
import { memoryEnvironment, nodeFlags } from '../../scripts/start/memory.mjs'
import { launchBrowser } from './browser.ts'
import { framesIn, openBooks } from './crowd.ts'
import type { Question } from './crowd-desk.ts'
import type { Extent, Measured } from './goals.ts'
import { progress } from './progress.ts'
import { quantile } from './timing.ts'

const viewport = { width: 1440, height: 900 }
/** Milliseconds after windows came or went. */
const settling = 4000

/**
 * P17: a window on the positions of thirty accounts, while two more show their orders and their
 * holdings on the same machine; against the same window alone, in turns.
 */
export async function p17({ isFull }: Extent): Promise<Measured<'P17'>> {
  const rounds = isFull ? 4 : 2
  const alone: number[] = []
  const together: number[][] = [[], [], []]
  await onWindow(async ({ context, page, ask }) => {
    for (let round = 0; round < rounds; round++) {
      await setTimeout(settling)
      alone.push(...(await framesIn(page)))
      await ask('windows')
      const others = await Promise.all(['Orders', 'Holdings'].map((title) => further(title)))
      await setTimeout(settling)
      const frames = await Promise.all([page, ...others].map(framesIn))
      for (const [at, some] of frames.entries()) together[at]!.push(...some)
      for (const other of others) await other.close()
      progress()
    }

    async function further(title: string): Promise<Page> {
      const other = await context.newPage()
      await other.goto((await ask('address')) as string)
      await other
        .getByRole('grid', { name: title })
        .getByRole('gridcell')
        .first()
        .waitFor({ timeout: 55_000 })
      progress()
      return other
    }
  })
  const one = quantile(alone, 0.95)
  const each = together.map((frames) => quantile(frames, 0.95))
  return {
    figures: { frame: Math.max(...each) / one },
    note: `${each.map((frame) => frame.toFixed(1)).join(', ')} ms in the three, ${one.toFixed(1)} ms in one`,
  }
}

interface Opened {
  context: BrowserContext
  page: Page
  ask(question: Question): Promise<unknown>
}

async function onWindow(measure: (opened: Opened) => Promise<void>): Promise<void> {
  const browser = await launchBrowser()
  const service = fork(join(import.meta.dirname, 'crowd-service.ts'), ['full'])
  const [port] = (await once(service, 'message')) as [number]
  const desk = fork(join(import.meta.dirname, 'crowd-desk.ts'), [`${port}`, tmpdir()], {
    execArgv: nodeFlags,
    env: { ...process.env, ...memoryEnvironment },
  })
  try {
    const [address] = (await once(desk, 'message')) as [string]
    const context = await browser.newContext({ viewport })
    const page = await context.newPage()
    await page.goto(address)
    await openBooks(page)
    await measure({ context, page, ask: askerOf(desk) })
  } finally {
    await browser.close()
    desk.disconnect()
    await once(desk, 'exit')
    service.disconnect()
  }
}

/** One question at a time: the desk answers in their order. */
function askerOf(desk: ChildProcess): Opened['ask'] {
  let last: Promise<unknown> = Promise.resolve()
  return (question) => {
    last = last.then(async () => {
      desk.send(question)
      const [answer] = (await once(desk, 'message')) as [unknown]
      return answer
    })
    return last
  }
}
