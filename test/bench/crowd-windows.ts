import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { memoryEnvironment, nodeFlags } from '../../scripts/start/memory.mjs'
import { launchBrowser } from './browser.ts'
import type { Question, Scope } from './crowd-desk.ts'

const viewport = { width: 1440, height: 900 }
/** Milliseconds of one look at frames. */
const looking = 2000

/** A desk of so many accounts with its service and a browser, each a process of its own. */
export interface Crowd {
  /** Of its first window. */
  address: string
  open(address: string): Promise<Page>
  ask(question: Question | Scope): Promise<string>
}

export async function withCrowd<T>(
  of: { accounts: number; books: 'positions' | 'all-books' },
  measure: (crowd: Crowd) => Promise<T>,
): Promise<T> {
  const browser = await launchBrowser()
  const service = fork(join(import.meta.dirname, 'crowd-service.ts'), [of.books])
  const [port] = (await once(service, 'message')) as [number]
  const desk = fork(
    join(import.meta.dirname, 'crowd-desk.ts'),
    [`${port}`, tmpdir(), `${of.accounts}`],
    { execArgv: nodeFlags, env: { ...process.env, ...memoryEnvironment } },
  )
  const ended = new AbortController()
  desk.once('exit', (code) => ended.abort(new Error(`the desk ended with code ${code}`)))
  const answered = async (): Promise<string> =>
    ((await once(desk, 'message', { signal: ended.signal })) as [string])[0]
  try {
    return await measure({
      address: await answered(),
      open: async (address) => {
        const page = await browser.newPage({ viewport })
        await page.goto(address)
        return page
      },
      ask: (question) => {
        desk.send(question)
        return answered()
      },
    })
  } finally {
    await browser.close()
    await endOf(desk)
    service.disconnect()
  }
}

async function endOf(desk: ChildProcess): Promise<void> {
  if (!desk.connected) return
  desk.disconnect()
  await once(desk, 'exit')
}

/** How far apart the frames of a while are. */
export const framesIn = (page: Page): Promise<number[]> =>
  page.evaluate(async (milliseconds) => {
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
    const apart: number[] = []
    let last = await frame()
    const end = last + milliseconds
    while (last < end) {
      const now = await frame()
      apart.push(now - last)
      last = now
    }
    return apart
  }, looking)
