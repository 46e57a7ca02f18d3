import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { callNames } from '../../../src/shared/channels.ts'
import { FakeClock } from '../../unit/main/core/fake-clock.ts'
import { filesUnder } from '../files.ts'
import { acceptedOf, addAccount, buyOne, emptyDesk } from '../orders/placing-desk.ts'
import { runDesk, runPractice, tempDir, type RunningDesk } from '../running-desk.ts'
import { makeKeysCheap } from '../../cheap-keys.ts'

makeKeysCheap()

const account = 'practice-one'
const passphrase = 'correct horse battery'
/** What a locked desk answers: how it looks, the way back, and the stop. */
const answered = ['openDesk', 'lockScreen', 'unlockScreen', 'engageStop']

async function locked(dataDir?: string): Promise<RunningDesk> {
  const running = await runDesk({ ...(dataDir !== undefined && { dataDir }) })
  await running.ask('chooseVault', { kind: 'file', passphrase })
  await running.book(account, 'positions', ({ meta }) => meta.age !== null)
  await running.ask('lockScreen', {})
  return running
}

it('a locked desk refuses every call but those of its lock screen', async () => {
  const { desk, ask } = await locked()
  for (const name of callNames.filter((each) => !answered.includes(each)))
    for (const input of [{}, { account: account, book: 'orders' }])
      expect(await desk.answer(name, input), name).toMatchObject({
        error: { code: 'screen-locked' },
      })
  expect(await ask('engageStop', {})).toMatchObject({ on: true })
  expect(await desk.answer('liftStop', {})).toMatchObject({ error: { code: 'screen-locked' } })
})

it('a locked desk says nothing of accounts, orders and books, and polls on', async () => {
  const { ask, heard, event, book, desk } = await locked()
  const before = heard.length
  const view = await ask('openDesk', {})
  expect(view).toMatchObject({ accounts: [], intents: [], exits: [], pace: [], notices: [] })
  expect(view.lock).toMatchObject({ isLocked: true, way: 'vault' })
  // The desk's own books go on: what is open is still counted, without a name.
  await expect.poll(() => desk.openItems().length).toBeGreaterThan(0)
  expect(new Set(desk.openItems().map(({ account }) => account))).toEqual(new Set([null]))
  expect(heard.slice(before).join()).not.toMatch(/Practice|practice-one|INFY|RELIANCE/)

  await ask('unlockScreen', { password: passphrase })
  await event('lock', ({ isLocked }) => !isLocked)
  expect((await ask('openDesk', {})).accounts.length).toBeGreaterThan(0)
  const { rows } = await ask('readBook', { account: account, book: 'positions' })
  expect(rows.length).toBeGreaterThan(0)
  await book(account, 'positions')
})

it('a read that began before the lock is answered no more', async () => {
  const practice = await runPractice({ opening: 'demo' })
  const running = await emptyDesk()
  const id = await addAccount(running, { url: practice.url })
  await running.book(id, 'orders', ({ meta }) => meta.age !== null)
  await running.ask('setUpLock', { way: 'own', password: 'open sesame' })
  practice.faults.set({ name: 'slow', operation: 'OpenPositions', delay: 500 })
  const read = { account: id, operation: 'OpenPositions', fields: {} } as const
  const answer = running.call('runRead', read)
  await running.ask('lockScreen', {})
  expect(await answer).toMatchObject({ ok: false, error: { code: 'screen-locked' } })
})

it('what opens the screen is in no event, no answer and no file', async () => {
  const running = await locked()
  const wrong = 'canary-wrong-7f3a'
  await running.call('unlockScreen', { password: wrong })
  await running.call('setUpLock', { way: 'own', password: 'canary-own-51c9' })
  await running.ask('unlockScreen', { password: passphrase })
  await running.ask('setUpLock', { way: 'own', password: 'canary-own-51c9', proof: passphrase })
  await running.call('changePassphrase', { from: wrong, to: 'canary-next-22' })
  await running.ask('changePassphrase', { from: passphrase, to: 'canary-next-22' })
  await running.desk.stop()
  const texts = [...running.heard, ...(await filesUnder(running.dataDir))]
  const secrets = [wrong, 'canary-own-51c9', passphrase, 'canary-next-22']
  for (const secret of secrets)
    for (const form of [secret, Buffer.from(secret).toString('base64').replace(/=+$/, '')])
      expect(texts.filter((text) => text.includes(form))).toEqual([])
})

it('the next start is locked, and the same passphrase opens the screen and the keys', async () => {
  const dataDir = await tempDir()
  const first = await locked(dataDir)
  await first.desk.stop()
  const next = await runDesk({ dataDir })
  expect(await next.call('readBook', { account: account, book: 'orders' })).toMatchObject({
    error: { code: 'screen-locked' },
  })
  await next.ask('unlockScreen', { password: passphrase })
  expect((await next.ask('openDesk', {})).vault.state).toBe('open')
})

it('the desk locks a screen that nobody touched, whatever its windows do', async () => {
  const clock = new FakeClock()
  const running = await runDesk({ clock })
  onTestFinished(() => running.desk.stop())
  expect(await running.call('saveSettings', { lockAfter: 1 })).toMatchObject({
    error: { code: 'invalid', field: 'lockAfter' },
  })
  await running.ask('setUpLock', { way: 'own', password: 'open sesame' })
  await running.ask('saveSettings', { lockAfter: 1 })
  await clock.advance(50_000)
  await running.ask('touch', {})
  await clock.advance(50_000)
  // Reading is not touching: a window does it by itself.
  await running.ask('openDesk', {})
  await clock.advance(11_000)
  expect((await running.ask('openDesk', {})).lock.isLocked).toBe(true)
})

it('orders that were confirmed before leave, and none can be confirmed after', async () => {
  const running = await runDesk()
  await running.ask('setUpLock', { way: 'own', password: 'open sesame' })
  await running.book(account, 'positions', ({ meta }) => meta.age !== null)
  await running.book(account, 'orders', ({ meta }) => meta.age !== null)
  // More than leave within a second.
  const orders = Array.from({ length: 15 }, (_, leg) =>
    buyOne(account, { quantity: String(leg + 1) }),
  )
  const input = { orders, accepted: acceptedOf(orders.length) }
  const placing = running.call('placeOrders', { confirmation: randomUUID(), ...input })
  await running.event('intents', (intents) => intents.length > 0)
  await running.ask('lockScreen', {})
  expect(await placing).toMatchObject({ ok: true, value: { isTaken: true } })
  const late = await running.call('placeOrders', { confirmation: randomUUID(), ...input })
  expect(late).toMatchObject({ error: { code: 'screen-locked' } })

  await expect
    .poll(() => running.desk.openItems().filter(({ kind }) => kind === 'queued'))
    .toEqual([])
  await running.ask('unlockScreen', { password: 'open sesame' })
  const states = async (): Promise<string[]> => {
    const { intents } = await running.ask('openDesk', {})
    return intents.map(({ state }) => state)
  }
  // The last ones have left, and their answers may be on the way.
  await expect.poll(states).toEqual(Array.from({ length: 15 }, () => 'accepted'))
})

it('a desk whose note of the lock is damaged starts locked, where a passphrase can open it', async () => {
  const dataDir = await tempDir()
  const first = await locked(dataDir)
  await first.desk.stop()
  await writeFile(join(dataDir, 'lock.json'), '{"half": ')
  const { ask } = await runDesk({ dataDir })
  expect((await ask('openDesk', {})).lock).toMatchObject({ isLocked: true, way: 'vault' })
  expect(await ask('unlockScreen', { password: passphrase })).toMatchObject({ isLocked: false })
  const told = async (from: typeof ask): Promise<string[]> =>
    (await from('openDesk', {})).notices.map(({ message }) => message)
  expect(await told(ask)).toContainEqual(
    expect.stringMatching(/^The file of the lock was damaged.*lock alone knew opens it no more/),
  )
  const other = await tempDir()
  await writeFile(join(other, 'lock.json'), '{"half": ')
  const open = await runDesk({ dataDir: other })
  expect(await told(open.ask)).toContainEqual(
    expect.stringMatching(/^The file of the lock was damaged.*The screen is not locked/),
  )
})
