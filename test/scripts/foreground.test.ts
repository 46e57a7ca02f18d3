import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'

const foreground = new URL('../../scripts/start/foreground.mjs', import.meta.url).href
const program = 'console.log("up"); setInterval(() => {}, 1000)'
const script = `
  const { runInForeground } = await import(${JSON.stringify(foreground)})
  await runInForeground([process.execPath, '-e', ${JSON.stringify(program)}])
`

it.skipIf(process.platform === 'win32')(
  'ends what it runs when npm is ended, whose shell keeps the signal to itself',
  async () => {
    // As npm's own shell: it starts one command and waits for it.
    const shell = spawn('sh', ['-c', '"$NODE" --input-type=module -e "$SCRIPT"; exit'], {
      env: {
        ...process.env,
        NODE: process.execPath,
        SCRIPT: script,
        npm_lifecycle_event: 'start',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    })
    onTestFinished(() => {
      try {
        process.kill(-shell.pid!, 'SIGKILL')
      } catch {
        // All of it has ended by itself.
      }
    })
    await once(shell.stdout, 'data')
    // Its end is the end of all that could still write to it.
    const ended = once(shell.stdout, 'close')
    shell.kill('SIGTERM')
    await ended
    expect(shell.signalCode).toBe('SIGTERM')
  },
)
