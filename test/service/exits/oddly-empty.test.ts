import { expect, it } from 'vitest'
import { lyingService, unclearNo } from '../lying-service.ts'
import { deskWith, ended, exitFrom, hurried, standingPractice, truthOf } from './exits-desk.ts'

const success = (data: unknown) => ({ status: 'success', data })

/** What reads as a book without rows, and is not the empty list that the service specifies. */
const emptyShapes: readonly (readonly [name: string, body: unknown])[] = [
  ['no envelope', []],
  ['lists without an envelope', [[]]],
  ['null', success(null)],
  ['nothing', success('')],
  ['an object', success({})],
  ['words', success('No data')],
  ['an error in such words', { status: 'error', error_msg: 'No data', error_type: 'E' }],
]

async function exitBesideEmptyBooks(body: unknown, exits: unknown, what: 'orders' | 'both') {
  const practice = await standingPractice()
  const books = what === 'orders' ? ['OrderBook'] : ['OrderBook', 'PositionBook', 'TradeBook']
  const { url } = await lyingService(practice.url, ({ operation }) => {
    if (books.includes(operation)) return body
    return ['CancelAllOrder', 'SquareOffAllPosition'].includes(operation) ? exits : undefined
  })
  const { desk, ids } = await deskWith({ Everyday: { url } }, hurried(15))
  const run = await ended(desk, await exitFrom(desk, { what, accounts: ids }))
  return { practice, account: run.accounts[0]! }
}

it.for(emptyShapes)(
  'nothing is flat, and no orders are gone, by books that are empty by %s beside exits that were refused',
  async ([, body]) => {
    for (const what of ['both', 'orders'] as const) {
      const { practice, account } = await exitBesideEmptyBooks(body, unclearNo, what)
      expect(truthOf(practice).open.length).toBeGreaterThan(0)
      expect(truthOf(practice).working).toBeGreaterThan(0)
      expect(account).toMatchObject({ step: 'left', todo: expect.stringContaining('not known') })
    }
  },
)

it('nothing is flat by such books beside exits that were taken and named nothing', async () => {
  const { practice, account } = await exitBesideEmptyBooks([], [], 'both')
  expect(truthOf(practice).open.length).toBeGreaterThan(0)
  expect(account).toMatchObject({ step: 'left', todo: expect.stringContaining('not known') })
})

it('a position book that is empty by words proves nothing beside a cancel alone that named what it ended', async () => {
  const practice = await standingPractice()
  const { url } = await lyingService(practice.url, ({ operation }) => {
    if (operation === 'PositionBook' || operation === 'TradeBook') return success(null)
    return operation === 'SquareOffAllPosition' ? [] : undefined
  })
  const { desk, ids } = await deskWith({ Everyday: { url } }, hurried(15))
  const run = await ended(desk, await exitFrom(desk, { what: 'both', accounts: ids }))
  expect(truthOf(practice).open.length).toBeGreaterThan(0)
  expect(run.accounts[0]!.step).toBe('left')
})

it('nothing is flat by such a position book beside a square-off that names all and no position', async () => {
  const practice = await standingPractice()
  const { url } = await lyingService(practice.url, ({ operation }) => {
    if (operation === 'PositionBook' || operation === 'TradeBook') return success(null)
    return operation === 'SquareOffAllPosition' ? success({ symbol: 'ALL' }) : undefined
  })
  const { desk, ids } = await deskWith({ Everyday: { url } }, hurried(15))
  const run = await ended(desk, await exitFrom(desk, { what: 'both', accounts: ids }))
  expect(truthOf(practice).open.length).toBeGreaterThan(0)
  expect(run.accounts[0]!).toMatchObject({
    step: 'left',
    todo: expect.stringContaining('position book came empty'),
  })
})

it('an empty list as it is specified is believed', async () => {
  const { account } = await exitBesideEmptyBooks([success([])], unclearNo, 'both')
  expect(account.step).toBe('flat')
})

it('an order book that is empty by words agrees with a cancel that named what it ended', async () => {
  const { practice, account } = await exitBesideEmptyBooks(success('No data'), undefined, 'orders')
  expect(truthOf(practice).working).toBe(0)
  expect(account.step).toBe('flat')
})
