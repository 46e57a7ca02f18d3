import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { tempDir } from '../../../service/running-desk.ts'

/** A host that hears signals alone, and what writes its documents, which is loaded later. */
const host = `
  const { hearAlone } = await import(${JSON.stringify(new URL('../../../../src/main/hosts/signals.ts', import.meta.url).href)})
  process.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  let heard = 0
  const say = (word) => console.log(word + ' ' + ++heard)
  const takeOthersAway = hearAlone({
    SIGINT: () => say('SIGINT'),
    SIGTERM: () => say('SIGTERM'),
    SIGHUP: () => process.exit(0),
  })
  const { default: Conf } = await import('conf')
  takeOthersAway()
  new Conf({ cwd: process.argv[1], configName: 'any' }).set('a', 1)
  console.log('ready')
  setInterval(() => undefined, 1000)
`

it.skipIf(process.platform === 'win32')(
  'a signal is heard once, whoever else listened before or began to since',
  async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', host, await tempDir()], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const next = async (): Promise<unknown> => (await lines.next()).value
    expect(await next()).toBe('ready')
    for (const [at, signal] of (['SIGINT', 'SIGTERM', 'SIGINT'] as const).entries()) {
      child.kill(signal)
      expect(await next()).toBe(`${signal} ${at + 1}`)
    }
    const exit = once(child, 'exit')
    child.kill('SIGHUP')
    expect(await exit).toEqual([0, null])
  },
)
