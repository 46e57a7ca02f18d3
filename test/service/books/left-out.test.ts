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
