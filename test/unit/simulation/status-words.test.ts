import { expect, it } from 'vitest'
import { isFinished, stateOfOrder } from '../../../src/shared/service/words.ts'
import { randomOf } from '../../simulation/random.ts'
import { instruments } from '../../simulation/service/instruments.ts'
import { Service } from '../../simulation/service/service.ts'
import { everything } from '../../simulation/theme.ts'
import { VirtualClock } from '../../simulation/world/virtual-clock.ts'

const keys = { origin: 'https://one.example', apiKey: 'key' }

/** The order book of a login with an order for each word, of which each stands so. */
function bookOf(
  standing: 'open' | 'complete' | 'rejected' | 'cancelled',
  { filled, ownWords = 0 }: { filled: number; ownWords?: number },
): Record<string, unknown>[] {
  const clock = new VirtualClock()
  const service = new Service({
    ...{ clock, wall: () => clock.now(), random: randomOf(1), tradesRandom: randomOf(2) },
    ...{ overnightRandom: randomOf(3), customsRandom: randomOf(4), isStormy: () => false },
    theme: { ...everything, customs: { ownWords, noHistories: 0 } },
    ...{ mark: () => undefined, note: () => undefined, onFill: () => undefined },
  })
  const { broker } = service.loginOf(keys)
  for (let number = 1; number <= 10; number += 1)
    broker
      .place({
        ...{ tag: `t${number}`, by: 'desk', instrument: instruments[0]!, product: 'MIS' },
        ...{ side: 'BUY', quantity: 10, price: 1500, trigger: 0, pricetype: 'LIMIT', parent: null },
      })
      .become(0, { standing, filled })
  const request = { ...keys, operation: 'OrderBook' as const, fields: [{}], apiKeys: [keys.apiKey] }
  const answer = service.treat(request).answer()
  return (JSON.parse(answer!.bytes.toString()) as { data: Record<string, unknown>[] }).data
}

it.each([
  ['complete', 10],
  ['rejected', 0],
  ['cancelled', 4],
] as const)(
  'all words of a simulated order that is %s say that it is finished',
  (standing, filled) => {
    const rows = bookOf(standing, { filled })
    expect(rows).toHaveLength(10)
    expect(rows.filter((row) => !isFinished(stateOfOrder(row)))).toEqual([])
  },
)

it.each([0, 4])(
  'no word of a simulated order that works, of which %d are filled, says that',
  (filled) => {
    const rows = bookOf('open', { filled })
    expect(rows.filter((row) => isFinished(stateOfOrder(row)))).toEqual([])
  },
)

it.each([0, 4])(
  'brokers with words of their own are understood by nobody, with %d filled',
  (filled) => {
    const rows = bookOf('open', { filled, ownWords: 1 })
    expect(new Set(rows.map((row) => stateOfOrder(row)))).toEqual(new Set(['unknown']))
  },
)
