import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, type Socket, createServer } from 'node:net'
import { type TestContext, describe, expect, it } from 'vitest'
import { inMemory } from '../../scripts/parts/mark.mjs'
import { run } from '../../scripts/set-up/run.mjs'

const node = (program: string): [string, ...string[]] => [process.execPath, '-e', program]

// These wait for programs: all of a kind at once.
describe.concurrent('a command with a limit of silence', () => {
  it('is ended when it hangs', async () => {
    const hung = await run(node('setInterval(() => {}, 1000)'), { seconds: 600, silence: 0.2 })
    expect(hung).toMatchObject({ code: 124, isSilent: true, isTooLate: false })
  })

  it('is ended when it hangs after it went on for a while', async () => {
    const program = 'console.log("first"); setInterval(() => {}, 1000)'
    const hung = await run(node(program), { seconds: 600, silence: 3 })
    expect(hung).toMatchObject({ code: 124, output: 'first\n', isSilent: true })
  })

  it('is not ended while it goes on, however slowly', async () => {
    const program = `
      let line = 0
      const timer = setInterval(() => {
        console.log(++line)
        if (line === 20) clearInterval(timer)
      }, 200)`
    const slow = await run(node(program), { seconds: 600, silence: 3 })
    expect(slow).toMatchObject({ code: 0, isSilent: false, isTooLate: false })
    expect(slow.output).toMatch(/\b20\n$/)
  })

  it('is ended when it goes on for good', async () => {
    const program = 'setInterval(() => console.log("again"), 50)'
    const endless = await run(node(program), { seconds: 2, silence: 60 })
    expect(endless).toMatchObject({ code: 124, isSilent: false, isTooLate: true })
  })
})

const fastest = new URL('../fastest-folder.ts', import.meta.url).href
const runner = new URL('../../scripts/parts/run-parts.mjs', import.meta.url).href

/**
 * What has left the group of the part that started it, as browsers do, and stays connected. It tells
 * of a folder that it leaves where the fast ones are.
 */
const stray = (port: number): string => `
  const { spawn } = require('node:child_process')
  const program = \`
    const { mkdtempSync } = require('node:fs')
    const line = require('node:net').connect(${port}, '127.0.0.1').on('error', () => {})
    void import('${fastest}').then(({ fastestFolder }) =>
      line.write(mkdtempSync(fastestFolder + '/quarterdeck-left-')))\`
  spawn(process.execPath, ['-e', program], { detached: true, stdio: 'ignore' }).unref()`

/** A run of one part beside one neighbour, as a program of its own; the stray that it started, and its folder. */
async function startRun(
  partGoesOn: boolean,
  { onTestFinished }: TestContext,
): Promise<{ runs: ChildProcess; stray: Socket; folder: string }> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const part = `${stray(port)}; setTimeout(() => {}, ${partGoesOn ? 600_000 : 3_000})`
  const script = `
    const { runParts } = await import(${JSON.stringify(runner)})
    const commands = () => [[process.execPath, '-e', ${JSON.stringify(part)}]]
    process.exitCode = await runParts([{ name: 'strays', commands }], { neighbours: 1 })`
  const runs = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  onTestFinished(() => {
    server.close()
    try {
      process.kill(-runs.pid!, 'SIGKILL')
    } catch {
      // It has ended, as it should.
    }
  })
  const [socket] = (await once(server, 'connection')) as [Socket]
  socket.on('error', () => undefined)
  const [folder] = (await once(socket.setEncoding('utf8'), 'data')) as [string]
  socket.resume()
  return { runs, stray: socket, folder }
}

it('a run says at its end, in one place, what was not tried and how to have it tried', async () => {
  const script = `
    const { runParts } = await import(${JSON.stringify(runner)})
    const parts = [
      { name: 'in a browser', commands: () => [], obstacle: () => 'no browser was found' },
      { name: 'sums', commands: () => [[process.execPath, '-e', '']] },
    ]
    process.exitCode = await runParts(parts, { remedies: () => ['Get a browser'] })`
  const { code, output } = await run([process.execPath, '--input-type=module', '-e', script], {
    seconds: 600,
  })
  expect(output).toMatch(/^– in a browser: not tried \(no browser was found\)$/m)
  expect(output.split('\n').slice(-5)).toEqual([
    'Not tried:',
    '  all of in a browser: no browser was found',
    'Get a browser',
    '1 passed, 0 failed, 1 part not tried',
    '',
  ])
  expect(code).toBe(0)
})

/** Only in memory: elsewhere the system clears what stands among the temporary files. */
const isLeft = (folder: string): boolean => folder.startsWith(inMemory) && existsSync(folder)

describe
  .skipIf(process.platform === 'win32')
  .concurrent('nothing that a run started outlives it', () => {
    it('when it comes to its end', async (context) => {
      const { runs, stray: left, folder } = await startRun(false, context)
      const closed = once(left, 'close')
      const [code] = (await once(runs, 'exit')) as [number]
      await closed
      expect(code).toBe(0)
      await context.expect.poll(() => isLeft(folder)).toBe(false)
    })

    it.for(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
      'when it is ended by %s',
      async (signal, context) => {
        const { runs, stray: left, folder } = await startRun(true, context)
        const closed = once(left, 'close')
        // Whoever could still write to it holds the run's output open: its neighbour, and the run.
        const silent = once(runs.stdout!.resume(), 'close')
        runs.kill(signal)
        await Promise.all([closed, silent])
        await context.expect.poll(() => isLeft(folder)).toBe(false)
      },
    )
  })
