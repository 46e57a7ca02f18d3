import { expect, it } from 'vitest'
import { pnlFiguresOf } from '../../../../src/main/pnl/figures.ts'
import type { Row } from '../../../../src/shared/core/patch.ts'

it('the P&L of a book in which a position stands twice is not known', () => {
  const row = {
    ...{ exchange: 'NSE', symbol: 'INFY-EQ', product: 'MIS', netqty: 100, ltp: 1510 },
    ...{ cfbuyqty: 0, cfsellqty: 0, bqty: 100, sqty: 0, buyavgprc: 1500, sellavgprc: 0 },
    ...{ realisedprofitloss: 0, unrealisedprofitloss: 1000 },
  }
  const book = (...rows: Row[]) => new Map(rows.map((each, place) => [String(place), each]))
  expect(pnlFiguresOf(book(row))).toMatchObject({ realised: 0, unrealised: 1000 })
  const unknown = { realised: null, unrealised: null, ownRealised: null, ownUnrealised: null }
  expect(pnlFiguresOf(book(row, row))).toEqual(unknown)
  expect(pnlFiguresOf(book(row, { ...row, symbol: 'INFY' }))).toEqual(unknown)
  const apart = book({ ...row, token: '1594' }, { ...row, symbol: 'INFY', token: '1595' })
  expect(pnlFiguresOf(apart)).toMatchObject({ realised: 0, unrealised: 2000 })
})
