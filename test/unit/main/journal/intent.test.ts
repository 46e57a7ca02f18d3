import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ImpossibleStep, stepIntent } from '../../../../src/main/journal/intent.ts'
import type { Intent, IntentEvent, PartOutcome } from '../../../../src/shared/orders/intents.ts'
import { intentStates, isSettled } from '../../../../src/shared/orders/intents.ts'
import {
  acceptedAs,
  answered,
  doubted,
  recorded,
  recordedExit,
  refused,
  sent,
} from '../journal/orders.ts'

const id = '0b5e2f0e-4a55-4c3f-9f57-0d8a35a7a9d2'

const after = (...events: IntentEvent[]): Intent => {
  let intent: Intent | undefined
  for (const [place, event] of events.entries())
    intent = stepIntent(intent, { id, at: place, event })
  return intent!
}

const states = ({ state, parts }: Intent) => [state, ...parts.map((part) => part.state)]
const twice = recorded({ quantities: [5, 5] })
const notSent: PartOutcome = {
  ...refused('No key.'),
  state: 'not-sent',
  code: 'no-keys',
}

/** A no in words that nobody knows. */
const saidNo: PartOutcome = { ...doubted, code: 'said-no', detail: 'Broken pipe' }
const refusedAfterLooks: IntentEvent = { kind: 'refused-after-looks', reads: 2 }

describe('an order', () => {
  test('goes from recorded to sent to what the service said of it', () => {
    expect(states(after(twice))).toEqual(['recorded', 'recorded', 'recorded'])
    expect(states(after(twice, sent()))).toEqual(['sent', 'sent', 'sent'])
    const both = after(twice, sent(), answered(acceptedAs('1'), acceptedAs('2')))
    expect(states(both)).toEqual(['accepted', 'accepted', 'accepted'])
    expect(both.parts.map(({ quantity, orderId }) => [quantity, orderId])).toEqual([
      [5, '1'],
      [5, '2'],
    ])
  })

  test.each<[string, PartOutcome[], Intent['state']]>([
    ['refused', [refused('No.'), refused('No.')], 'refused'],
    ['not sent', [notSent, notSent], 'not-sent'],
    ['surely not there in two ways', [refused('No.'), notSent], 'refused'],
    ['there in part', [acceptedAs('1'), refused('No.')], 'partly'],
    ['in doubt in part', [acceptedAs('1'), doubted], 'in-doubt'],
    ['in doubt where it is refused beside that', [refused('No.'), doubted], 'in-doubt'],
  ])('is %s as its parts are', (_what, outcomes, state) => {
    expect(after(twice, sent(), answered(...outcomes)).state).toBe(state)
  })

  test('is in doubt in those parts that the answer leaves out', () => {
    const short = after(twice, sent(), answered(acceptedAs('1')))
    expect(states(short)).toEqual(['in-doubt', 'accepted', 'in-doubt'])
    expect(states(after(twice, sent(), answered()))).toEqual(['in-doubt', 'in-doubt', 'in-doubt'])
  })

  test('keeps every order that the answer names, also more than were asked for', () => {
    const long = after(recorded(), sent(), answered(acceptedAs('1'), acceptedAs('2')))
    expect(long.parts.map(({ quantity, orderId }) => [quantity, orderId])).toEqual([
      [10, '1'],
      [null, '2'],
    ])
  })

  test('is in doubt where it was taken and no order named', () => {
    const nameless = { ...acceptedAs('1'), orderId: null }
    expect(states(after(recorded(), sent(), answered(nameless)))).toEqual(['in-doubt', 'in-doubt'])
    const named = { ...nameless, name: 'SBIN-EQ' }
    expect(states(after(recorded(), sent(), answered(named)))).toEqual(['in-doubt', 'in-doubt'])
  })

  test('that never left is not sent, and nothing else can be said of it', () => {
    expect(after(twice, answered(notSent, notSent)).state).toBe('not-sent')
    for (const outcomes of [[], [notSent], [notSent, acceptedAs('1')], [notSent, doubted]])
      expect(() => after(twice, answered(...outcomes))).toThrow(ImpossibleStep)
  })

  test('in doubt is settled by what is found, part by part', () => {
    const doubt = [twice, sent(), answered(doubted, doubted)]
    const found = (part: number, orderId: string, absent: number[] = []): IntentEvent => ({
      kind: 'matched',
      found: [{ part, orderId }],
      absent,
    })
    expect(states(after(...doubt, found(1, '8')))).toEqual(['in-doubt', 'in-doubt', 'matched'])
    expect(states(after(...doubt, found(1, '8'), found(0, '7')))[0]).toBe('matched')
    expect(states(after(...doubt, found(0, '8', [1])))).toEqual(['partly', 'matched', 'absent'])
    const settled: IntentEvent = { kind: 'settled', orderIds: ['7', '8', '9'] }
    expect(after(...doubt, settled).parts.map(({ orderId }) => orderId)).toEqual(['7', '8', '9'])
    expect(after(...doubt, { kind: 'settled-absent' }).state).toBe('absent')
  })

  test('is refused after looks where the service had said no, and in those parts alone', () => {
    const all = after(twice, sent(), answered(saidNo, saidNo), refusedAfterLooks)
    expect(states(all)).toEqual(['refused', 'refused', 'refused'])
    expect(all.parts[0]).toMatchObject({ code: 'said-no', detail: 'Broken pipe' })
    const half = after(twice, sent(), answered(saidNo, doubted), refusedAfterLooks)
    expect(states(half)).toEqual(['in-doubt', 'refused', 'in-doubt'])
    const taken = after(twice, sent(), answered(acceptedAs('7'), saidNo), refusedAfterLooks)
    expect(states(taken)).toEqual(['partly', 'accepted', 'refused'])
  })

  test('without any answer is never refused, whatever a book shows', () => {
    for (const outcomes of [[], [doubted], [doubted, acceptedAs('1')], [refused('No.')]])
      expect(() => after(twice, sent(), answered(...outcomes), refusedAfterLooks)).toThrow(
        ImpossibleStep,
      )
    expect(() => after(twice, refusedAfterLooks)).toThrow(ImpossibleStep)
    expect(() => after(twice, sent(), refusedAfterLooks)).toThrow(ImpossibleStep)
  })

  test('never counts one order of the broker twice', () => {
    const doubt = [twice, sent(), answered(doubted, doubted)]
    const half = [twice, sent(), answered(acceptedAs('7'), doubted)]
    const found = (...orders: [number, string][]): IntentEvent => ({
      kind: 'matched',
      found: orders.map(([part, orderId]) => ({ part, orderId })),
      absent: [],
    })
    expect(() => after(...doubt, found([0, '7'], [1, '7']))).toThrow(ImpossibleStep)
    expect(() => after(...doubt, found([0, '7'], [0, '8']))).toThrow(ImpossibleStep)
    expect(() => after(...half, found([1, '7']))).toThrow(ImpossibleStep)
    expect(() => after(...half, { kind: 'settled', orderIds: ['7'] })).toThrow(ImpossibleStep)
    expect(() => after(...doubt, { kind: 'settled', orderIds: ['7', '7'] })).toThrow(ImpossibleStep)
    // However the broker spells it.
    expect(() => after(...doubt, found([0, '7'], [1, ' 07 ']))).toThrow(ImpossibleStep)
    expect(() => after(...half, { kind: 'settled', orderIds: ['0007'] })).toThrow(ImpossibleStep)
    const both: IntentEvent = { ...found([0, '7']), absent: [0] } as IntentEvent
    expect(() => after(...doubt, both)).toThrow(ImpossibleStep)
  })

  test('that the broker rejects later stays what it was, and says why', () => {
    const events = [recorded(), sent(), answered(acceptedAs('7'))]
    const rejected = after(...events, { kind: 'rejected', orderId: '7', reason: 'No margin.' })
    expect(rejected).toMatchObject({
      state: 'accepted',
      parts: [{ rejection: { reason: 'No margin.' } }],
    })
    expect(() => after(...events, { kind: 'rejected', orderId: '8', reason: null })).toThrow(
      ImpossibleStep,
    )
    const filled: IntentEvent = { kind: 'not-rejected', orderId: '07', is: '5 of 5 filled' }
    expect(stepIntent(rejected, { id, at: 9, event: filled }).parts[0]!.rejection).toBeNull()
    expect(() => after(...events, filled)).toThrow(ImpossibleStep)
  })

  test('that was refused after looks can be in doubt again, and is that once', () => {
    const no: PartOutcome = {
      ...acceptedAs('7'),
      state: 'in-doubt',
      orderId: null,
      code: 'said-no',
    }
    const again: IntentEvent = { kind: 'doubted-again', candidates: ['9'] }
    const refusal = [recorded(), sent(), answered(no), refusedAfterLooks]
    expect(after(...refusal, again)).toMatchObject({
      state: 'in-doubt',
      isDoubtedAgain: true,
      look: { candidates: ['9'], wasShown: true },
    })
    expect(() => after(...refusal, again, again)).toThrow(ImpossibleStep)
    // By the position alone, or by nothing.
    const grown: IntentEvent = { kind: 'doubted-again', candidates: [], grownBy: 10 }
    expect(after(...refusal, grown)).toMatchObject({ state: 'in-doubt', grownBy: 10 })
    const forNothing: IntentEvent = { kind: 'doubted-again', candidates: [] }
    expect(() => after(...refusal, forNothing)).toThrow(ImpossibleStep)
    const plainly = answered({ ...no, state: 'refused', code: 'refused' })
    expect(after(recorded(), sent(), plainly, again)).toMatchObject({ state: 'in-doubt' })
    // Which of several the other order is nobody can tell.
    const both = answered(refused('No.'), refused('No.'))
    expect(() => after(twice, sent(), both, again)).toThrow(ImpossibleStep)
  })

  test('that no book shows stays what it was, and says so until one does', () => {
    const events = [recorded(), sent(), answered(acceptedAs('7'))]
    const missed: IntentEvent = { kind: 'not-shown', orderIds: ['7'], reads: 9 }
    const shown: IntentEvent = { kind: 'shown', orderIds: ['07'] }
    const parts = (...more: IntentEvent[]) => after(...events, ...more).parts
    expect(parts(missed)).toMatchObject([
      { state: 'accepted', notShown: { reads: 9, isOver: false } },
    ])
    expect(parts(missed, shown)).toMatchObject([{ notShown: { reads: 9, isOver: true } }])
    const histories = [{ orderId: ' 07', is: '‘open’' }]
    expect(parts({ ...missed, histories })[0]?.notShown?.history).toBe('‘open’')
    expect(parts({ ...missed, histories }, shown)[0]?.notShown).not.toHaveProperty('history')
    for (const impossible of [[shown], [missed, missed], [missed, shown, shown]])
      expect(() => after(...events, ...impossible)).toThrow(ImpossibleStep)
    expect(() => after(recorded(), sent(), missed)).toThrow(ImpossibleStep)
  })
})

describe('an order that was named for another', () => {
  const disowned = (orderId: string): IntentEvent => ({
    kind: 'disowned',
    orderId,
    is: 'SELL 25 SBIN-EQ',
  })

  test('is in doubt again, without that id', () => {
    const both = after(twice, sent(), answered(acceptedAs('1'), acceptedAs('2')), disowned(' 2 '))
    expect(states(both)).toEqual(['in-doubt', 'accepted', 'in-doubt'])
    expect(both).toMatchObject({
      disowned: [' 2 '],
      parts: [{ orderId: '1' }, { orderId: null, quantity: 5, code: 'in-doubt' }],
    })
    expect(both.parts[1]!.message).toContain('may be another one: SELL 25 SBIN-EQ')
  })

  test('is its own again once the book or the person says so', () => {
    const other = after(recorded(), sent(), answered(acceptedAs('1')), disowned('1'))
    const matched: IntentEvent = {
      kind: 'matched',
      found: [{ part: 0, orderId: '01' }],
      absent: [],
    }
    const settled: IntentEvent = { kind: 'settled', orderIds: ['01'] }
    for (const event of [matched, settled])
      expect(stepIntent(other, { id, at: 9, event })).toMatchObject({
        disowned: [],
        parts: [{ orderId: '01', code: null, message: null }],
      })
  })

  test('is so only where the service named it: what was found or said stays', () => {
    const found = after(recorded(), sent(), answered(doubted), {
      kind: 'matched',
      found: [{ part: 0, orderId: '1' }],
      absent: [],
    })
    for (const orderId of ['1', '2'])
      expect(() => stepIntent(found, { id, at: 9, event: disowned(orderId) })).toThrow(
        ImpossibleStep,
      )
    expect(() => after(recordedExit(), sent(), answered(acceptedAs('1')), disowned('1'))).toThrow(
      ImpossibleStep,
    )
  })
})

describe('an exit', () => {
  test('has the parts that its answer names', () => {
    const closed = { ...acceptedAs('1'), orderId: null, name: 'SBIN-EQ' }
    const done = after(recordedExit(), sent(), answered(acceptedAs('1'), closed, refused('No.')))
    expect(states(done)).toEqual(['partly', 'accepted', 'accepted', 'refused'])
  })

  test('that found nothing to do is done', () => {
    expect(states(after(recordedExit(), sent(), answered()))).toEqual(['accepted'])
  })

  test('that never left is not done, though its answer names nothing', () => {
    expect(() => after(recordedExit(), answered())).toThrow(ImpossibleStep)
    expect(states(after(recordedExit(), answered(notSent)))).toEqual(['not-sent', 'not-sent'])
  })
})

/** Few order ids and few parts, so that events meet each other. */
const orderId = fc.constantFrom('1', '2', '3')
const outcome: fc.Arbitrary<PartOutcome> = fc.oneof(
  orderId.map(acceptedAs),
  fc.constantFrom(
    refused('No.'),
    doubted,
    saidNo,
    notSent,
    { ...acceptedAs('1'), orderId: null },
    { ...acceptedAs('1'), orderId: null, name: 'SBIN-EQ' },
  ),
)
const part = fc.nat({ max: 3 })
const beginning: fc.Arbitrary<IntentEvent> = fc.oneof(
  fc
    .array(fc.constantFrom(5, 10, null), { minLength: 1, maxLength: 3 })
    .map((quantities) => recorded({ quantities })),
  fc.constant(recordedExit()),
)
const event: fc.Arbitrary<IntentEvent> = fc.oneof(
  { arbitrary: beginning, weight: 1 },
  { arbitrary: fc.constant(sent()), weight: 3 },
  { arbitrary: fc.array(outcome, { maxLength: 4 }).map((all) => answered(...all)), weight: 4 },
  fc.record({
    kind: fc.constant('called-off' as const),
    why: fc.constantFrom('person' as const, 'stop' as const, 'shutdown' as const),
  }),
  fc.record({
    kind: fc.constant('looked' as const),
    reads: fc.integer({ min: 1, max: 9 }),
    candidates: fc.array(orderId, { maxLength: 3 }),
  }),
  {
    arbitrary: fc.record({
      kind: fc.constant('matched' as const),
      found: fc.array(fc.record({ part, orderId }), { minLength: 1, maxLength: 3 }),
      absent: fc.array(part, { maxLength: 2 }),
    }),
    weight: 1,
  },
  fc.constant<IntentEvent>({ kind: 'matched', found: [{ part: 0, orderId: '3' }], absent: [] }),
  fc.record({
    kind: fc.constant('settled' as const),
    orderIds: fc.array(orderId, { minLength: 1, maxLength: 3 }),
  }),
  { arbitrary: fc.constant<IntentEvent>({ kind: 'settled-absent' }), weight: 2 },
  fc.record({
    kind: fc.constant('refused-after-looks' as const),
    reads: fc.integer({ min: 2, max: 9 }),
  }),
  fc.constant<IntentEvent>({ kind: 'doubted-again', candidates: ['3'] }),
  fc.constant<IntentEvent>({ kind: 'found-beside', orderIds: ['3'], candidates: ['3', '4'] }),
  fc.record({ kind: fc.constant('disowned' as const), orderId, is: fc.constant('SELL 5 SBIN') }),
  fc.constantFrom<IntentEvent>({ kind: 'seen-done' }, { kind: 'watched', end: 'left' }),
  fc.record({
    kind: fc.constant('rejected' as const),
    orderId,
    reason: fc.constantFrom(null, 'No margin.'),
  }),
  fc.record({ kind: fc.constant('not-rejected' as const), orderId, is: fc.constant('filled') }),
  fc.record({
    kind: fc.constantFrom('not-shown', 'shown'),
    orderIds: fc.tuple(orderId),
    reads: fc.constant(3),
  }) as fc.Arbitrary<IntentEvent>,
)
/** Most lives begin well: others end at once. */
const life = fc
  .tuple(beginning, fc.array(event, { maxLength: 12 }))
  .chain(([first, more]) => fc.constantFrom([first, ...more], [first, sent(), ...more], more))

interface Move {
  before: Intent | undefined
  event: IntentEvent
  next: Intent
}

/** The moves that were possible; what was not has thrown, and changed nothing. */
function movesOf(events: readonly IntentEvent[]): Move[] {
  let intent: Intent | undefined
  const moves: Move[] = []
  for (const [at, happened] of events.entries()) {
    const before = intent
    try {
      intent = stepIntent(before, { id, at, event: happened })
      moves.push({ before, event: happened, next: intent })
    } catch (cause) {
      if (!(cause instanceof ImpossibleStep)) throw cause
    }
  }
  return moves
}

const always = (holds: (move: Move, moves: Move[]) => void): void => {
  fc.assert(
    fc.property(life, (events) => {
      const moves = movesOf(events)
      for (const move of moves) holds(move, moves)
    }),
    { numRuns: 600, seed: 20_261_123 },
  )
}

const isThere = (state: string): boolean => ['accepted', 'matched', 'settled'].includes(state)

describe('whatever happens to it, an order', () => {
  test('is made anew by each event, and what it was before stays as it was', () => {
    fc.assert(
      fc.property(life, (events) => {
        const was: [Intent, string][] = []
        for (const { next } of movesOf(events)) was.push([next, JSON.stringify(next)])
        for (const [intent, text] of was) expect(JSON.stringify(intent)).toBe(text)
      }),
      { numRuns: 200, seed: 20_261_123 },
    )
  })

  test('has never fewer parts than slices were asked for', () => {
    always(({ next }, [first]) => {
      const { event: begun } = first!
      if (begun.kind !== 'recorded' || next.ticket === null) return
      expect(next.parts.length).toBeGreaterThanOrEqual(begun.quantities.length)
      for (const [place, quantity] of begun.quantities.entries())
        expect(next.parts[place]?.quantity).toBe(quantity)
    })
  })

  test('has an order id in each part that was accepted or found; an exit has that or a name', () => {
    always(({ next }) => {
      for (const { state, orderId: found, name } of next.parts) {
        if (state === 'matched') expect(found).not.toBeNull()
        if (state === 'accepted')
          expect(found ?? (next.ticket === null ? name : null)).not.toBeNull()
      }
    })
  })

  test('never loses an order that was named, but as one that is another', () => {
    always(({ before, next }) => {
      const own = next.parts.map(({ orderId: named }) => named)
      const now = new Set([...own, ...(next.disowned ?? []), ...(next.look?.candidates ?? [])])
      for (const { orderId: named } of before?.parts ?? []) if (named) expect(now).toContain(named)
    })
    always(({ event: happened, next }) => {
      const now = next.parts.map(({ orderId: named }) => named)
      if (happened.kind === 'answered')
        for (const { orderId: named } of happened.parts) if (named) expect(now).toContain(named)
      if (happened.kind === 'settled')
        expect(now).toEqual(expect.arrayContaining(happened.orderIds))
      if (happened.kind === 'matched')
        for (const found of happened.found) expect(now[found.part]).toBe(found.orderId)
    })
  })

  test('is in doubt only from the answer on, and again only where that named another, or the book shows what was refused', () => {
    const again = ['disowned', 'doubted-again', 'found-beside']
    always(({ before, event: happened, next }) => {
      if (next.state !== 'in-doubt' || again.includes(happened.kind)) return
      if (before?.state !== 'in-doubt')
        expect([before?.state, happened.kind]).toEqual(['sent', 'answered'])
    })
    always(({ before, event: happened, next }) => {
      if (again.includes(happened.kind)) return
      if (before !== undefined && isSettled(before.state)) expect(next.state).toBe(before.state)
    })
  })

  test('becomes refused while in doubt only in parts to which the service had said no', () => {
    always(({ before, event: happened, next }) => {
      for (const [place, part] of next.parts.entries()) {
        const was = before?.parts[place]
        if (part.state !== 'refused' || was?.state !== 'in-doubt') continue
        expect([happened.kind, was.code]).toEqual(['refused-after-looks', 'said-no'])
      }
    })
  })

  test('is called off only while it is recorded, and is then not sent', () => {
    always(({ before, event: happened, next }) => {
      if (happened.kind !== 'called-off') return
      expect(before?.state).toBe('recorded')
      expect(next).toMatchObject({ state: 'not-sent', calledOff: happened.why })
    })
  })

  test('leaves once', () => {
    always((_move, moves) => {
      expect(moves.filter(({ event: happened }) => happened.kind === 'sent').length).toBeLessThan(2)
    })
    always(({ event: happened, before }) => {
      if (happened.kind === 'sent') expect(before).toMatchObject({ state: 'recorded', sent: null })
    })
  })

  test('is not there only where none of its parts is or may be', () => {
    always(({ next }) => {
      const parts = next.parts.map(({ state }) => state)
      if (['refused', 'not-sent', 'absent'].includes(next.state)) {
        expect(parts.length).toBeGreaterThan(0)
        for (const state of parts) expect(['refused', 'not-sent', 'absent']).toContain(state)
      }
      if (isThere(next.state)) for (const state of parts) expect(isThere(state)).toBe(true)
      if (next.state === 'partly') {
        expect(parts.some(isThere)).toBe(true)
        expect(parts.every(isThere)).toBe(false)
      }
      expect(next.state === 'in-doubt').toBe(parts.includes('in-doubt'))
    })
  })

  test('is in a state that its parts alone decide', () => {
    const seen = new Map<string, string>()
    always(({ next }) => {
      const parts = next.parts.map(({ state }) => state).join()
      expect(seen.get(parts) ?? next.state).toBe(next.state)
      seen.set(parts, next.state)
    })
    expect([...new Set(seen.values())].toSorted()).toEqual([...intentStates].toSorted())
  })

  test('keeps what was confirmed, and when', () => {
    always(({ before, next }, [first]) => {
      const { event: begun } = first!
      if (begun.kind !== 'recorded') throw new Error('It begins with being recorded.')
      const { kind: _, quantities: _quantities, ...facts } = begun
      expect(next).toMatchObject({ ...facts, id })
      if (before !== undefined) expect(next.at).toBe(before.at)
      expect(next.changedAt).toBeGreaterThanOrEqual(next.at)
    })
  })
})
