import { randomUUID } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Random } from '../../../src/practice/market/random.ts'
import { acceptedOf, addAccount, buyOne, emptyDesk, placedIn, takenOf } from './placing-desk.ts'
import { runPractice } from '../running-desk.ts'

/** A campaign runs more of them. */
const bursts = Number(process.env['QUARTERDECK_BURSTS'] ?? 120)
const accounts = 20

it(
  'a confirmed order is sent once, however often a person clicks',
  { timeout: 300_000 + bursts * 1000 },
  async () => {
    const random = new Random(20261123)
    const below = (most: number): number => Math.floor(random.uniform() * most)
    const practice = await runPractice()
    const desk = await emptyDesk()
    const ids: string[] = []
    for (let n = 0; n < accounts; n++)
      ids.push(await addAccount(desk, { url: practice.url, name: `Account ${n}` }))

    const priceOf = (burst: number): string => (1000 + burst / 10).toFixed(2)
    const settled = new Set<string>()
    desk.desk.listen((_, event) => {
      if (!Array.isArray(event)) return
      for (const one of event) if ('state' in one && one.state === 'accepted') settled.add(one.id)
    })

    const oneBurst = async (burst: number): Promise<string> => {
      const confirmation = randomUUID()
      const pricing = { type: 'LIMIT', price: priceOf(burst) } as const
      const orders = [buyOne(ids[below(accounts)]!, { pricing })]
      const clicks = Array.from({ length: 2 + below(19) }, () => below(4))
      const replies = await Promise.all(
        clicks.map(async (turns) => {
          // In the same tick, soon after, and when the answer is there already.
          for (let passed = 0; passed < turns ** 3; passed++) await turn()
          return desk.ask('placeOrders', { confirmation, orders, accepted: acceptedOf(1) })
        }),
      )
      const sent = new Set(replies.flatMap((reply) => takenOf(reply).map(({ id }) => id)))
      expect(sent.size).toBe(1)
      return [...sent][0]!
    }

    const intents: string[] = []
    for (let burst = 0; burst < bursts;) {
      const wave = Array.from({ length: Math.min(40, bursts - burst) }, () => burst++)
      intents.push(...(await Promise.all(wave.map(oneBurst))))
    }
    await desk.event('intents', () => intents.every((id) => settled.has(id)))

    const times = new Map<string, number>()
    for (const { data } of placedIn(practice)) {
      const { price } = data as { price: string }
      times.set(price, (times.get(price) ?? 0) + 1)
    }
    expect(times).toEqual(
      new Map(Array.from({ length: bursts }, (_, burst) => [priceOf(burst), 1] as const)),
    )
  },
)
