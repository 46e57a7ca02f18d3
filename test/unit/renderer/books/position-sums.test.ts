import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Account } from '../../../../src/shared/accounts/accounts.ts'
import type { PositionRecord } from '../../../../src/shared/service/records.ts'
import type { OwnedRow } from '../../../../src/renderer/books/owned-rows.ts'
import {
  grossValue,
  heldAverage,
  lastPriceOfAll,
  heldNet,
  netProfit,
  positionSums,
  positionTotal,
  positionValue,
} from '../../../../src/renderer/books/position-sums.ts'
import { rowNames } from '../../../../src/renderer/books/row-names.ts'
import { SymbolNames } from '../../../../src/shared/orders/symbol-names.ts'
import { account } from '../memory-desk.ts'
import { position } from '../records.ts'
import { sampleCount } from '../../../sample-count.ts'

const option = { exchange: 'NFO', product: 'NRML' }
const main = account('main')

function row(more: Partial<PositionRecord> = {}, owner: Account = main): OwnedRow<PositionRecord> {
  const record = position(more)
  return { id: `${owner.id}/${record.symbol}`, account: owner, record, isKept: false }
}
const none = new Set<PositionRecord>()

describe('the sums over brokers', () => {
  const px = account('px', { broker: 'PX' })
  const py = account('py', { broker: 'PY' })
  const rows = [
    row({ symbol: 'RELIANCE', netqty: 100, netavgprc: 10 }, px),
    row({ symbol: 'RELIANCE-EQ', netqty: 100, netavgprc: 20 }, py),
  ]
  const agreed = rowNames(
    new SymbolNames([
      {
        ...{ exchange: 'NSE', name: 'RELIANCE', broker: 'PY', symbol: 'RELIANCE-EQ' },
        origin: 'learned',
      },
    ]),
  )

  it('count what each broker calls by its own symbol as one instrument, once it was agreed to', () => {
    expect(heldNet(rows, none)).toEqual({ text: '' })
    expect(heldNet(rows, none, rowNames(new SymbolNames()))).toEqual({ text: '' })
    expect(heldNet(rows, none, agreed).text).toBe('+200')
    expect(heldAverage(rows, none, agreed).text).toBe('15.00')
  })

  it('count nothing under a name that is another symbol at its broker', () => {
    const other = row({ symbol: 'RELIANCE', netqty: 5 }, py)
    expect(agreed(other)).toBe('RELIANCE of PY')
    expect(heldNet([...rows, other], none, agreed)).toEqual({ text: '' })
  })
})

describe('the net quantity of a group', () => {
  it('is what is held of its underlying, contract by contract', () => {
    const rows = [
      row({ ...option, symbol: 'NIFTY26NOV26200CE', netqty: -150 }),
      row({ ...option, symbol: 'NIFTY26NOVFUT', netqty: 75 }),
    ]
    expect(heldNet(rows, none)).toMatchObject({ text: '−75', look: 'down', value: -75 })
  })

  it('is that of one symbol over accounts and products', () => {
    const rows = [row({ netqty: 100 }), row({ netqty: 50, product: 'CNC' })]
    expect(heldNet(rows, none).text).toBe('+150')
  })

  it('is none where the rows are of several companies', () => {
    const rows = [row({ netqty: 100 }), row({ symbol: 'SBIN-EQ', netqty: 50 })]
    expect(heldNet(rows, none)).toEqual({ text: '' })
  })

  it('is not called zero as a closed position is while something is open', () => {
    const rows = [
      row({ ...option, symbol: 'NIFTY26NOV26200CE', netqty: 75 }),
      row({ ...option, symbol: 'NIFTY26NOV26400CE', netqty: -75 }),
    ]
    expect(heldNet(rows, none)).toMatchObject({ text: '0 net' })
    expect(heldNet([row({ netqty: 0 })], none)).toMatchObject({ text: '0', look: 'faint' })
  })

  it('is none where some books count lots and some units, nor is there an average', () => {
    const of = { exchange: 'MCX', symbol: 'GOLDM26DECFUT', lot_size: 10 }
    const gold = { ...of, netbuyavgprc: 72_000, ltp: 71_400 }
    const lots = { ...gold, netqty: 1, bqty: 1, buyavgprc: 72_000, netamt: -720_000 }
    const units = { ...gold, netqty: 10, bqty: 10, buyavgprc: 72_000, netamt: -720_000 }
    const both = [row(lots), row(units, account('other'))]
    expect(positionValue(both[0]!.record)).toBe(714_000)
    expect(positionValue(both[1]!.record)).toBe(714_000)
    expect(positionValue(row({ ...lots, netamt: null }).record)).toBeNull()
    for (const total of [heldNet(both, none), heldAverage(both, none)])
      expect(total).toEqual({ text: '–', tip: 'Some accounts count lots and some count units' })
    expect(heldNet([row(lots), row(lots, account('other'))], none).text).toBe('+2')
  })

  it('counts no lots as units where the net amount of the row tells that they are lots', () => {
    const nifty = { ...option, symbol: 'NIFTY29DEC26F', ltp: 26_100, lot_size: 75 }
    const bought = { buyavgprc: 26_000, netbuyavgprc: 26_000, netavgprc: 26_000 }
    const lots = { ...nifty, ...bought, netqty: 2, bqty: 2, netamt: -3_900_000 }
    const units = { ...nifty, ...bought, netqty: 150, bqty: 150, netamt: -3_900_000 }
    expect(positionValue(row(lots).record)).toBeNull()
    expect(positionValue(row({ ...lots, lot_size: 0 }).record)).toBeNull()
    expect(positionValue(row(units).record)).toBe(3_915_000)
    const of = { repeated: none, figure: grossValue, text: String }
    expect(positionTotal([row(lots), row(units)], of).text).toBe('3915000 ?')
    expect(heldNet([row(lots), row(units)], none).text).toBe('–')
    // Nothing tells that these are units.
    for (const more of [{ netamt: 0 }, { netamt: null }, { netamt: null, lot_size: null }])
      expect(positionValue(row({ ...lots, lot_size: 1, ...more }).record)).toBeNull()
    expect(positionValue(row({ ...lots, netamt: -52_000 }).record)).toBeNull()
    for (const netamt of [0, null, -12_345, 3_900_000])
      expect(positionValue(row({ ...units, netamt }).record)).toBe(3_915_000)
    // Some write what is still held at its cost.
    const share = { netqty: 50, bqty: 100, buyavgprc: 100, netbuyavgprc: 100, sqty: 50, ltp: 160 }
    const half = { ...share, sellavgprc: 150, netsellavgprc: 150, netamt: -5000, lot_size: 1 }
    expect(positionValue(row(half).record)).toBe(8000)
  })

  it('leaves practice out beside real money, and the books that two accounts of a login show', () => {
    const service = { kind: 'url', url: 'https://api.example.com' } as const
    const real = account('real', { broker: 'ZE', service })
    const second = account('second', { broker: 'ZE', service, login: 'real' })
    const of = (...owners: Account[]) =>
      heldNet(
        owners.map((owner) => row({ netqty: 100 }, owner)),
        none,
      ).text
    expect(of(main, account('other'))).toBe('+200')
    expect(of(main, real)).toBe('+100')
    expect(of(main, real, second)).toBe('+100')
  })

  it('says that something of it is not known', () => {
    const rows = [row({ netqty: 100 }), row({ netqty: null, product: 'CNC' })]
    expect(heldNet(rows, none).text).toBe('+100 ?')
    expect(heldNet([row({ netqty: null })], none).text).toBe('–')
  })

  it('knows nothing of a position that stands in its book twice', () => {
    const rows = [row({ netqty: 100 }), row({ netqty: 100 }), row({ netqty: 5, product: 'CNC' })]
    const repeated = new Set(rows.slice(0, 2).map(({ record }) => record))
    expect(heldNet(rows, repeated).text).toBe('+5 ?')
    expect(netProfit(rows.slice(0, 2), repeated).text).toBe('–')
    const { compared } = positionSums(rows, repeated)
    const { service, unknown } = positionSums(rows.slice(2), none).compared
    expect(compared).toMatchObject({ service, unknown: unknown + 2 })
  })

  it('counts a login once, of which two accounts show the books', () => {
    const twin = account('twin', { login: main.login })
    const other = account('other')
    const rows = [row({ netqty: 100 }), row({ netqty: 100 }, twin), row({ netqty: 30 }, other)]
    expect(heldNet(rows, none).text).toBe('+130')
  })
})

describe('the P&L of a group', () => {
  it('is the service’s sum, and the own one only where that differs', () => {
    // As reckoned: 200 units that gained 19.55 each.
    const agreed = row({ realisedprofitloss: 0, unrealisedprofitloss: 3910 })
    expect(netProfit([agreed], none)).toMatchObject({ text: '+3,910.00', look: 'up' })
    const wrong = row({ realisedprofitloss: 0, unrealisedprofitloss: 3800, product: 'CNC' })
    expect(netProfit([agreed, wrong], none)).toMatchObject({
      text: '+7,710.00 ≠ +7,820.00',
      value: 7710,
    })
  })

  it('is never shown as known where a row has no figure', () => {
    const unsaid = row({ realisedprofitloss: null, product: 'CNC' })
    const agreed = row({ realisedprofitloss: 0, unrealisedprofitloss: 3910 })
    expect(netProfit([agreed, unsaid], none)).toMatchObject({
      text: '+3,910.00 ?',
      tip: 'Something that belongs to this sum is unknown: Main',
    })
    expect(netProfit([unsaid], none).text).toBe('–')
  })
})

describe('the average of a symbol over accounts', () => {
  const average = (...some: Partial<PositionRecord>[]) =>
    heldAverage(
      some.map((more, at) => row(more, account(`a${at}`))),
      none,
    )

  it('is weighed by what each account holds', () => {
    expect(average({ netqty: 100, netavgprc: 10 }, { netqty: 300, netavgprc: 14 }).text).toBe(
      '13.00',
    )
    expect(average({ netqty: -100, netavgprc: 10 }, { netqty: -300, netavgprc: 14 }).text).toBe(
      '13.00',
    )
    expect(average({ netqty: 100, netavgprc: 10 }, { netqty: 0, netavgprc: 99 }).text).toBe('10.00')
  })

  it('is none where some bought and others sold, and where one is not known', () => {
    expect(average({ netqty: 100 }, { netqty: -100 })).toMatchObject({
      text: '–',
      tip: 'Bought in some accounts and sold in others',
    })
    for (const gap of [{ netqty: null }, { netavgprc: null }, { netavgprc: 0 }])
      expect(average({ netqty: 100 }, gap)).toMatchObject({
        text: '–',
        tip: expect.stringMatching(/: A1$/i),
      })
    expect(average({ netqty: 100 }, { symbol: 'SBIN-EQ', netqty: 5 }).text).toBe('')
  })
})

describe('the last price of a symbol over accounts', () => {
  const last = (...some: Partial<PositionRecord>[]) =>
    lastPriceOfAll(some.map((more, at) => row(more, account(`a${at}`))))

  it('is what all of them say, and about the middle one where they were read apart', () => {
    expect(last({ ltp: 100 }, { ltp: 100 }, { ltp: null })).toEqual({ text: '100.00', value: 100 })
    expect(last({ ltp: 100.1 }, { ltp: 100 }, { ltp: 103 })).toEqual({
      text: '≈ 100.10',
      value: 100.1,
      tip: 'From 100.00 to 103.00 by what the accounts were told',
    })
  })

  it('is none where they are too far apart, where none says one, and of several symbols', () => {
    expect(last({ ltp: 100 }, { ltp: 106 })).toEqual({
      text: '–',
      tip: 'From 100.00 to 106.00 by what the accounts were told',
    })
    expect(last({ ltp: 0 }, { ltp: null })).toEqual({ text: '–' })
    expect(last({ ltp: 5 }, { symbol: 'SBIN-EQ', ltp: 5 })).toEqual({ text: '' })
  })

  it('takes no price of practice beside real money, and none of an earlier session', () => {
    const practice = { kind: 'practice', client: 'practice-1' } as const
    const practised = row({ ltp: 97 }, account('practised', { service: practice }))
    const service = { kind: 'url', url: 'https://service.invalid' } as const
    const real = row({ ltp: 100 }, account('real', { service }))
    expect(lastPriceOfAll([real, practised]).text).toBe('100.00')
    const kept = { ...row({ ltp: 90 }, account('kept')), isKept: true }
    expect(lastPriceOfAll([row({ ltp: 100 }), kept]).text).toBe('100.00')
  })
})

describe('what one is in', () => {
  it('is the value at the last price, and never zero where that is not known', () => {
    expect(positionValue(position({ netqty: -10, ltp: 5 }))).toBe(-50)
    expect(grossValue(position({ netqty: -10, ltp: 5 }))).toBe(50)
    expect(positionValue(position({ netqty: 10, ltp: 0 }))).toBeNull()
    expect(positionValue(position({ netqty: null, ltp: 5 }))).toBeNull()
    expect(positionValue(position({ netqty: 0, ltp: null }))).toBe(0)
  })

  it('is added up over rows, and names the account of which something is not known', () => {
    const rows = [row({ netqty: 10, ltp: 5 }), row({ netqty: 10, ltp: null }, account('dark'))]
    const of = { repeated: none, figure: grossValue, text: String }
    expect(positionTotal(rows, of)).toMatchObject({
      text: '50 ?',
      tip: expect.stringMatching(/: Dark$/i),
    })
  })
})

it('what a contract is worth is said where lots and net amount leave no factor open', () => {
  const dollars = { exchange: 'CDS', symbol: 'USDINR29DEC26F', buyavgprc: 84, ltp: 85 }
  const value = (more: Partial<PositionRecord>) => {
    const { bqty: units = 0 } = more
    return positionValue(row({ ...dollars, netqty: units, ...more }).record)
  }
  expect(value({ bqty: 1, netamt: -84_000, lot_size: 1000 })).toBe(85_000)
  expect(value({ bqty: 1000, netamt: -84_000, lot_size: 1000 })).toBe(85_000)
  // An amount that was reckoned from lots, as if they were units.
  expect(value({ bqty: 1, netamt: -84, lot_size: 1000 })).toBeNull()
  expect(value({ bqty: 1, netamt: -84, lot_size: null })).toBeNull()
  expect(value({ bqty: 1000, netamt: -84_000, lot_size: 1 })).toBeNull()
})

it('a value of contracts is none, or that of units in whole lots, whatever their row says', () => {
  const some = fc.record({
    exchange: fc.constantFrom('NFO', 'BFO', 'CDS', 'MCX'),
    lots: fc.integer({ min: 1, max: 50 }),
    lot: fc.constantFrom(15, 75, 1000),
    isInLots: fc.boolean(),
    saysLot: fc.boolean(),
    amount: fc.constantFrom('right', 'of the quantity', 'none'),
  })
  fc.assert(
    fc.property(some, ({ exchange, lots, lot, isInLots, saysLot, amount }) => {
      const netqty = isInLots ? lots : lots * lot
      const price = 250
      const netamt = amount === 'none' ? null : -price * (amount === 'right' ? lots * lot : netqty)
      const record = row({
        ...{ exchange, symbol: 'X29DEC26F', netqty, bqty: netqty, netamt, ltp: price },
        ...{ buyavgprc: price, netbuyavgprc: price, lot_size: saysLot ? lot : null },
      }).record
      const value = positionValue(record)
      // As many lots as a lot has units are units by all that their row tells.
      const looksLikeUnits = saysLot && lots % lot === 0
      // On these exchanges nothing but the amount tells it where no lot is said.
      const isMisled = !saysLot && isInLots && amount === 'of the quantity'
      if (value !== null && !looksLikeUnits && !(isMisled && /FO/.test(exchange)))
        expect(value).toBe(lots * lot * price)
    }),
    { numRuns: sampleCount(2000) },
  )
})
