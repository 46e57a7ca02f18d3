import { expect, it } from 'vitest'
import type { FaultName } from '../../../src/practice/faults/faults.ts'
import { addAccount, emptyDesk } from '../orders/placing-desk.ts'
import { deskWith, ended, exitFrom, hurried, standingPractice, truthOf } from './exits-desk.ts'

/** A broker with a day behind it for each of these faults. No market moves: what is open stays open. */
async function brokersWith<Name extends FaultName>(names: readonly Name[]) {
  const practices = await Promise.all(names.map(standingPractice))
  const brokers = names.map((name, at) => ({ name, practice: practices[at]! }))
  const begin = (): void => {
    for (const { name, practice } of brokers)
      for (const operation of ['OrderBook', 'PositionBook'] as const)
        practice.faults.set({ name, operation })
  }
  return { brokers, begin }
}

it('an account is not said to be out by books that leave out rows, or tell them twice', async () => {
  const names = ['rows-left-out', 'contradictory-rows', 'duplicate-rows'] as const
  const { brokers, begin } = await brokersWith(names)
  const services = Object.fromEntries(brokers.map(({ name, practice }) => [name, practice]))
  const { desk, ids, id } = await deskWith(services, hurried(15))
  begin()
  const run = await ended(desk, await exitFrom(desk, { what: 'both', accounts: ids }))
  for (const { name, practice } of brokers) {
    expect(truthOf(practice).open.length, name).toBeGreaterThan(0)
    const { step } = run.accounts.find(({ account }) => account === id(name))!
    expect(step, name).not.toBe('flat')
  }
}, 30_000)

it('an account is not said to be out by books that never were whole', async () => {
  const names = ['paged-within', 'error-beside', 'na-for-list', 'http-202'] as const
  const { brokers, begin } = await brokersWith(names)
  begin()
  const desk = await emptyDesk({ clock: hurried(15) })
  const ids = new Map<string, string>()
  for (const { name, practice } of brokers)
    ids.set(name, await addAccount(desk, { url: practice.url, name }))
  const run = await ended(desk, await exitFrom(desk, { what: 'both', accounts: [...ids.values()] }))
  for (const { name, practice } of brokers) {
    expect(truthOf(practice).open.length, name).toBeGreaterThan(0)
    const { step } = run.accounts.find(({ account }) => account === ids.get(name))!
    expect(step, name).not.toBe('flat')
  }
}, 30_000)
