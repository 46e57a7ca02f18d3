import { expect, it } from 'vitest'
import { forgeries } from '../../unit/main/hosts/forgeries.ts'
import { startHost } from './browser-host.ts'

it('The browser host accepts none of 100,000 forged calls, and lives', async () => {
  const at = await startHost()
  const socket = await at.openSocket(await at.window())
  const count = 100_000
  const outcomes: Record<string, number> = {}
  let answers = 0
  const answered = new Promise<void>((resolve, reject) => {
    socket.once('close', (code) => reject(new Error(`the desk left with ${code}`)))
    socket.on('message', (data) => {
      const { reply } = JSON.parse(String(data)) as { reply: { error?: { code: string } } }
      const outcome = reply.error?.code ?? 'accepted'
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      answers += 1
      if (answers === count) resolve()
    })
  })
  let id = 0
  for (const { name, input } of forgeries(count, 2)) {
    id += 1
    // What is around the call is forged now and then, too.
    const message =
      id % 10 === 0 ? [id, name, input] : { id, name, input, ...(id % 10 === 1 && { more: 1 }) }
    socket.send(JSON.stringify(message))
    // Not all in memory at once.
    if (socket.bufferedAmount > 1024 * 1024) await new Promise((resolve) => setImmediate(resolve))
  }
  await answered
  expect(at.desk.accepted).toEqual([])
  expect(Object.keys(outcomes).sort()).toEqual(['invalid', 'unknown-call'])
  const alive = new Promise((resolve) => socket.once('message', (data) => resolve(String(data))))
  socket.send('{"id":1,"name":"openDesk","input":{}}')
  expect(await alive).toBe('{"id":1,"reply":{"ok":true,"value":null}}')
  await at.host.stop()
})
