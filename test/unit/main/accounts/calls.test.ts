import { describe, expect, it } from 'vitest'
import { type AccountParts, accountAnswers } from '../../../../src/main/accounts/calls.ts'
import type { Parsed } from '../../../../src/shared/contract.ts'
import type { Profile } from '../../../../src/shared/accounts/accounts.ts'
import { ok } from '../../../../src/shared/core/errors.ts'
import { usualTrading } from '../../../../src/shared/orders/limits.ts'

const profile: Profile = {
  id: 'a',
  name: 'Main',
  broker: 'ZE',
  service: { kind: 'url', url: 'https://service.example' },
  strategy: 'Manual',
  colour: 'blue',
  enabled: true,
  polls: {},
  readsPerSecond: 5,
  trading: usualTrading,
}

/** Of a desk with one account that has a working order; only what these calls ask is there. */
function answers(before: Profile = profile) {
  const done: string[] = []
  const parts = {
    roster: {
      find: (id: string) => (id === before.id ? before : undefined),
      save: async (input: Parsed<'saveAccount'>) => {
        done.push(`save, ${Object.keys(input).join()}`)
        return ok(null)
      },
      switch: (_: string, to: string) => {
        done.push(`switch ${to}`)
        return ok(null)
      },
    },
    openAt: () => [{ kind: 'orders', account: 'Main', count: 1 }],
  } as unknown as AccountParts
  return { done, ...accountAnswers(parts) }
}

describe('an account at which something is open', () => {
  const off = { ...profile, enabled: false }

  it('is asked about in the same words, whichever way it is switched off', async () => {
    const { done, saveAccount, switchAccount } = answers()
    const asked = switchAccount({ account: 'a', on: false })
    expect(asked).toMatchObject({ ok: false, error: { field: 'despite' } })
    expect(await saveAccount({ profile: off })).toEqual(asked)
    expect(switchAccount({ account: 'a', on: false, forToday: true })).toEqual(asked)
    expect(done).toEqual([])
  })

  it('is switched off where that was agreed to', async () => {
    const { done, saveAccount, switchAccount } = answers()
    await saveAccount({ profile: off, despite: true })
    switchAccount({ account: 'a', on: false, despite: true })
    switchAccount({ account: 'a', on: false, forToday: true, despite: true })
    expect(done).toEqual(['save, profile', 'switch off', 'switch off today'])
  })

  it('is saved without a question where it stays as it is, on or off, and where it is new', async () => {
    const { done, saveAccount } = answers()
    await saveAccount({ profile })
    await saveAccount({ profile: { ...off, id: undefined } })
    expect(done).toEqual(['save, profile', 'save, profile'])
    const isOff = answers(off)
    await isOff.saveAccount({ profile: off })
    expect(isOff.done).toEqual(['save, profile'])
  })
})
