import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeCsv, writeTabs } from '../../../../../src/renderer/components/grid/sheet.ts'
import { unguarded } from '../../../../../src/shared/core/spreadsheets.ts'
import { parseTable } from '../../../../../src/renderer/components/csv-table.ts'

describe('a file for a spreadsheet', () => {
  it('has figures as they are, and texts that no spreadsheet runs', () => {
    expect(
      writeCsv([
        ['P&L', 'Remark'],
        [-1234567.5, '=1+1'],
        [0.1 + 0.2, '-5 '],
      ]),
    ).toBe(`P&L,Remark\r\n-1234567.5,'=1+1\r\n0.3,"'-5 "\r\n`)
  })

  it('reads back as what was written, whatever it holds', () => {
    const cell = fc
      .string({ unit: fc.constantFrom(...'ab ,"\n\r=+-@|₹'), minLength: 1 })
      .map((text) => `x${text}x`)
    const cellsOf = (text: string) => parseTable(text)?.map(({ cells }) => cells.map(unguarded))
    const line = fc.array(cell, { minLength: 2, maxLength: 2 })
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), (lines) => {
        const sheet = [['one', 'two'], ...lines]
        expect(cellsOf(writeCsv(sheet))).toEqual(sheet)
        expect(cellsOf(writeTabs([['one', 'two'], ...lines]))).toEqual(sheet)
      }),
    )
  })
})
