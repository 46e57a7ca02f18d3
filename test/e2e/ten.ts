import type { Page } from '@playwright/test'
import type { Practice } from '../../src/practice/server.ts'
import type { AccountGroup, ShareOfOrder } from '../../src/shared/accounts/groups.ts'
import type { Input } from '../../src/shared/contract.ts'
import { noLimits, usualTrading } from '../../src/shared/orders/limits.ts'
import { ask, expectVault, profileOf, showAll } from './desk.ts'
import { type Gateway, openGateway } from './gateway.ts'
import { taken } from './trading.ts'

export interface Broker {
  practice: Practice
  gateway: Gateway
}

/** The first four are at one broker, the next four at the other; of the last two no keys are right. */
export const names = [
  ...['Anil', 'Bina', 'Chetan', 'Divya'],
  ...['Esha', 'Farhan', 'Gita', 'Harish'],
  ...['Indu', 'Jai'],
] as const
export type Name = (typeof names)[number]

const logins = [
  { broker: 'ZE', client: 'practice-1' },
  { broker: 'ZE', client: 'practice-2' },
  { broker: 'ZF', client: 'practice-1' },
  { broker: 'ZF', client: 'practice-2' },
] as const
export const loginOf = (name: Name) => logins[names.indexOf(name) % 4]!

/** What ZF calls it, and everybody else. */
export const ownSymbol = 'TATASTEEL'
export const symbol = 'TATASTEEL-EQ'

export interface Ten {
  page: Page
  first: Broker
  second: Broker
  idOf: (name: Name) => string
  /** A group that takes all of them in; shares of an order that are not said are all of it. */
  group: (name: string, shares: Partial<Record<Name, ShareOfOrder>>) => Promise<AccountGroup>
}

type Trading = Input<'saveAccount'>['profile']['trading']
const limited: Partial<Record<Name, Partial<Trading>>> = {
  Farhan: { limits: { ...noLimits, quantity: 20 } },
  Harish: { readOnly: true },
}

/** What the service says is open to an account. */
const closed = [
  ['Chetan', 'prarr', ['NRML', 'MIS']],
  ['Divya', 'exarr', ['NSE', 'BSE']],
] as const

const without = (answer: string, field: string, codes: readonly string[]): string =>
  answer.replace(new RegExp(`"${field}":\\[[^\\]]*\\]`), `"${field}":${JSON.stringify(codes)}`)

const whole = { kind: 'times', times: '1' } as const

/**
 * One window for all that a file shows of ten accounts at two brokers, that are no practice to the
 * terminal: Chetan takes no CNC, Divya no derivatives, Farhan sends no more than twenty units, Harish
 * nothing, and of Indu and Jai keys are wrong or missing. The market stands still.
 */
export async function openTen(
  {
    openWindow,
    practise,
  }: {
    openWindow: (seed: (page: Page) => Promise<void>) => Promise<{ page: Page }>
    practise: () => Promise<Practice>
  },
  use: (ten: Ten) => Promise<void>,
): Promise<void> {
  const start = async (): Promise<Broker> => {
    const practice = await practise()
    practice.setPrice('NSE', symbol, 200)
    practice.setPrice('NSE', 'ITC-EQ', 400)
    const named = { broker: 'ZF', own: ownSymbol, real: symbol } as const
    return { practice, gateway: await openGateway(practice, named) }
  }
  const first = await start()
  const second = await start()
  for (const [name, field, codes] of closed)
    first.gateway.spoil('Profile', loginOf(name), (answer) => without(answer, field, codes))
  const ids = new Map<string, string>()
  const { page } = await openWindow(async (seeding) => {
    await expectVault(seeding)
    const accounts = names.map((name, at) => {
      const { broker, client } = loginOf(name)
      const { url } = (at >= 4 && at < 8 ? second : first).gateway
      const key = name === 'Indu' ? 'no' : client
      const colour = at % 2 === 0 ? 'teal' : 'orange'
      return {
        profile: {
          ...profileOf({ name, url, broker, colour }),
          tags: [at < 4 ? 'family' : 'clients'],
          trading: { ...usualTrading, ...limited[name] },
        },
        ...(name !== 'Jai' && { keys: { apiKey: key, apiSecret: key } }),
      }
    })
    await ask(seeding, 'addAccounts', { accounts })
    const desk = await ask(seeding, 'openDesk', {})
    for (const { id, name } of desk.accounts) ids.set(name, id)
    await showAll(seeding)
  })
  const idOf = (name: Name): string => ids.get(name)!
  await use({
    ...{ page, first, second, idOf },
    group: (name, shares) =>
      ask(page, 'saveGroup', {
        ...{ name, colour: 'green' },
        members: names.map((one) => ({ account: idOf(one), share: shares[one] ?? whole })),
      }),
  })
  for (const { gateway } of [first, second]) await gateway.close()
}

/** What both brokers took of an operation, by whose it is and how much. */
export const takenOf = (
  { first, second }: Pick<Ten, 'first' | 'second'>,
  operation: Parameters<typeof taken>[1],
): { name: Name; symbol: string; action: string; quantity: string; id: string }[] =>
  [first, second].flatMap(({ practice }, at) =>
    taken(practice, operation).map(({ client, broker, data, orderids }) => {
      const login = logins.findIndex(
        (one) => one.client === client && one.broker === (broker === 'PX' ? 'ZE' : 'ZF'),
      )
      const order = data as {
        symbol?: string
        spot_symbol?: string
        action: string
        quantity: string
      }
      return {
        ...{ name: names[at * 4 + login]!, symbol: order.symbol ?? order.spot_symbol ?? '' },
        ...{ action: order.action, quantity: order.quantity, id: orderids.join() },
      }
    }),
  )
