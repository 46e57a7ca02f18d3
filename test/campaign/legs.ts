import { randomUUID } from 'node:crypto'
import { systemClock } from '../../src/main/core/clock.ts'
import { EventWriter } from '../../src/main/journal/event-writer.ts'
import { stepIntent } from '../../src/main/journal/intent.ts'
import { Sending } from '../../src/main/orders/sending/sending.ts'
import type { NewEntry } from '../../src/main/journal/journal.ts'
import { outcomesOf } from '../../src/main/service/outcomes.ts'
import { type Reply, ok } from '../../src/shared/core/errors.ts'
import type { Intent, Recorded } from '../../src/shared/orders/intents.ts'

export interface LegsResult {
  cases: number
  legs: number
  wrongs: string[]
}

/** What a service can make of the list of results. */
const shapes = ['whole', 'in one envelope', 'short', 'long', 'slices short', 'slices long'] as const
type Shape = (typeof shapes)[number]

const mostLegs = 8
const account = '00000000-0000-4000-8000-000000000001'

/** How many slices each leg has, so that lists nest here and there. */
const slicesOf = (leg: number): number => [1, 3, 1, 2][leg % 4]!

/**
 * Every way in which up to eight legs can be taken or refused, in every shape of the list: each
 * order id has to end at the leg and the slice that it names, and whatever cannot be told in doubt.
 */
export async function attributeLegs(): Promise<LegsResult> {
  const result: LegsResult = { cases: 0, legs: 0, wrongs: [] }
  for (let legs = 1; legs <= mostLegs; legs += 1)
    for (let taken = 0; taken < 2 ** legs; taken += 1)
      for (const shape of shapes) {
        const intents = await answered(legs, bodyOf({ legs, taken, shape }))
        result.cases += 1
        for (const [leg, intent] of intents.entries()) {
          result.legs += 1
          const problem = problemWith(intent, { leg, legs, taken, shape })
          if (problem !== null)
            result.wrongs.push(
              `${legs} legs, ${taken.toString(2)}, ${shape}, leg ${leg}: ${problem}`,
            )
        }
      }
  return result
}

interface Case {
  legs: number
  /** A bit a leg. */
  taken: number
  shape: Shape
}

const isTaken = (leg: number, taken: number): boolean => (taken & (1 << leg)) !== 0
const success = (orderid: string) => ({ status: 'success', data: { broker: 'PX', orderid } })
const error = (leg: number) => ({
  status: 'error',
  error_msg: `Invalid quantity in leg ${leg}`,
  error_type: 'E',
})

function bodyOf({ legs, taken, shape }: Case): unknown {
  const more = shape === 'slices short' ? -1 : shape === 'slices long' ? 1 : 0
  const element = (leg: number): unknown => {
    if (!isTaken(leg, taken)) return error(leg)
    const count = slicesOf(leg) + (slicesOf(leg) > 1 ? more : 0)
    const slices = Array.from({ length: count }, (_, slice) => success(`${leg}-${slice}`))
    return slicesOf(leg) === 1 ? slices[0] : slices
  }
  const elements = Array.from({ length: legs }, (_, leg) => element(leg))
  if (shape === 'short') return elements.slice(1)
  if (shape === 'long') return [...elements, success('stray-0')]
  return shape === 'in one envelope' ? { status: 'success', data: elements } : elements
}

function problemWith(
  intent: Intent,
  { leg, legs, taken, shape }: Case & { leg: number },
): string | null {
  const states = intent.parts.map(({ state }) => state)
  // An id at a leg or a slice that is not its own would be an order mistaken for another.
  const strays = intent.parts.filter(
    ({ orderId }, slice) => orderId !== null && orderId !== `${leg}-${slice}`,
  )
  // With a single leg every result is its own.
  const isCounted = legs > 1 && (shape === 'short' || shape === 'long')
  if (strays.length > 0 && !(legs === 1 && shape === 'long')) return `holds ${strays[0]?.orderId}`
  if (isCounted)
    return states.every((state) => state === 'in-doubt')
      ? null
      : 'is decided by a list that does not fit'
  if (legs === 1 && (shape === 'short' || shape === 'long')) return null
  if (!isTaken(leg, taken)) {
    if (intent.parts[0]?.detail !== `Invalid quantity in leg ${leg}`) return 'is not told its no'
    // One 'no' for an order of several slices may have come after the first of them, and one of an
    // answer that says other things of others may be of any of them.
    const state = legs === 1 ? 'refused' : 'in-doubt'
    return states.every((each) => each === state) ? null : `is ${states.join(', ')}`
  }
  const isSliced = slicesOf(leg) > 1
  const expected = slicesOf(leg) + (isSliced && shape === 'slices long' ? 1 : 0)
  if (states.length !== expected) return `has ${states.length} parts`
  const sure = isSliced && shape === 'slices short' ? expected - 1 : expected
  const isRight = states.every((state, slice) => state === (slice < sure ? 'accepted' : 'in-doubt'))
  return isRight ? null : `is ${states.join(', ')}`
}

/** The intents of one request after this answer, by the real sending and the real steps. */
async function answered(legs: number, body: unknown): Promise<Intent[]> {
  const intents = new Map<string, Intent>()
  const append = (entries: readonly NewEntry[]): Intent[] => {
    const changed = new Set<string>()
    for (const { intent: id, event } of entries) {
      if (id === null) continue
      intents.set(id, stepIntent(intents.get(id), { id, at: 0, event: event as Recorded }))
      changed.add(id)
    }
    return [...changed].map((id) => intents.get(id)!)
  }
  const journal = { append }
  const writer = new EventWriter({
    journal,
    clock: systemClock,
    now: () => 0,
    onChange: () => undefined,
  })
  const bytes = Buffer.from(JSON.stringify(body))
  const splits = Array.from({ length: legs }, (_, leg) => slicesOf(leg) > 1)
  const call = (name: 'PlaceMultiOrder'): Promise<Reply<unknown>> => {
    const outcomes = outcomesOf(name, { splits }, { status: 200, bytes })
    return Promise.resolve(outcomes.ok ? ok({ outcomes: outcomes.value }) : outcomes)
  }
  const sending = new Sending({
    journal,
    writer,
    client: { call: call as never },
    login: () => Promise.resolve(ok({ broker: 'PX' } as never)),
    orders: () => ({ seen: [], age: null }),
    isAnother: () => false,
    clockMark: () => ({ began: 0, ahead: 0 }),
    formerlyNoted: () => 0,
  })
  const request = randomUUID()
  const recorded = append(
    Array.from({ length: legs }, (_, leg) => ({
      intent: randomUUID(),
      event: recordedLeg({ request, leg }),
    })),
  )
  await sending.send({ intents: recorded })
  return [...intents.values()]
}

function recordedLeg({ request, leg }: { request: string; leg: number }): Recorded {
  const slices = slicesOf(leg)
  return {
    kind: 'recorded',
    ...{ account, accountName: 'Main', broker: 'PX', confirmation: request, request, leg },
    operation: 'PlaceMultiOrder',
    params: { broker: 'PX', symbol: 'INFY-EQ', action: 'BUY' },
    ticket: {
      ...{ kind: 'regular', account, exchange: 'NSE', symbol: 'INFY-EQ', action: 'BUY' },
      ...{ quantity: String(slices), product: 'MIS', slice: slices > 1 ? '1' : null, exit: false },
      pricing: { type: 'LIMIT', price: '100' },
    },
    quantities: Array.from({ length: slices }, () => 1),
    exit: false,
    resends: null,
  }
}
