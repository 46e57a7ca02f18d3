import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Placement } from '../../src/shared/orders/placing.ts'
import { consentTo, problemCodes } from '../../src/shared/orders/problems.ts'
import { noLimits, usualTrading } from '../../src/shared/orders/limits.ts'
import type { RegularTicket } from '../../src/shared/orders/tickets.ts'
import type { Intent } from '../../src/shared/orders/intents.ts'
import type { Practice } from '../../src/practice/server.ts'
import { type RunningDesk, runDesk, runPractice } from './running-desk.ts'

/** All that could be asked about: what is tested here is what happens after it. */
const accepted = problemCodes.map((code) => consentTo({ order: 0, code }))

const buyOne = (account: string, more: Partial<RegularTicket> = {}): RegularTicket => ({
  kind: 'regular',
  account,
  exchange: 'NSE',
  symbol: 'INFY-EQ',
  action: 'BUY',
  quantity: '1',
  product: 'MIS',
  pricing: { type: 'LIMIT', price: '1400' },
  slice: null,
  exit: false,
  ...more,
})

async function addAccount(
  { ask }: RunningDesk,
  {
    url,
    name = 'Main',
    trading = {},
    enabled = true,
  }: {
    url: string
    name?: string
    trading?: Partial<typeof usualTrading>
    enabled?: boolean
  },
): Promise<string> {
  const { id } = await ask('saveAccount', {
    profile: {
      name,
      broker: 'PX',
      service: { kind: 'url', url },
      strategy: 'Manual',
      colour: 'blue',
      enabled,
      polls: {},
      readsPerSecond: 20,
      trading: { ...usualTrading, limits: noLimits, ...trading },
    },
    keys: { apiKey: 'practice-1', apiSecret: 'practice-1' },
  })
  return id
}

async function openDesk(): Promise<{ desk: RunningDesk; practice: Practice }> {
  const practice = await runPractice()
  const desk = await runDesk()
  await desk.ask('chooseVault', { kind: 'session' })
  for (const { id } of (await desk.ask('openDesk', {})).accounts)
    await desk.ask('deleteAccount', { account: id })
  return { desk, practice }
}

function takenOf(placement: Placement): Intent[] {
  if (!placement.isTaken) throw new Error(JSON.stringify(placement.problems))
  return placement.intents
}

const placedIn = ({ ledger }: Practice) =>
  ledger.entries.filter(({ operation }) => operation.startsWith('Place'))

describe('an order', () => {
  it('goes from its ticket to the broker once, and its number comes back', async () => {
    const { desk, practice } = await openDesk()
    const account = await addAccount(desk, practice)
    await desk.book(account, 'orders', ({ meta }) => meta.age !== null)
    const orders = [buyOne(account)]
    const confirmation = randomUUID()
    const [intent] = takenOf(await desk.ask('placeOrders', { confirmation, orders, accepted }))
    const [done] = await desk.event('intents', (intents) =>
      intents.some(({ id, state }) => id === intent!.id && state === 'accepted'),
    )
    const [entry] = placedIn(practice)
    expect(placedIn(practice)).toHaveLength(1)
    expect(done!.parts.map(({ orderId }) => orderId)).toEqual(entry!.orderids)
    expect(entry!.data).toMatchObject({ symbol: 'INFY-EQ', quantity: '1', price: '1400' })
    await desk.book(account, 'orders', ({ patch }) => (patch?.put?.length ?? 0) > 0)
  })

  it.each(['read-only', 'switched off', 'deleted'])(
    'is refused for an account that is %s, and reaches no broker',
    async (what) => {
      const { desk, practice } = await openDesk()
      const account = await addAccount(desk, {
        url: practice.url,
        trading: { readOnly: what === 'read-only' },
        enabled: what !== 'switched off',
      })
      if (what === 'deleted') await desk.ask('deleteAccount', { account })
      const placement = await desk.ask('placeOrders', {
        confirmation: randomUUID(),
        orders: [buyOne(account)],
        accepted,
      })
      if (placement.isTaken) throw new Error('It was taken.')
      expect(placement.problems.some(({ level }) => level === 'refuse')).toBe(true)
      await desk.desk.stop()
      expect(placedIn(practice)).toEqual([])
    },
  )
})
