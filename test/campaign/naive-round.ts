import { startPractice } from '../../src/practice/server.ts'
import { troublesOf, deadline, monday } from './faulty-round.ts'
import { madeFor } from './judge.ts'
import { randomOf } from './random.ts'
import { openTunnel } from './tunnel.ts'

export interface NaiveResult {
  orders: number
  duplicates: number
  /** Reported as failed, and at the broker all the same. */
  falselyFailed: number
}

const accounts = ['practice-1', 'practice-2'].flatMap((client) =>
  ['PX', 'PY'].map((broker) => ({ client, broker })),
)

/** What many scripts do: a fresh POST, twice more on any failure. Through the same faults. */
export async function naiveRound(options: {
  seed: number
  orders: number
  faults?: number
}): Promise<NaiveResult> {
  const { seed, orders, faults = 0.4 } = options
  const random = randomOf(seed)
  const practice = await startPractice({ seed, opening: 'empty', speed: 0, now: () => monday })
  const troubles = troublesOf({ practice, random, share: faults })
  const tunnel = await openTunnel({
    port: Number(new URL(practice.url).port),
    late: 4000,
    mischief: troubles.mischief,
  })
  try {
    const failed: string[] = []
    await Promise.all(
      accounts.map(async ({ client, broker }, index) => {
        for (let n = 1; n <= orders / accounts.length; n += 1) {
          const strategy = `naive-${seed}-${index}-${n}`
          const data = {
            ...{ broker, strategy, exchange: 'NSE', symbol: 'INFY-EQ', action: 'BUY' },
            ...{ product: 'MIS', pricetype: 'LIMIT', quantity: '1' },
            price: (1400 + n / 10).toFixed(2),
          }
          if (!(await place(tunnel.url, { client, data }))) failed.push(strategy)
        }
      }),
    )
    const made = madeFor(practice.ledger.entries)
    return {
      orders,
      duplicates: [...made.values()].reduce((sum, ids) => sum + Math.max(0, ids.length - 1), 0),
      falselyFailed: failed.filter((strategy) => made.has(strategy)).length,
    }
  } finally {
    await tunnel.stop()
    await practice.stop()
  }
}

async function place(url: string, of: { client: string; data: object }): Promise<boolean> {
  const keys = { api_key: of.client, api_secret: of.client }
  const body = JSON.stringify({ ...keys, data: { orders: [{ ...keys, data: of.data }] } })
  for (let tries = 0; tries < 3; tries += 1) {
    try {
      const answer = await fetch(`${url}/v1/PlaceMultiOrder`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
        signal: AbortSignal.timeout(deadline),
      })
      const said = (await answer.json()) as [{ data?: { orderid?: string } }]
      if (answer.ok && said[0].data?.orderid !== undefined) return true
    } catch {
      // It tries again: that is what is naive about it.
    }
  }
  return false
}
