import { describe, expect, it } from 'vitest'
import {
  readSymbols,
  symbolsTemplate,
  writeSymbols,
} from '../../../../../src/renderer/orders/symbols/symbols-csv.ts'
import type { BrokerSymbol } from '../../../../../src/shared/orders/broker-symbols.ts'
import { SymbolNames } from '../../../../../src/shared/orders/symbol-names.ts'

const entry = (name: string, broker: string, symbol: string): BrokerSymbol => ({
  exchange: 'NSE',
  name,
  broker,
  symbol,
  origin: 'imported',
})

function rowsOf(text: string, entries: BrokerSymbol[] = []) {
  const read = readSymbols(text, new SymbolNames(entries))
  if (!read.ok) throw new Error(read.message)
  return read.rows
}
const file = (...lines: string[]) => ['Name,Exchange,Broker,Symbol', ...lines].join('\r\n')

describe('a file of symbols', () => {
  it('reads back as it was written', () => {
    const entries = [entry('RELIANCE', 'AB', 'RELIANCE-EQ'), entry('-X', 'ZE', '=Y')]
    expect(rowsOf(writeSymbols(entries)).map((row) => row.entry)).toEqual(entries)
  })

  it('begins with a template that is good', () => {
    expect(rowsOf(symbolsTemplate()).every((row) => row.entry !== null)).toBe(true)
  })

  it('takes its columns in any order, and names those that mean nothing', () => {
    const read = readSymbols(
      'Trading symbol;broker code;note;exchange;NAME\nRELIANCE-EQ;ab;mine;nse;RELIANCE',
      new SymbolNames(),
    )
    expect(read).toMatchObject({
      ok: true,
      ignored: ['note'],
      rows: [{ entry: entry('RELIANCE', 'AB', 'RELIANCE-EQ') }],
    })
  })

  it.each([
    ['', 'nothing in it'],
    ['Name,Broker,Symbol\nA,B,C', '‘Exchange’'],
    ['Name,Exchange,Broker,Symbol,Symbol\nA,NSE,B,C,C', 'Two columns'],
    ['Name,Exchange,Broker,Symbol', 'no symbols'],
    ['Name,Exchange,Broker,Symbol\n"A,NSE,B,C', 'quotation mark'],
  ])('is none: %j', (text, says) => {
    const read = readSymbols(text, new SymbolNames())
    expect(read.ok ? '' : read.message).toContain(says)
  })

  it('names each cell that is bad, and what it must be', () => {
    const [exchange, broker, symbol, short] = rowsOf(
      file('A,NYSE,ZE,A1', 'A,NSE,no such,A1', 'A,NSE,ZE,', 'A,NSE,ZE'),
    )
    expect(exchange!.bad).toMatchObject([{ column: 'Exchange', cell: 'NYSE' }])
    expect(exchange!.bad[0]!.message).toContain('NSE, BSE')
    expect(broker!.bad).toMatchObject([{ column: 'Broker', cell: 'no such' }])
    expect(symbol!.bad).toMatchObject([{ column: 'Symbol', message: 'must not be empty' }])
    expect(short!.bad).toMatchObject([{ column: '', message: expect.stringContaining('3 cells') }])
  })

  it('asks which where it contradicts what is here, and takes over nothing that is here already', () => {
    const here = [entry('RELIANCE', 'AB', 'RELIANCE-EQ')]
    const rows = rowsOf(
      file('RELIANCE,NSE,AB,RELIANCE-EQ', 'RELIANCE,NSE,AB,RELIANCE-BE', 'RIL,NSE,AB,RELIANCE-EQ'),
      here,
    )
    expect(rows[0]).toMatchObject({ isKnown: true, instead: [] })
    // Of two lines that contradict each other, the first is kept to be asked about.
    expect(rows[1]!.bad).toMatchObject([
      { column: 'Symbol', message: expect.stringContaining('line 2') },
    ])
    expect(rowsOf(file('RELIANCE,NSE,AB,RELIANCE-BE'), here)[0]).toMatchObject({
      isKnown: false,
      instead: here,
    })
    expect(rowsOf(file('RIL,NSE,AB,RELIANCE-EQ'), here)[0]!.instead).toEqual(here)
  })
})
