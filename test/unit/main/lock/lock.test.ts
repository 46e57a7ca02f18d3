import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Lock, type LockOptions } from '../../../../src/main/lock/lock.ts'
import { waitAfter } from '../../../../src/main/lock/tries.ts'
import type { PasswordCheck } from '../../../../src/main/lock/system-password.ts'
import type { VaultStatus } from '../../../../src/shared/accounts/accounts.ts'
import { fail, ok } from '../../../../src/shared/core/errors.ts'
import { FakeClock } from '../core/fake-clock.ts'
import { cheap, openConf, temporaryFolder } from '../accounts/places.ts'
import { makeKeysCheap } from '../../../cheap-keys.ts'

makeKeysCheap()

const minutes = (count: number): number => count * 60_000
const right = 'correct horse battery'

const file: VaultStatus = {
  kind: 'file',
  state: 'open',
  keychain: null,
  trouble: null,
  hasFile: true,
}
const inMemory: VaultStatus = { ...file, kind: 'session', hasFile: false }

/** A lock on a machine whose clocks, vault and password are the test's. */
function ground(more: Partial<LockOptions> & { vaultStatus?: VaultStatus } = {}) {
  const dataDir = temporaryFolder()
  const clock = new FakeClock()
  const world = { status: more.vaultStatus ?? file, wallShift: 0, after: 5 as number | null }
  let changes = 0
  const start = (): Lock =>
    new Lock({
      open: openConf,
      dataDir,
      clock,
      now: () => clock.now() + world.wallShift,
      vault: {
        status: () => world.status,
        prove: async (typed) => (typed === right ? ok(null) : fail('wrong-passphrase', 'No.')),
      },
      after: () => world.after,
      checkSystem: null,
      onChange: () => (changes += 1),
      cost: cheap,
      ...more,
    })
  return { dataDir, clock, world, start, changes: () => changes }
}

describe('the screen locks', () => {
  test('after the chosen minutes without a touch, and not before', async () => {
    const { clock, start } = ground()
    const lock = start()
    await clock.advance(minutes(4))
    lock.touch()
    await clock.advance(minutes(5) - 2000)
    expect(lock.isLocked).toBe(false)
    await clock.advance(3000)
    expect(lock.isLocked).toBe(true)
  })

  test('never by itself where that was not chosen', async () => {
    const { clock, start, world } = ground()
    world.after = null
    const lock = start()
    await clock.advance(minutes(60))
    expect(lock.isLocked).toBe(false)
  })

  test('after a sleep of the machine, in which the monotonic clock stood', async () => {
    const { clock, start, world } = ground()
    const lock = start()
    world.wallShift = minutes(30)
    await clock.advance(1500)
    expect(lock.isLocked).toBe(true)
  })

  test('at its time though the wall clock was set back', async () => {
    const { clock, start, world } = ground()
    const lock = start()
    world.wallShift = -minutes(600)
    await clock.advance(minutes(5) + 1000)
    expect(lock.isLocked).toBe(true)
  })

  test('only where something can open it again', async () => {
    const { clock, start } = ground({ vaultStatus: inMemory })
    const lock = start()
    expect(lock.lock()).toMatchObject({ ok: false, error: { code: 'invalid' } })
    await clock.advance(minutes(10))
    expect(lock.status()).toMatchObject({ isLocked: false, way: null })
  })

  test('and stays locked through a restart', () => {
    const { start } = ground()
    start().lock()
    expect(start().isLocked).toBe(true)
  })

  test('where the note of it was damaged', () => {
    const { start, dataDir } = ground()
    start().lock()
    writeFileSync(join(dataDir, 'lock.json'), '{"locked":')
    expect(start().isLocked).toBe(true)
  })
})

describe('the screen opens', () => {
  test('with the passphrase of the keys, where they are in a file', async () => {
    const lock = ground().start()
    lock.lock()
    expect(await lock.unlock('wrong')).toMatchObject({ error: { code: 'wrong-passphrase' } })
    expect(lock.isLocked).toBe(true)
    expect(await lock.unlock(right)).toMatchObject({ ok: true, value: { isLocked: false } })
  })

  test('with a passphrase of its own, also after a restart', async () => {
    const { start } = ground({ vaultStatus: inMemory })
    const lock = start()
    expect(await lock.setUp({ way: 'own', password: 'open sesame' })).toMatchObject({
      value: { way: 'own' },
    })
    lock.lock()
    const next = start()
    expect(await next.unlock('close sesame')).toMatchObject({ error: { code: 'wrong-passphrase' } })
    expect(await next.unlock('open sesame')).toMatchObject({ ok: true })
  })

  test('with the password of the system, once it was told rightly here', async () => {
    const answers: PasswordCheck[] = ['unknown', 'wrong', 'right', 'right']
    const { start } = ground({
      vaultStatus: inMemory,
      checkSystem: async () => answers.shift()!,
    })
    const lock = start()
    const chosen = { way: 'system', password: 'login' } as const
    expect(await lock.setUp(chosen)).toMatchObject({ error: { code: 'vault-failed' } })
    expect(await lock.setUp(chosen)).toMatchObject({ error: { code: 'wrong-passphrase' } })
    expect(lock.status().way).toBeNull()
    expect(await lock.setUp(chosen)).toMatchObject({ value: { way: 'system' } })
    lock.lock()
    expect(await lock.unlock('login')).toMatchObject({ ok: true })
  })

  test('with nothing where what opened it is gone, and says so', async () => {
    const { start, world } = ground()
    const lock = start()
    lock.lock()
    world.status = inMemory
    expect(await lock.unlock(right)).toMatchObject({ error: { code: 'vault-failed' } })
    expect(lock.isLocked).toBe(true)
  })
})

describe('wrong answers', () => {
  test('are slowed down more and more, up to five minutes', () => {
    expect([0, 2, 3, 4, 5, 20].map(waitAfter)).toEqual([0, 0, 2000, 4000, 8000, 300_000])
  })

  test('make even the right one wait, also after a restart, and are forgotten after it', async () => {
    const { clock, start } = ground()
    const lock = start()
    lock.lock()
    for (const typed of ['a', 'b', 'c']) await lock.unlock(typed)
    expect(lock.status().wait).toBe(2000)
    expect(await lock.unlock(right)).toMatchObject({
      error: { code: 'too-soon', message: expect.stringContaining(': 2 s.') },
    })

    const next = start()
    expect(next.status().wait).toBe(2000)
    expect(await next.unlock(right)).toMatchObject({ error: { code: 'too-soon' } })
    await clock.advance(2001)
    expect(await next.unlock('d')).toMatchObject({ error: { code: 'wrong-passphrase' } })
    expect(next.status().wait).toBe(4000)
    await clock.advance(4001)
    expect(await next.unlock(right)).toMatchObject({ ok: true })
    next.lock()
    await next.unlock('e')
    expect(next.status().wait).toBe(0)
  })

  test('of one secret are not forgotten for a right one of another', async () => {
    const { start } = ground({ vaultStatus: inMemory, checkSystem: async () => 'wrong' })
    const lock = start()
    await lock.setUp({ way: 'own', password: 'open sesame' })
    const guess = () => lock.setUp({ way: 'system', password: 'login', proof: 'open sesame' })
    for (const _ of [1, 2, 3])
      expect(await guess()).toMatchObject({ error: { code: 'wrong-passphrase' } })
    expect(await guess()).toMatchObject({ error: { code: 'too-soon' } })
    // Who knows what opens the screen waits for none of it.
    expect(lock.status().wait).toBe(0)
    lock.lock()
    expect(await lock.unlock('open sesame')).toMatchObject({ ok: true })
  })

  test('that were counted before each secret had a count count for all', () => {
    const { start, dataDir } = ground()
    const value = { locked: true, failures: 4, system: false, own: null }
    writeFileSync(join(dataDir, 'lock.json'), JSON.stringify({ version: 1, value }))
    const lock = start()
    expect(lock.status()).toMatchObject({ isLocked: true, wait: 4000 })
  })

  test('cannot be hurried by asking many at once', async () => {
    const lock = ground().start()
    lock.lock()
    const answers = await Promise.all(['a', right, 'b'].map((typed) => lock.unlock(typed)))
    expect(answers.map((answer) => !answer.ok && answer.error.code)).toEqual([
      'wrong-passphrase',
      'too-soon',
      'too-soon',
    ])
  })
})
