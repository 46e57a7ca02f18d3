import { expect, it, vi } from 'vitest'
import { callChannel } from '../../../../../src/shared/channels.ts'
import { type Frame, machine } from '../../../../electron/stand-in.ts'
import { forgeries } from '../forgeries.ts'
import { start } from './program.ts'

vi.mock('electron', () => import('../../../../electron/stand-in.ts'))

it('The Electron host accepts none of 100,000 forged calls, and lives', async () => {
  const { desk, window } = await start()
  const sender = window.webContents
  const own = sender.mainFrame
  const strangers: (Frame | null)[] = [
    null,
    { origin: own.origin, parent: own },
    { origin: '', parent: null },
    { origin: 'null', parent: null },
    { origin: 'https://a.test', parent: null },
  ]
  const outcomes: Record<string, number> = {}
  let index = 0
  for (const { name, input } of forgeries(100_000, 1)) {
    index += 1
    const isStranger = index % 5 === 0
    // A stranger says what would be right, in the right words.
    const [channel, said, senderFrame] = isStranger
      ? [callChannel('openDesk'), {}, strangers[(index / 5) % strangers.length]!]
      : [`call:${typeof name === 'string' ? name : JSON.stringify(name)}`, input, own]
    const from = { sender, senderFrame }
    const outcome = await machine.invoke(channel, [said], from).then(
      (reply) => (reply as { error: { code: string } }).error.code,
      (cause: unknown) => (/^No handler/.test((cause as Error).message) ? 'no handler' : 'crash'),
    )
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  }
  expect(desk.accepted).toEqual([])
  expect(Object.keys(outcomes).sort()).toEqual(['forbidden', 'invalid', 'no handler'])
  expect(outcomes['forbidden']).toBe(20_000)
  expect(await machine.invoke('call:openDesk', [{}], { sender, senderFrame: own })).toEqual({
    ok: true,
    value: null,
  })
})
