import { expect, it } from 'vitest'
import { accountKey } from '../../../src/shared/pnl/history.ts'
import { hurried, standingPractice } from '../exits/exits-desk.ts'
import { lyingService } from '../lying-service.ts'
import { addAccount, emptyDesk } from '../orders/placing-desk.ts'

it('a profit of which the book leaves out positions without a fill is not known, and windows are told', async () => {
  const practice = await standingPractice()
  let isLeftOut = false
  const { url } = await lyingService(practice.url, ({ operation }) =>
    operation === 'PositionBook' && isLeftOut ? [{ status: 'success', data: [] }] : undefined,
  )
  const desk = await emptyDesk({ clock: hurried() })
  const account = await addAccount(desk, { url })
  await desk.book(account, 'orders', ({ meta }) => meta.age !== null)
  await desk.book(account, 'positions', ({ meta }) => meta.age !== null)
  const sample = (fits: (realised: number | null | undefined) => boolean) =>
    desk.event('pnl', ({ figures }) =>
      fits(figures.find(({ key }) => key === accountKey(account))?.realised),
    )
  await sample((realised) => typeof realised === 'number')

  isLeftOut = true
  const { meta } = await desk.book(
    account,
    'positions',
    (told) => told.meta.leavesOut !== undefined,
  )
  expect(meta.trouble).toBeNull()
  const { figures } = await sample((realised) => realised === null)
  const nothing = { realised: null, unrealised: null, ownRealised: null, ownUnrealised: null }
  expect(figures).toContainEqual({ key: accountKey(account), ...nothing })
  const snapshot = await desk.ask('readBook', { account, book: 'positions' })
  expect(snapshot).toMatchObject({ rows: [], meta: { leavesOut: 'rows' } })

  isLeftOut = false
  const { meta: mended } = await desk.book(
    account,
    'positions',
    ({ meta: of }) => of.seq > meta.seq && of.leavesOut === undefined,
  )
  expect(mended.age).not.toBeNull()
})

it('windows are told of holdings that an answer leaves out and no sale explains', async () => {
  const practice = await standingPractice()
  let isLeftOut = false
  const { url } = await lyingService(practice.url, ({ operation }) =>
    operation === 'Holdings' && isLeftOut ? [{ status: 'success', data: [] }] : undefined,
  )
  const desk = await emptyDesk({ clock: hurried() })
  const account = await addAccount(desk, { url })
  await desk.book(account, 'holdings', ({ meta }) => meta.age !== null)
  isLeftOut = true
  const { meta } = await desk.book(account, 'holdings', (told) => told.meta.leavesOut === 'rows')
  isLeftOut = false
  await desk.book(
    account,
    'holdings',
    ({ meta: of }) => of.seq > meta.seq && of.leavesOut === undefined,
  )
})

it('a row that could not be read and that the next answer leaves out makes the profit unknown, and windows are told', async () => {
  const practice = await standingPractice()
  let told: 'all' | 'unreadable' | 'none' = 'all'
  const { url } = await lyingService(practice.url, async ({ operation, truth }) => {
    if (operation !== 'PositionBook' || told === 'all') return undefined
    const [book] = (await truth()) as [{ data: Record<string, unknown>[] }]
    const data = told === 'none' ? [] : book.data.map((row) => ({ ...row, netqty: '(100)' }))
    return [{ ...book, data }]
  })
  const desk = await emptyDesk({ clock: hurried() })
  const account = await addAccount(desk, { url })
  await desk.book(account, 'positions', ({ meta }) => meta.age !== null)
  told = 'unreadable'
  await desk.book(account, 'positions', ({ meta }) => meta.unreadable.length > 0)
  told = 'none'
  const { meta } = await desk.book(
    account,
    'positions',
    (of) => of.meta.unreadable.length === 0 && of.meta.leavesOut !== undefined,
  )
  expect(meta.leavesOut).toBe('rows')
  const { figures } = await desk.event('pnl', () => true)
  const nothing = { realised: null, unrealised: null, ownRealised: null, ownUnrealised: null }
  expect(figures).toContainEqual({ key: accountKey(account), ...nothing })
})
