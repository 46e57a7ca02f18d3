import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { type AddressInfo, type Socket, createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'

const scriptPath = (path: string): string =>
  JSON.stringify(new URL(`../../scripts/${path}`, import.meta.url).href)
const program = 'console.log("up"); setInterval(() => {}, 1000)'

const inForeground = `
  const { exitWith } = await import(${scriptPath('setup.mjs')})
  const { runInForeground } = await import(${scriptPath('start/foreground.mjs')})
  await exitWith(() => runInForeground([process.execPath, '-e', ${JSON.stringify(program)}]))
`
/** Ends with all that it has started, also when a test fails. */
function endAtLast(child: ChildProcess): void {
  onTestFinished(() => {
    try {
      process.kill(-child.pid!, 'SIGKILL')
    } catch {
      // All of it has ended by itself.
    }
  })
}

describe.skipIf(process.platform === 'win32')('a script', () => {
  it('ends what it runs when npm is ended, whose shell keeps the signal to itself', async () => {
    // As npm's own shell: it starts one command and waits for it.
    const shell = spawn('sh', ['-c', '"$NODE" --input-type=module -e "$SCRIPT"; exit'], {
      env: {
        ...process.env,
        NODE: process.execPath,
        SCRIPT: inForeground,
        npm_lifecycle_event: 'start',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    })
    endAtLast(shell)
    await once(shell.stdout, 'data')
    // Its end is the end of all that could still write to it.
    const ended = once(shell.stdout, 'close')
    shell.kill('SIGTERM')
    await ended
    expect(shell.signalCode).toBe('SIGTERM')
  })

  it.each(['SIGKILL', 'SIGTERM', 'SIGHUP'] as const)(
    'does not leave what it runs in the foreground when %s ends it',
    async (signal) => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', inForeground], {
        stdio: ['ignore', 'pipe', 'inherit'],
        detached: true,
      })
      endAtLast(child)
      await once(child.stdout, 'data')
      const ended = once(child, 'close')
      child.kill(signal)
      await ended
      expect(child.exitCode ?? child.signalCode).not.toBe(0)
    },
  )

  /** Runs what no signal ends, as a desk that turns in a circle. */
  const aboutDeaf = (patience: number): ChildProcess & { stdout: Readable; stderr: Readable } => {
    const deaf = `for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => console.log(signal)); ${program}`
    const script = `
      const { exitWith } = await import(${scriptPath('setup.mjs')})
      const { runInForeground } = await import(${scriptPath('start/foreground.mjs')})
      const command = [process.execPath, '-e', ${JSON.stringify(deaf)}]
      await exitWith(() => runInForeground(command, { patience: ${patience} }))`
    return spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
  }

  it('ends by force what does not end within some seconds of a SIGTERM, and says so', async () => {
    const child = aboutDeaf(1)
    endAtLast(child)
    await once(child.stdout, 'data')
    const [said, ended] = [text(child.stderr), once(child, 'exit')]
    child.kill('SIGTERM')
    expect(await ended).toEqual([137, null])
    expect(await said).toBe('It did not end within 1 s: ended by force (SIGKILL).\n')
  })

  it('ends by force at the third Ctrl-C what did not end at the second', async () => {
    const child = aboutDeaf(600)
    endAtLast(child)
    await once(child.stdout, 'data')
    const [heard, said] = [text(child.stdout), text(child.stderr)]
    const ended = once(child, 'exit')
    // By and by, as a person does.
    const presses = setInterval(() => child.kill('SIGINT'), 500)
    expect(await ended).toEqual([137, null])
    clearInterval(presses)
    expect(await heard).toBe('SIGINT\nSIGINT\n')
    expect(await said).toBe('It did not end at the second Ctrl-C: ended by force (SIGKILL).\n')
  })

  it.each(['SIGKILL', 'SIGTERM', 'SIGHUP'] as const)(
    'does not leave a command of its own when %s ends it',
    async (signal) => {
      const server = createServer().listen(0, '127.0.0.1')
      onTestFinished(() => void server.close())
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const connect = `require('node:net').connect(${port}, '127.0.0.1').resume()`
      const child = spawn(
        process.execPath,
        [
          '--input-type=module',
          '-e',
          `const { run } = await import(${scriptPath('set-up/run.mjs')})
          await run([process.execPath, '-e', ${JSON.stringify(connect)}], { seconds: 600 })`,
        ],
        { stdio: 'ignore', detached: true },
      )
      endAtLast(child)
      const [socket] = (await once(server, 'connection')) as [Socket]
      // Its end is the end of who had opened it, in whatever way.
      const ended = new Promise((resolve) => socket.on('error', resolve).on('close', resolve))
      socket.resume()
      child.kill(signal)
      await ended
    },
  )
})
