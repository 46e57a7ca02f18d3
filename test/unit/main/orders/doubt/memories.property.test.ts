import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { BrokerClocks } from '../../../../../src/main/orders/doubt/broker-clock.ts'
import type { FormerSight } from '../../../../../src/main/orders/doubt/former-orders.ts'
import { Memories } from '../../../../../src/main/orders/doubt/memories.ts'
import { SeenOrders } from '../../../../../src/main/orders/doubt/seen-orders.ts'
import type { Intent } from '../../../../../src/shared/orders/intents.ts'
import { sampleCount } from '../../../../sample-count.ts'
import { FakeClock } from '../../core/fake-clock.ts'
import { account, after, onTheWire, orderRow, recordedEvent, sentAt } from './doubts.ts'

/** Five minutes around a moment: somebody set the clock between the sessions. */
const Moment = fc.integer({ min: -150_000, max: 150_000 }).map((off) => sentAt + off)

/** Orders that an earlier session sent, each when so many had been seen; an older desk did not count them. */
const Sent = fc.record({
  at: Moment,
  noted: fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }),
})

const World = fc.record({
  earlier: fc.array(Sent, { maxLength: 6 }),
  /** Sent by this session once so many answers had come. */
  own: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 3 }),
  former: fc.array(Moment, { minLength: 6, maxLength: 9 }),
  answers: fc.array(fc.subarray(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11']), {
    minLength: 3,
    maxLength: 3,
  }),
})
type World = typeof World extends fc.Arbitrary<infer T> ? T : never

const ofEarlierSession = ({ at, noted }: World['earlier'][number]): Intent =>
  after(
    [
      recordedEvent(),
      { kind: 'sent', rivals: [], bookAge: null, ...(noted !== undefined && { noted }) },
      { kind: 'answered', parts: [] },
    ],
    { at },
  )

async function play({ earlier, own, former, answers }: World) {
  const clock = new FakeClock()
  const seen = new SeenOrders({
    clock,
    now: () => sentAt + clock.now(),
    former: {
      firstSeen: (_, key): FormerSight | null => {
        const at = former[Number(key) - 1]
        return at === undefined ? null : { number: Number(key), at }
      },
      note: () => undefined,
    },
  })
  const memories = new Memories({
    ...{ clock, seen, clocks: new BrokerClocks() },
    pictures: {
      accountsOf: () => [account],
      intents: {
        isOfLogin: () => 'yes',
        protectingTodayOf: () => [],
        sinceDayOf: () => [],
      },
    },
  })
  const intents = earlier.map(ofEarlierSession)
  for (let come = 0; come <= answers.length; come += 1) {
    for (const since of own)
      if (since === come) {
        const sent = onTheWire()
        memories.of(sent)
        intents.push(sent)
      }
    const rows = answers[come]?.map((order_id) => [order_id, orderRow({ order_id })] as const)
    const meta = { seq: 1, age: 0, every: 1000, trouble: null, unreadable: [] }
    await clock.advance(1000)
    if (rows !== undefined) seen.see(account, { meta, rows: new Map(rows) })
  }
  return { memories, intents, keys: [...new Set(answers.flat())] }
}

test('an order that is new beside any is new beside one of the earliest, however the clock was set', async () => {
  await fc.assert(
    fc.asyncProperty(World, async (world) => {
      const { memories, intents, keys } = await play(world)
      const newBeside = (ones: readonly Intent[]): string[] =>
        keys.filter((key) => ones.some((one) => memories.mayBeNewer(one, key)))
      expect(newBeside(memories.earliestOf(intents))).toEqual(newBeside(intents))
    }),
    { numRuns: sampleCount(300) },
  )
})
