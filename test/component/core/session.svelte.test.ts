import { flushSync } from 'svelte'
import { expect, it } from 'vitest'
import { Session } from '../../../src/renderer/core/session.svelte.ts'
import { makeStores } from '../../../src/renderer/shell/stores.ts'
import { FakeTime } from '../../unit/renderer/fake-time.ts'
import { account, MemoryDesk } from '../../unit/renderer/memory-desk.ts'

it('has nothing that follows from the accounts reckoned anew by what is told of orders and exits', async () => {
  const desk = new MemoryDesk({ accounts: [account('one')] })
  const opened = await Session.open(desk.bridge, new FakeTime(), makeStores)
  if (!opened.ok) throw new Error(opened.error.message)
  const session = opened.value
  let reckoned = 0
  const stop = $effect.root(() => {
    $effect(() => {
      void session.accounts.shown
      reckoned++
    })
  })
  flushSync()
  const before = reckoned
  for (let at = 0; at < 10; at++) {
    desk.emit('exit', { id: 'run', at, what: 'both', state: 'left', accounts: [] })
    desk.emit('pace', [])
    desk.emit('stop', { on: at % 2 === 0, at: null })
    flushSync()
  }
  expect(reckoned).toBe(before)
  desk.emit('accounts', [account('one', { name: 'Renamed' })])
  flushSync()
  expect(reckoned).toBe(before + 1)
  stop()
  session.close()
})
