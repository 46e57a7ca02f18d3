import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { oneAtATime } from '../../scripts/set-up/one-at-a-time.mjs'
import { root } from '../../scripts/set-up/run.mjs'

let place: string
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-one-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  place = join(folder, 'new', 'set-up.sock')
})

/** A process that says when its turn has come, and works until it is told to end. */
function worker(): { child: ChildProcess; said: () => string } {
  const module = JSON.stringify(join(root, 'scripts', 'set-up', 'one-at-a-time.mjs'))
  const script = `const { oneAtATime } = await import(${module})
    await oneAtATime(async () => {
      console.error('begins')
      await new Promise((end) => process.stdin.once('data', end))
      console.error('ends')
    }, { place: ${JSON.stringify(place)} })
    process.exit()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (more: string) => (said += more))
  return { child, said: () => said }
}
const waits = 'Another set-up of this checkout is under way: waiting for it\n'

it('a set-up waits for another one of the same checkout, and says so', async () => {
  const first = worker()
  await expect.poll(first.said).toBe('begins\n')
  const second = worker()
  await expect.poll(second.said).toBe(waits)
  first.child.stdin!.write('end\n')
  await expect.poll(second.said).toBe(`${waits}begins\n`)
  expect(first.said()).toBe('begins\nends\n')
  second.child.stdin!.write('end\n')
  await once(second.child, 'exit')
  expect(existsSync(place)).toBe(false)
})

it.each(['SIGKILL', 'SIGINT'] as const)(
  'one that was ended by %s holds nobody up, who waited or came later',
  async (signal) => {
    const first = worker()
    await expect.poll(first.said).toBe('begins\n')
    const second = worker()
    await expect.poll(second.said).toBe(waits)
    first.child.kill(signal)
    await expect.poll(second.said).toBe(`${waits}begins\n`)
    second.child.kill('SIGKILL')
    await once(second.child, 'exit')
    const third = worker()
    await expect.poll(third.said).toBe('begins\n')
  },
)

it('is done all the same where nobody can listen, and lets the next one go where it fails', async () => {
  const file = join(place, '..', '..', 'file')
  writeFileSync(file, '')
  expect(await oneAtATime(async () => 7, { place: join(file, 'set-up.sock') })).toBe(7)
  const fails = oneAtATime(() => Promise.reject(new Error('no')), { place })
  await expect(fails).rejects.toThrow('no')
  expect(await oneAtATime(async () => 8, { place })).toBe(8)
})
