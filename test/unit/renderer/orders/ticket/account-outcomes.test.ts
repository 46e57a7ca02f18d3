import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isMet,
  isSameOrder,
  outcomesByAccount,
  unfinished,
} from '../../../../../src/renderer/orders/ticket/account-outcomes.ts'
import { sendingAgain, wholeOf } from '../../../../../src/renderer/orders/ticket/send-again.ts'
import { partsOf } from '../../../../../src/renderer/orders/ticket/ticket-words.ts'
import { outcomeTitle } from '../../../../../src/renderer/orders/intent-words.ts'
import { OrderTries } from '../../../../../src/shared/orders/resending.ts'
import { textOf } from '../../../../../src/renderer/orders/ticket/ticket-text.ts'
import {
  type Intent,
  intentStates,
  isSurelyNotThere,
} from '../../../../../src/shared/orders/intents.ts'
import { intent, part, regular, uuid } from '../../intents.ts'

const told = (account: string, state: Intent['state'], more: Partial<Intent> = {}): Intent =>
  intent({ account, ticket: regular({ account }), state, ...more })

const accepted = { parts: [part('accepted', { orderId: '1001' })] }
const fields = textOf(regular())
const minutes = 60_000

describe('what became of an order in each account', () => {
  it('is said in plain words', () => {
    const parts = [part('accepted', { quantity: 1800, orderId: '7' }), part('refused')]
    expect([
      ...outcomesByAccount([
        told('a', 'accepted', accepted),
        told('b', 'in-doubt'),
        told('c', 'refused'),
        told('d', 'partly', { parts }),
        told('e', 'sent'),
        told('f', 'not-sent'),
        told('g', 'recorded'),
      ]),
    ]).toEqual([
      ['a', { is: 'there', says: 'has it already, as 1001' }],
      ['b', { is: 'unsure', says: 'may have it: no clear answer came' }],
      ['c', { is: 'missing', says: 'does not have it: refused' }],
      ['d', { is: 'there', says: 'has 1,800 of it already, as 7' }],
      ['e', { is: 'coming', says: 'may have it: not answered yet' }],
      ['f', { is: 'missing', says: 'does not have it: not sent' }],
      ['g', { is: 'coming', says: 'gets it: it waits for its turn' }],
    ])
  })

  it('is no rejection of all of it where one slice was rejected, and no doubt is hid by one', () => {
    const slice = (orderId: string) => part('accepted', { orderId })
    const rejected = { ...slice('2'), rejection: { reason: 'No margin.' } }
    const inDoubt = part('in-doubt')
    const says = (state: Intent['state'], ...parts: Intent['parts']) => {
      const one = told('a', state, { parts })
      const [outcome] = outcomesByAccount([one]).values()
      return [
        outcomeTitle(one),
        outcome,
        sendingAgain([one], [one]).leftOut?.match(/\((.*)\)/)?.[1],
      ]
    }
    expect(says('accepted', rejected)).toEqual([
      'Rejected',
      { is: 'there', says: 'had it, as 2, and rejected it later' },
      'rejected',
    ])
    expect(says('accepted', slice('1'), rejected)).toEqual([
      'Partly rejected',
      { is: 'there', says: 'has at most 100 of it, as 1, 2: a part was rejected' },
      'a part of it rejected',
    ])
    expect(says('in-doubt', rejected, inDoubt)).toEqual([
      'In doubt',
      { is: 'unsure', says: 'may have it: no clear answer came' },
      'in doubt, to be looked for first',
    ])
    expect(partsOf({ parts: [slice('1'), rejected] })).toMatchObject([
      { title: 'Slice 2, Rejected' },
    ])
  })

  it('is missing only where every try of it surely is not at the broker', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...intentStates), { minLength: 1 }), (states) => {
        const [outcome] = outcomesByAccount(states.map((state) => told('a', state))).values()
        expect(outcome!.is === 'missing').toBe(states.every(isSurelyNotThere))
      }),
    )
  })

  it('is all that was wanted only where nothing is missing or in doubt', () => {
    const met = (...states: Intent['state'][]) => isMet(states.map((state) => told('a', state)))
    expect(met('accepted', 'sent', 'recorded', 'matched')).toBe(true)
    expect(met('accepted', 'in-doubt')).toBe(false)
    expect(met('accepted', 'refused')).toBe(false)
  })
})

describe('an order that not all accounts got', () => {
  const three = [
    told('a', 'accepted', { id: uuid(1), at: 0 }),
    told('b', 'in-doubt', { id: uuid(2), at: 0 }),
    told('c', 'refused', { id: uuid(3), at: 0 }),
  ]
  const left = (intents: readonly Intent[], now = minutes) => [
    ...outcomesByAccount(unfinished(intents, { fields, now })).keys(),
  ]

  it('is gone on with by a ticket for the same, for a while, and longer while it is in doubt', () => {
    expect(left(three)).toEqual(['a', 'b', 'c'])
    expect(left(three.slice(0, 1).concat(three[2]!), 16 * minutes)).toEqual([])
    expect(
      left([told('b', 'in-doubt', { at: 0 }), told('c', 'in-doubt', { at: 0 })], 60 * minutes),
    ).toEqual(['b', 'c'])
    const other = { ...fields, symbol: 'SBIN-EQ' }
    expect(unfinished(three, { fields: other, now: minutes })).toEqual([])
    const sale = { ...fields, action: 'SELL' } as const
    expect(unfinished(three, { fields: sale, now: minutes })).toEqual([])
  })

  it('is over once the rest arrived, and never begun where nobody got it', () => {
    const again = (account: string, of: number, state: Intent['state']) =>
      told(account, state, { resends: uuid(of), at: minutes, confirmation: uuid(900_001) })
    const [a, , c] = three
    expect(left([a!, c!])).toEqual(['a', 'c'])
    expect(left([a!, c!, again('c', 3, 'accepted')])).toEqual([])
    expect(left([a!, c!, again('c', 3, 'refused')])).toEqual(['a', 'c'])
    expect(left([c!, told('d', 'not-sent', { at: 0 })])).toEqual([])
    // What they were first sent again for is long ago, and not among them any more.
    const tried = [
      told('a', 'accepted', { at: 0, resends: uuid(98) }),
      told('c', 'refused', { at: 0, id: uuid(3), resends: uuid(99) }),
    ]
    expect(left([...tried, again('c', 3, 'refused')])).toEqual(['a', 'c'])
  })

  it('is not hidden by a later order for one of them, nor by an exit', () => {
    const later = (account: string, state: Intent['state'], more: Partial<Intent> = {}) =>
      told(account, state, { at: minutes, confirmation: uuid(900_002), ...more })
    const outcomes = (more: readonly Intent[]) =>
      [...outcomesByAccount(unfinished([...three, ...more], { fields, now: 2 * minutes }))].map(
        ([account, { is }]) => `${account} ${is}`,
      )
    const asBefore = ['a there', 'b unsure', 'c missing']
    expect(outcomes([later('a', 'refused')])).toEqual(asBefore)
    expect(outcomes([later('a', 'accepted')])).toEqual(asBefore)
    const exits = [later('a', 'accepted', { exit: true }), later('b', 'accepted', { exit: true })]
    expect(outcomes(exits)).toEqual(asBefore)
    // What it got since may be the rest, sent by hand.
    expect(outcomes([later('c', 'accepted')])).toEqual(['a there', 'b unsure', 'c there'])
    const [a, , c] = three
    expect(left([a!, c!, later('c', 'accepted')])).toEqual([])
    expect(left([a!, c!, later('c', 'in-doubt')])).toEqual(['a', 'c'])
    // Nor by one for the rest alone that some of these did not get.
    const d = told('d', 'refused', { id: uuid(4), at: 0 })
    const rest = [later('c', 'accepted'), later('d', 'refused')]
    expect(left([a!, c!, d, ...rest]).toSorted()).toEqual(['a', 'c', 'd'])
    expect(left([a!, c!, d, later('c', 'accepted'), later('d', 'accepted')])).toEqual([])
  })

  it('is passed over once all of them got another one', () => {
    const another = (account: string) =>
      told(account, 'accepted', { at: minutes, confirmation: uuid(900_003) })
    expect(left([...three, another('a'), another('b'), another('c')])).toEqual([])
    expect(left([...three, another('a'), another('d')])).toEqual(['a', 'b', 'c'])
  })

  it('is known by what is traded and by its side, not by its size or price', () => {
    const ticket = regular({ symbol: 'infy-eq', quantity: '5' })
    expect(isSameOrder({ ticket }, fields)).toBe(true)
    expect(isSameOrder({ ticket: regular({ exchange: 'BSE' }) }, fields)).toBe(false)
  })
})

describe('an order that was sent again', () => {
  const first = told('a', 'absent', { id: uuid(11) })
  const second = told('a', 'refused', { id: uuid(12), resends: uuid(11) })
  const isSentAgain = (intent: Intent, all: readonly Intent[]) =>
    new OrderTries(all).isElsewhere(intent)

  it('is offered no third time once it arrived or may have, at whatever try', () => {
    expect(isSentAgain(first, [first])).toBe(false)
    expect(isSentAgain(first, [first, second])).toBe(false)
    expect(isSentAgain(first, [first, { ...second, state: 'in-doubt' }])).toBe(true)
    const third = told('a', 'accepted', { id: uuid(13), resends: uuid(12) })
    expect(isSentAgain(first, [first, second, third])).toBe(true)
    const beside = { ...third, resends: uuid(11) }
    expect(isSentAgain(second, [first, second, beside])).toBe(true)
    expect(isSentAgain(third, [first, second, third])).toBe(false)
  })

  it('takes only what surely is not there, and says of the others why they are left out', () => {
    const rejected = [{ ...part('accepted'), rejection: { reason: null } }]
    const all = [
      told('a', 'accepted', { accountName: 'A' }),
      told('b', 'in-doubt', { accountName: 'B' }),
      told('c', 'refused', { id: uuid(21), accountName: 'C' }),
      told('d', 'sent', { accountName: 'D' }),
      told('e', 'accepted', { accountName: 'E', parts: rejected }),
      told('f', 'not-sent', { id: uuid(22), accountName: 'F' }),
      told('f', 'accepted', { accountName: 'F again', resends: uuid(22), confirmation: uuid(2) }),
      ...['g', 'h', 'i'].map((name) => told(name, 'matched', { accountName: name })),
    ]
    const { tickets, leftOut } = sendingAgain(all, all)
    expect(tickets.map(({ account, resends }) => [account, resends])).toEqual([['c', uuid(21)]])
    expect(leftOut).toBe(
      [
        '5 accounts (at the broker already)',
        'B (in doubt, to be looked for first)',
        'D (not answered yet)',
        'E (rejected)',
        'F (sent again already)',
      ].join(' · '),
    )
  })

  it('is shown with the accounts that got it before, and of each account the last try', () => {
    const of = (account: string, state: Intent['state'], id: number, more: Partial<Intent> = {}) =>
      told(account, state, { id: uuid(id), at: id, ...more })
    const two = { confirmation: uuid(2) }
    const all = [
      of('a', 'accepted', 31),
      of('b', 'refused', 32),
      of('c', 'partly', 33, { parts: [part('accepted'), part('refused')] }),
      of('b', 'accepted', 34, { resends: uuid(32), ...two }),
      of('c', 'accepted', 35, { resends: uuid(33), ...two }),
      of('z', 'accepted', 36, { confirmation: uuid(3) }),
    ]
    expect(wholeOf(all.slice(3, 5), all).map(({ id }) => id)).toEqual(
      [31, 33, 34, 35].map((id) => uuid(id)),
    )
    expect(wholeOf(all.slice(5), all)).toEqual(all.slice(5))
  })
})
