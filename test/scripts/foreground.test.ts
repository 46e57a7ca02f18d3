import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, type Socket, createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'

const script = (path: string): string =>
  JSON.stringify(new URL(`../../scripts/${path}`, import.meta.url).href)
const program = 'console.log("up"); setInterval(() => {}, 1000)'

const inForeground = `
  const { exitWith } = await import(${script('setup.mjs')})
  const { runInForeground } = await import(${script('start/foreground.mjs')})
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
          `const { run } = await import(${script('set-up/run.mjs')})
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
