import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { memoryEnvironment, nodeFlags } from '../../scripts/start/memory.mjs'
import { launchBrowser } from './browser.ts'
import type { Extent, Measured } from './goals.ts'
import { progress } from './progress.ts'
import { median, quantile } from './timing.ts'

const host = fileURLToPath(new URL('../../out/main/browser.js', import.meta.url))
const emptyServer = `
  const server = require('node:http').createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>Blank</title>')
  })
  server.listen(0, '127.0.0.1', () => console.log('Blank: http://127.0.0.1:' + server.address().port + '/'))
`

/**
 * What a person waits for: from the command to the first row of a book, with the browser's own
 * start; against an empty server and a blank page in the same browser.
 */
export async function p10({ isFull }: Extent): Promise<Measured<'P10'>> {
  const rounds = isFull ? 9 : 7
  const subject: number[] = []
  const baseline: number[] = []
  const dataDir = await mkdtemp(join(tmpdir(), 'quarterdeck-start-'))
  try {
    // The very first start makes the practice accounts and compiles; every later one is as these.
    await oneStart('host', dataDir)
    for (let round = 0; round < rounds; round++) {
      const order = round % 2 === 0 ? (['host', 'empty'] as const) : (['empty', 'host'] as const)
      for (const kind of order)
        (kind === 'host' ? subject : baseline).push(await oneStart(kind, dataDir))
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
  const ratio = median(subject) / median(baseline)
  const ratios = subject.map((took, round) => took / baseline[round]!)
  return {
    figures: { start: ratio },
    note: `${quantile(ratios, 0.25).toFixed(2)}–${quantile(ratios, 0.75).toFixed(2)}, median ${median(subject).toFixed(0)} ms of ${median(baseline).toFixed(0)} ms`,
  }
}

async function oneStart(kind: 'host' | 'empty', dataDir: string): Promise<number> {
  progress()
  const from = performance.now()
  const isHost = kind === 'host'
  // As `npm start` does: its switches are a part of what is waited for.
  const args = isHost ? [...nodeFlags, host, '--no-open', '--data', dataDir] : ['-e', emptyServer]
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...(isHost && memoryEnvironment) },
  })
  const [starting, serving] = [launchBrowser(), addressOf(child)]
  try {
    const [browser, address] = await Promise.all([starting, serving])
    const page = await browser.newPage()
    await page.goto(address, { waitUntil: 'commit' })
    if (!isHost) await page.waitForFunction(() => document.title === 'Blank')
    // Asked in the page at each frame: Playwright's own look at roles weighs on what is measured.
    if (isHost) await page.waitForFunction(() => document.querySelector('[role=gridcell]') !== null)
    return performance.now() - from
  } finally {
    // Both have begun by now, also where one of them failed.
    await starting.then((browser) => browser.close()).catch(() => undefined)
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await new Promise((resolve) => child.once('exit', resolve))
    }
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    child.once('exit', (code) => reject(new Error(`the host ended with code ${code}`)))
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      const address = /http:\S+(?=\n)/.exec(printed)
      if (address !== null) resolve(address[0])
    })
  })
}
