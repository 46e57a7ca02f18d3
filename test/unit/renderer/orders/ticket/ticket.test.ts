import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inside, tallestIn } from '../../../../../src/renderer/components/float-place.ts'
import { complete } from '../../../../../src/renderer/books/symbols.ts'
import {
  sharesAsked,
  startFields,
  ticketsOf,
  withGroup,
} from '../../../../../src/renderer/orders/ticket/ticket-fields.ts'
import { nextSigned, nextStep } from '../../../../../src/renderer/orders/ticket/field-steps.ts'
import { withKind } from '../../../../../src/renderer/orders/ticket/kind-change.ts'
import {
  remarksWithoutField,
  placesShown,
} from '../../../../../src/renderer/orders/ticket/remark-positions.ts'
import { leftOutWords } from '../../../../../src/renderer/orders/ticket/left-out.ts'
import { tryWords } from '../../../../../src/renderer/orders/ticket/send-again.ts'
import { outcomeSummary } from '../../../../../src/renderer/orders/ticket/outcome-summary.ts'
import { worstFirst } from '../../../../../src/renderer/orders/ticket/ticket-outcome.ts'
import { resendOf } from '../../../../../src/shared/orders/resending.ts'
import { remarksByField } from '../../../../../src/renderer/orders/ticket/ticket-remarks.ts'
import { outcomeTitle } from '../../../../../src/renderer/orders/intent-words.ts'
import { textOf, ticketOf } from '../../../../../src/renderer/orders/ticket/ticket-text.ts'
import {
  outcomeHeading,
  slicesText,
} from '../../../../../src/renderer/orders/ticket/ticket-words.ts'
import type { AccountGroup } from '../../../../../src/shared/accounts/groups.ts'
import type { Intent } from '../../../../../src/shared/orders/intents.ts'
import type { Problem } from '../../../../../src/shared/orders/problems.ts'
import type { TicketKind } from '../../../../../src/shared/orders/tickets.ts'
import { account } from '../../memory-desk.ts'
import { intent, part, regular } from '../../intents.ts'
import { tickets } from './tickets.ts'

const accounts = [account('main'), account('swing')]

describe('a ticket as text', () => {
  it('is the same ticket when it is read', () => {
    fc.assert(
      fc.property(tickets(['main']), (ticket) => {
        expect(ticketOf(textOf(ticket), null)).toEqual({ ok: true, ticket })
      }),
      { seed: 20261121, numRuns: 300 },
    )
  })

  it('reads figures that are grouped, and names what is not grouped as figures are', () => {
    const text = { ...textOf(regular()), quantity: '1,50,000', price: '1,560.30' }
    expect(ticketOf(text, null)).toMatchObject({
      ticket: { quantity: '150000', pricing: { price: '1560.30' } },
    })
    expect(ticketOf({ ...text, quantity: '1,50', price: '1500,50' }, null)).toEqual({
      ok: false,
      problems: {
        quantity: 'must be a whole number of units',
        'pricing.price': 'must be a number, such as 1531.90',
      },
    })
  })

  it('names a symbol with marks that cannot be seen', () => {
    expect(ticketOf({ ...textOf(regular()), symbol: 'INFY\u200B-EQ' }, null)).toMatchObject({
      ok: false,
      problems: { symbol: expect.stringContaining('cannot be seen') },
    })
  })

  it('names every field that does not fit', () => {
    const text = { ...textOf(regular()), quantity: '0', price: 'x' }
    expect(ticketOf(text, null)).toEqual({
      ok: false,
      problems: {
        quantity: 'must be more than zero',
        'pricing.price': 'must be a number, such as 1531.90',
      },
    })
  })
})

describe('the fields of a ticket', () => {
  const fields = { ...startFields([accounts[0]!]), symbol: 'INFY-EQ', price: '1500' }

  it('make an order for each account that is ticked', () => {
    const recipients = [
      { account: 'main', isOn: true, own: '' },
      { account: 'swing', isOn: false, own: '7' },
    ]
    const read = ticketsOf({ ...fields, quantity: '10', recipients }, accounts, { lot: null })
    expect(read).toMatchObject({ ok: true, tickets: [{ account: 'main', quantity: '10' }] })
  })

  it('ask for an account where none is ticked', () => {
    const recipients = [{ account: 'main', isOn: false, own: '' }]
    expect(ticketsOf({ ...fields, recipients }, accounts, { lot: null })).toMatchObject({
      ok: false,
      problems: { account: 'Choose at least one account.' },
    })
  })

  it('never guess the size of a lot', () => {
    const inLots = { ...fields, unit: 'lots', quantity: '2' } as const
    expect(ticketsOf(inLots, accounts, { lot: null })).toMatchObject({
      ok: false,
      problems: { quantity: expect.stringContaining('enter units') },
    })
    expect(ticketsOf(inLots, accounts, { lot: 65 })).toMatchObject({
      tickets: [{ quantity: '130' }],
    })
    expect(ticketsOf({ ...inLots, quantity: '1,000' }, accounts, { lot: 65 })).toMatchObject({
      tickets: [{ quantity: '65000' }],
    })
    expect(ticketsOf({ ...inLots, quantity: '1.5' }, accounts, { lot: 65 })).toMatchObject({
      ok: false,
    })
  })

  it('leave a market order to each account’s own protection where those differ', () => {
    const careful = account('careful')
    const two = [account('main'), { ...careful, trading: { ...careful.trading, protection: 2 } }]
    const start = startFields(two, { symbol: 'INFY-EQ', quantity: '1', type: 'MARKET' })
    const recipients = start.recipients.map((one) => ({ ...one, isOn: true }))
    expect(ticketsOf({ ...start, recipients }, two, { lot: null })).toMatchObject({
      tickets: [{ pricing: { protection: '0.5' } }, { pricing: { protection: '2' } }],
    })
  })

  it('always fit the kind that they were changed to', () => {
    const kinds: TicketKind[] = ['regular', 'smart', 'bracket', 'cover', 'option']
    const text = {
      ...fields,
      ...{ quantity: '10', position: '5', trigger: '1', target: '1', stop: '1', stopPrice: '1' },
      ...{ underlying: 'NIFTY', expiry: '24NOV26', strikeStep: '50' },
    }
    const type = fc.constantFrom('LIMIT', 'MARKET', 'SL', 'SL-M')
    const product = fc.constantFrom('CNC', 'MIS', 'NRML')
    fc.assert(
      fc.property(fc.constantFrom(...kinds), type, product, (kind, type, product) => {
        const changed = withKind({ ...text, kind: 'smart', type, product }, kind)
        const priced = { ...changed, price: '1', trigger: '1' }
        expect(ticketsOf(priced, accounts, { lot: null }).ok).toBe(true)
      }),
      { seed: 20261121, numRuns: 100 },
    )
  })

  it('take no price of a share along to an option, nor the other way round', () => {
    const prices = { price: '845', trigger: '840' }
    const none = { price: '', trigger: '' }
    expect(withKind({ ...fields, ...prices, kind: 'regular' }, 'cover')).toMatchObject(prices)
    expect(withKind({ ...fields, ...prices, kind: 'regular' }, 'option')).toMatchObject(none)
    expect(withKind({ ...fields, ...prices, kind: 'option' }, 'regular')).toMatchObject(none)
  })

  it('that lack something else are not said to be too few', () => {
    const lacking = ticketsOf({ ...fields, quantity: '10', price: '' }, accounts, { lot: null })
    expect(lacking).toMatchObject({ ok: false })
    expect(lacking).not.toHaveProperty('problems.quantity')
  })

  describe('for a group', () => {
    const group: AccountGroup = {
      id: crypto.randomUUID(),
      name: 'Both',
      colour: 'green',
      members: [
        { account: 'main', share: { kind: 'times', times: '2' } },
        { account: 'swing', share: { kind: 'times', times: '0.5' } },
      ],
    }
    const chosen = { ...fields, ...withGroup(fields, group, accounts) }

    it('go to its members alone, each with its share', () => {
      expect(ticketsOf({ ...chosen, quantity: '10' }, accounts, { lot: null })).toMatchObject({
        tickets: [
          { account: 'main', quantity: '20' },
          { account: 'swing', quantity: '5' },
        ],
      })
    })

    it('leave out a member of whose share nothing is left, and say so of all', () => {
      expect(ticketsOf({ ...chosen, quantity: '75' }, accounts, { lot: 75 })).toMatchObject({
        tickets: [{ account: 'main', quantity: '150' }],
      })
      const half = { ...group, members: [group.members[1]!] }
      const none = { ...fields, ...withGroup(fields, half, accounts), quantity: '75' }
      expect(ticketsOf(none, accounts, { lot: 75 })).toMatchObject({
        ok: false,
        problems: { quantity: expect.stringContaining('less than a lot') },
      })
    })

    it('count its shares of lots in lots', () => {
      const inLots = { ...chosen, unit: 'lots', quantity: '3' } as const
      expect(ticketsOf(inLots, accounts, { lot: 75 })).toMatchObject({
        tickets: [{ quantity: '450' }, { quantity: '75' }],
      })
    })

    it('prefer what the person typed for a member', () => {
      const recipients = chosen.recipients.map((one) =>
        one.account === 'swing' ? { ...one, own: '7' } : one,
      )
      expect(
        ticketsOf({ ...chosen, recipients, quantity: '10' }, accounts, { lot: null }),
      ).toMatchObject({ tickets: [{ quantity: '20' }, { account: 'swing', quantity: '7' }] })
    })
  })

  describe('for a group that takes parts of money', () => {
    const members: AccountGroup['members'] = [
      { account: 'main', share: { kind: 'funds', percent: '25' } },
      { account: 'swing', share: { kind: 'sum', percent: '60' } },
    ]
    const group = { id: crypto.randomUUID(), name: 'Both', colour: 'green', members } as const
    const chosen = { ...fields, ...withGroup(fields, group, accounts), sum: '5,00,000' }
    const ofFunds = { percent: '25', funds: '100000' }
    const units = { units: '16', isLeftOut: false, says: 'a quarter' }
    const known = {
      lot: null,
      money: [
        { account: 'main', ...units, ofFunds },
        { account: 'swing', ...units, units: '200', ofFunds: null },
      ],
    }

    it('ask what their parts buy, of an order that has no quantity yet', () => {
      expect(sharesAsked(chosen, accounts)).toMatchObject({
        orders: [
          { account: 'main', quantity: '1' },
          { account: 'swing', quantity: '1' },
        ],
        shares: [
          { percent: '25', sum: null },
          { percent: '60', sum: '500000' },
        ],
      })
      expect(sharesAsked({ ...chosen, symbol: '' }, accounts)).toBeNull()
      expect(sharesAsked({ ...chosen, group: null }, accounts)).toBeNull()
    })

    it('make no order before that is known', () => {
      expect(ticketsOf(chosen, accounts, { lot: null })).toEqual({ ok: false, problems: {} })
      expect(ticketsOf({ ...chosen, price: '' }, accounts, { lot: null })).toMatchObject({
        problems: { 'pricing.price': expect.any(String) },
      })
    })

    it('make orders of it, without a quantity for all, that say what funds they are of', () => {
      const read = ticketsOf(chosen, accounts, known)
      expect(read).toMatchObject({
        tickets: [
          { account: 'main', quantity: '16', ofFunds },
          { account: 'swing', quantity: '200' },
        ],
      })
      expect(read.ok && read.tickets[1]).not.toHaveProperty('ofFunds')
    })

    it('want a sum where somebody takes a part of one, and not else', () => {
      expect(ticketsOf({ ...chosen, sum: '' }, accounts, known)).toMatchObject({
        problems: { sum: expect.stringContaining('Type the sum') },
      })
      const own = chosen.recipients.map((one) => ({ ...one, own: '3' }))
      expect(ticketsOf({ ...chosen, sum: '', recipients: own }, accounts, known)).toMatchObject({
        tickets: [{ quantity: '3' }, { quantity: '3' }],
      })
    })

    it('leave out whose part buys nothing, or is not known', () => {
      const left = {
        account: 'main',
        units: '0',
        isLeftOut: true,
        says: 'Left out.',
        ofFunds: null,
      }
      const some = { ...known, money: [left, known.money[1]!] }
      expect(ticketsOf(chosen, accounts, some)).toMatchObject({ tickets: [{ account: 'swing' }] })
      const none = { ...known, money: [left, { ...left, account: 'swing' }] }
      expect(ticketsOf(chosen, accounts, none)).toMatchObject({
        problems: { quantity: 'Nobody takes anything of this: each account says why.' },
      })
    })
  })

  it('step by keys', () => {
    expect(nextStep('', '65', 1)).toBe('65')
    expect(nextStep('100', '65', -1)).toBe('65')
    expect(nextStep('0.03', '0.05', -10)).toBe('0')
    expect(nextStep('1,500', '65', 1)).toBe('1560')
    expect(nextSigned('-1,500', '25', 1)).toBe('-1475')
    expect(nextSigned('', '1', -1)).toBe('-1')
    expect(nextSigned('-50', '25', 2)).toBe('0')
  })
})

describe('sending again', () => {
  it('is for what surely is not at the broker, and names what it is sent again for', () => {
    const id = '00000000-0000-4000-8000-00000000aaaa'
    for (const state of ['refused', 'not-sent', 'absent'] as const)
      expect(resendOf(intent({ id, state }))).toEqual({ ...regular(), resends: id })
    for (const state of ['recorded', 'sent', 'accepted', 'in-doubt', 'matched', 'settled'] as const)
      expect(resendOf(intent({ state }))).toBeNull()
    expect(resendOf(intent({ state: 'refused', ticket: null }))).toBeNull()
  })

  it('takes the missing slices of a part, and none that may be there', () => {
    const parts = [
      part('accepted', { quantity: 1800 }),
      part('refused', { quantity: 1800 }),
      part('not-sent', { quantity: 400 }),
    ]
    const ticket = regular({ quantity: '4000', slice: '1800' })
    expect(resendOf(intent({ ticket, state: 'partly', parts }))).toMatchObject({ quantity: '2200' })
  })
})

describe('what the desk says', () => {
  const problem = (more: Partial<Problem>): Problem => ({
    order: 0,
    field: 'pricing.price',
    level: 'refuse',
    code: 'tick',
    message: 'Off the tick.',
    ...more,
  })
  const two = [regular(), regular({ account: 'swing' })]
  const nameOf = (id: string) => ({ main: 'Main', swing: 'Swing' })[id] ?? id
  const said = (problems: Problem[]) =>
    Object.fromEntries(remarksByField({ typed: {}, problems, tickets: two, nameOf }))

  it('is said once where it is the same for all', () => {
    const problems = [
      problem({ message: 'Main: Off the tick.' }),
      problem({ order: 1, message: 'Swing: Off the tick.' }),
    ]
    expect(said(problems)).toEqual({
      'pricing.price': [{ level: 'refuse', message: 'Off the tick.' }],
    })
  })

  it('names the account where it is not, or stands at its own quantity', () => {
    expect(said([problem({ order: 1 })])).toEqual({
      'pricing.price': [{ level: 'refuse', message: 'Swing: Off the tick.' }],
    })
    expect(said([problem({ order: 1, field: 'quantity' })])).toEqual({
      'to.swing': [{ level: 'refuse', message: 'Off the tick.' }],
    })
  })

  it('is said once, with the accounts, where it is to be read of the figures of several', () => {
    const tickets = ['main', 'swing', 'reserve'].map((account) => regular({ account }))
    const moving = (order: number): Problem =>
      problem({ order, field: 'target', level: 'ask', message: 'What is held may still change.' })
    const remarks = (problems: readonly Problem[]) =>
      Object.fromEntries(remarksByField({ typed: {}, problems, tickets, nameOf }))
    expect(remarks([moving(0), moving(1)])).toEqual({
      target: [{ level: 'ask', message: 'Main, Swing: What is held may still change.' }],
    })
    expect(remarks([moving(1)])).toEqual({
      'to.swing': [{ level: 'ask', message: 'What is held may still change.' }],
    })
    const refused = remarks([moving(0), moving(1)].map((one) => ({ ...one, level: 'refuse' })))
    expect(Object.keys(refused)).toEqual(['to.main', 'to.swing'])
  })

  it('counts the accounts where it is the same for some of them', () => {
    const tickets = ['main', 'swing', 'reserve'].map((account) => regular({ account }))
    const problems = [
      problem({ message: 'Main: Off the tick.' }),
      problem({ order: 1, message: 'Swing: Off the tick.' }),
    ]
    expect([...remarksByField({ typed: {}, problems, tickets, nameOf }).values()]).toEqual([
      [{ level: 'refuse', message: '2 of 3 accounts: Off the tick.' }],
    ])
  })

  it('stands with the whole order where its field has no place for remarks', () => {
    const fields = startFields(accounts, { type: 'LIMIT' })
    const remarks = remarksByField({
      typed: {},
      problems: ['product', 'pricing.price', 'pricing.trigger'].map((field) =>
        problem({ field, message: `About ${field}.` }),
      ),
      tickets: [regular()],
      nameOf,
    })
    expect(remarksWithoutField(remarks, placesShown(fields)).map(({ message }) => message)).toEqual(
      ['About product.', 'About pricing.trigger.'],
    )
  })

  it('has the worst first', () => {
    const problems = [
      problem({ level: 'ask', message: 'Far.', order: null }),
      problem({ order: null }),
    ]
    expect(said(problems)['pricing.price']!.map(({ level }) => level)).toEqual(['refuse', 'ask'])
  })
})

describe('words', () => {
  it('count slices of one size', () => {
    expect(slicesText([1800, 1800, 400])).toBe('3 slices: 2 × 1,800 + 400')
    expect(slicesText([10])).toBe('goes whole')
  })

  it('of several outcomes say what each row says, and what needs a look first', () => {
    const rejected = { ...part('accepted'), rejection: { reason: 'Margin is short' } }
    const all = [
      intent({ state: 'accepted' }),
      intent({ state: 'in-doubt' }),
      intent({ state: 'accepted', parts: [rejected] }),
      intent({ state: 'refused' }),
      intent({ state: 'sent' }),
      intent({ state: 'accepted' }),
      intent({ state: 'recorded' }),
    ]
    expect(outcomeHeading(all)).toBe(
      '1 in doubt, 1 rejected, 1 refused, 2 of 7 accepted, 1 sent, no answer yet, 1 queued',
    )
    expect(worstFirst(all).map(outcomeTitle)).toEqual([
      ...['In doubt', 'Rejected', 'Refused'],
      ...['Accepted', 'Sent', 'Accepted', 'Queued'],
    ])
  })

  it('of what was filled say that instead of accepted', () => {
    const all = [intent({ state: 'accepted' }), intent({ state: 'accepted' })]
    const titleOf = (filled: number) => (one: Intent) =>
      all.indexOf(one) < filled ? 'Filled' : 'Accepted'
    expect(outcomeHeading(all, titleOf(2))).toBe('2 of 2 filled')
    expect(outcomeHeading(all, titleOf(1))).toBe('1 of 2 filled, 1 of 2 accepted')
    expect(outcomeHeading(all.slice(0, 1), titleOf(1))).toBe('Filled')
    expect(outcomeSummary(all, { at: 0, titleOf: titleOf(2) })).toMatch(
      /IST: 2 of 2 filled\n.*\n.*\tFilled\t/,
    )
  })

  it('of what went wrong stand before what did not go, and that before what went', () => {
    const states = [
      'accepted',
      'not-sent',
      'refused',
      'sent',
      'absent',
      'partly',
      'in-doubt',
    ] as const
    expect(worstFirst(states.map((state) => intent({ state }))).map(({ state }) => state)).toEqual([
      ...['in-doubt', 'partly', 'refused', 'not-sent', 'absent', 'accepted', 'sent'],
    ])
  })

  it('of many outcomes are copied as text, a line for each account, with all that was said', () => {
    const reason = 'x'.repeat(3000)
    const refused = part('refused', { code: 'refused', message: 'No margin.', detail: reason })
    const at = Date.parse('2026-11-23T10:00:01+05:30')
    const confirmed = '10:00:01'
    const of = { at, params: { action: 'BUY', symbol: 'INFY-EQ' } }
    expect(
      outcomeSummary(
        [
          intent({ ...of, state: 'accepted', parts: [part('accepted', { orderId: '1001' })] }),
          intent({ ...of, accountName: 'Swing', state: 'refused', parts: [refused] }),
          intent({ ...of, accountName: '=Last', state: 'not-sent', calledOff: 'person' }),
        ],
        { at: Date.parse('2026-11-23T10:00:05+05:30') },
      ).split('\n'),
    ).toEqual([
      'As of 2026-11-23 10:00:05 IST: 1 refused, 1 cancelled, 1 of 3 accepted',
      'Account\tWhat\tOutcome\tOrder number\tReason\tConfirmed (IST)\tTry',
      `Swing\tbuy 100 INFY-EQ\tRefused\t\tNo margin. ${reason}\t${confirmed}\t`,
      `'=Last\tbuy 100 INFY-EQ\tCancelled\t\tCancelled by you before it was sent.\t${confirmed}\t`,
      `Main\tbuy 100 INFY-EQ\tAccepted\t1001\t\t${confirmed}\t`,
    ])
  })

  it('say which is the first try and which the next, where both keep their line', () => {
    const first = intent({ id: 'first' })
    const again = intent({ id: 'again', resends: 'first' })
    const both = [first, again]
    expect(both.map((one) => tryWords(one, both))).toEqual(['sent again since', 'sent again'])
    expect(tryWords(first, [first])).toBeNull()
  })

  it('name at the end of the copied text who was left out, and why', () => {
    const leftOut = [{ name: 'Jai', says: 'It has no keys here.' }]
    expect(
      outcomeSummary([intent({ state: 'accepted' })], { at: 0, leftOut })
        .split('\n')
        .at(-1),
    ).toBe('Jai\t\tLeft out\t\tIt has no keys here.')
  })

  it('name those who are left out once for each reason', () => {
    const of = (account: string, says: string) => ({ account, says })
    const leftOut = [of('a', 'No keys.'), of('b', 'Read-only.'), of('c', 'No keys.')]
    expect(leftOutWords(leftOut, (id) => id.toUpperCase())).toEqual([
      'A, C: No keys.',
      'B: Read-only.',
    ])
  })

  it('of one outcome are those of its row', () => {
    const rejected = { ...part('accepted'), rejection: { reason: null } }
    const heading = (more: Partial<Intent>) => outcomeHeading([intent(more)])
    expect(heading({ state: 'accepted' })).toBe('Accepted')
    expect(heading({ state: 'accepted', parts: [rejected] })).toBe('Rejected')
    expect(heading({ state: 'refused' })).toBe('Refused')
    expect(heading({ state: 'not-sent', calledOff: 'person' })).toBe('Cancelled')
    expect(heading({ state: 'sent' })).toBe('Sent, no answer yet')
    expect(heading({ state: 'recorded' })).toBe('Queued')
  })
})

describe('symbols', () => {
  it('that begin with the text come before those that hold it', () => {
    const known = ['NIFTY26NOVFUT', 'BANKNIFTY26NOVFUT', 'SBIN-EQ'].map((symbol) => ({
      exchange: 'NSE' as const,
      symbol,
      ltp: null,
      lot: null,
      tick: null,
    }))
    expect(complete(known, 'nifty').map(({ symbol }) => symbol)).toEqual([
      'NIFTY26NOVFUT',
      'BANKNIFTY26NOVFUT',
    ])
  })
})

describe('a floating window', () => {
  it('is never out of the room, and stands where it is wanted if it can', () => {
    const size = { width: 400, height: 500 }
    const room = { width: 1280, height: 800 }
    expect(inside({ left: 2000, top: -50 }, { size, room })).toEqual({ left: 872, top: 54 })
    // It leaves the status line in sight.
    expect(inside({ left: 100, top: 900 }, { size, room })).toEqual({ left: 100, top: 268 })
    expect(inside({ left: 100, top: 100 }, { size, room })).toEqual({ left: 100, top: 100 })
    expect(inside(null, { size, room })).toEqual({ left: 440, top: 150 })
  })

  it('leaves the bar with its stop in sight, but in a window that is too low for that', () => {
    const topIn = (width: number, height: number) =>
      inside(null, {
        size: { width: 386, height: tallestIn({ width, height }) },
        room: { width, height },
      }).top
    expect(topIn(1024, 700)).toBe(54)
    expect(topIn(640, 700)).toBe(83)
    // As it is at 200 % zoom.
    expect(topIn(720, 450)).toBe(83)
    expect(topIn(640, 380)).toBe(8)
    expect(tallestIn({ width: 640, height: 380 })).toBe(340)
  })
})
