import { describe, expect, it } from 'vitest'
import type { WayBack } from '../../../../../src/renderer/orders/ticket/exit-where.ts'
import { notReached } from '../../../../../src/renderer/orders/ticket/way-back.ts'
import { regular } from '../../intents.ts'

const leg = (account: string, quantity = '100') =>
  regular({ account, action: 'SELL', quantity, exit: true })

const none: WayBack = {
  ...{ tickets: [], working: [], unknown: [], unsure: [], gone: [], isMissed: true },
}

const said = (way: Partial<WayBack>, tickets = [leg('a')], leftOut: readonly string[] = []) =>
  notReached(
    { ...none, ...way },
    { tickets, leftOut: new Set(leftOut), nameOf: (id) => `Of ${id}`, loginOf: (id) => id[0]! },
  ).map(({ message }) => message)

describe('whom a review of a way out does not reach', () => {
  it('is nobody where all is as it was when it began', () => {
    expect(said({ tickets: [leg('a')] })).toEqual([])
    // Why the desk refuses one stands in the review itself.
    expect(said({ tickets: [leg('a'), leg('b')] }, [leg('a')], ['b'])).toEqual([])
  })

  it('is who was filled since, and of whom there is another size to leave', () => {
    expect(said({ tickets: [leg('a', '40'), leg('b', '1000')] })).toEqual([
      'Filled since, and not in this review: Of b (1,000). Go back, and choose it again.',
      'There is another size to leave by now than stands here: Of a (40). Go back, and choose it again.',
    ])
  })

  it('is who is in doubt or not known, and apart from them whose leg may not be all', () => {
    const unsure = [
      { account: 'a', name: 'A', isInDoubt: false },
      { account: 'b', name: 'B', isInDoubt: true },
      { account: 'c', name: 'C', isInDoubt: false },
    ]
    expect(said({ tickets: [leg('a')], unsure, gone: ['D'], working: ['a'] })).toEqual([
      'Not in this review, since it is in doubt whether it went through: B.',
      'Not in this review, since what is filled or still held of it is not known, or cannot be left by an order: C. Look into the books.',
      'It is not known whether what stands here is all that is to be left of A.',
      'Still works, and may fill after this: Of a. Nothing here cancels it.',
      'Not in this review, since nothing of it is held any more: D.',
    ])
  })
  it('is nobody whose login is in it, through whichever of its accounts', () => {
    const unsure = [
      { account: 'a', name: 'A', isInDoubt: false },
      { account: 'a2', name: 'A two', isInDoubt: false },
    ]
    expect(said({ tickets: [leg('a')], unsure })).toEqual([
      'It is not known whether what stands here is all that is to be left of A, A two.',
    ])
    expect(said({ tickets: [leg('a2')] })).toEqual([])
    expect(said({ tickets: [leg('a2', '40')] })).toEqual([
      'There is another size to leave by now than stands here: Of a2 (40). Go back, and choose it again.',
    ])
    const inDoubt = [{ account: 'a2', name: 'A two', isInDoubt: true }]
    expect(said({ tickets: [leg('a')], unsure: inDoubt })).toEqual([
      'Not in this review, since it is in doubt whether it went through: A two.',
    ])
  })
})
