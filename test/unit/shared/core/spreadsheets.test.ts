import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type SheetCell,
  csvLine,
  tabsLine,
  unguarded,
} from '../../../../src/shared/core/spreadsheets.ts'
import { sampleCount } from '../../../sample-count.ts'

/** A spreadsheet's reading of a line, at whichever mark it cuts. */
function cellsOf(line: string, mark: string): string[] {
  const cells: string[] = []
  const cell = new RegExp(`("(?:[^"]|"")*"|[^"${mark}\\r\\n]*)(${mark}|\\r\\n|$)`, 'gy')
  for (let found = cell.exec(line); found !== null; found = cell.exec(line)) {
    const [, text = '', end] = found
    cells.push(text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text)
    if (end !== mark) break
  }
  return cells
}

const csvCell = (cell: SheetCell): string => csvLine([cell]).replace(/\r\n$/, '')

it.each([
  ['=HYPERLINK("http://evil")', `"'=HYPERLINK(""http://evil"")"`],
  ['+cmd', "'+cmd"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1+1', "'＝1+1"],
  ['\t=1', `"'\t'=1"`],
  ['\r=1', `"'\r'=1"`],
  ['\n=1', `"'\n'=1"`],
  // Where lists are cut at semicolons, it is a cell of its own.
  ['X;=HYPERLINK(1+1);Y', `"X;'=HYPERLINK(1+1);Y"`],
  ['X;"=1+1";Y', `"X;""'=1+1"";Y"`],
  ['-', "'-"],
  // What looks guarded already: else nobody could say whose apostrophe it is.
  ["'=1+1", "''=1+1"],
])('a spreadsheet runs nothing of %j', (text, cell) => {
  expect(csvCell(text)).toBe(cell)
})

it.each([
  ['', ''],
  ['a=1', 'a=1'],
  ['INFY-EQ', 'INFY-EQ'],
  ["'90s", "'90s"],
  ['-12.50', '-12.50'],
  ['+7', '+7'],
  [null, ''],
  [-1234567.5, '-1234567.5'],
  [0.1 + 0.2, '0.3'],
  [9_007_199_254_740_991, '9007199254740991'],
])('%j is no formula, and stays', (cell, text) => {
  expect(csvCell(cell)).toBe(text)
})

it.each([
  ['a;b', '"a;b"'],
  ['a\tb', '"a\tb"'],
  [' =1', '" =1"'],
])('%j stays one cell, at whichever mark a spreadsheet cuts', (text, cell) => {
  expect(csvCell(text)).toBe(cell)
})

const letters = fc.constantFrom(...'=+-@＝\t\r\n"\',;. 17aé', '\ud800')
const texts = fc.array(fc.string({ unit: letters }), { minLength: 1, maxLength: 5 })

it('any text is the same when it is read back, and begins no formula meanwhile', () => {
  fc.assert(
    fc.property(texts, (cells) => {
      for (const read of [cellsOf(csvLine(cells), ','), cellsOf(tabsLine(cells), '\t')]) {
        expect(read.map(unguarded)).toEqual(cells)
        for (const cell of read) expect(cell).not.toMatch(/^[=@＝\t\r\n]|^[+-](?!\d+(\.\d+)?$)/)
      }
    }),
    { seed: 7, numRuns: sampleCount(2000) },
  )
})

/** As Excel cuts a line: quotes hold a cell together only from its beginning, and what follows them is added. */
function cutAt(line: string, mark: string): string[] {
  const cells = ['']
  let isQuoted = false
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at]!
    const atBeginning = cells.at(-1) === '' && (at === 0 || /[,;\t\r\n]/.test(line[at - 1]!))
    if (isQuoted && letter === '"' && line[at + 1] === '"')
      cells[cells.length - 1] += line[(at += 1)]!
    else if (letter === '"' && (isQuoted || atBeginning)) isQuoted = !isQuoted
    else if (!isQuoted && (letter === mark || /[\r\n]/.test(letter))) cells.push('')
    else cells[cells.length - 1] += letter
  }
  return cells
}

it.each([',', ';', '\t'])('no text begins a formula where lists are cut at %j', (mark) => {
  fc.assert(
    fc.property(texts, (cells) => {
      for (const line of [csvLine(cells), tabsLine(cells)])
        for (const cell of cutAt(line, mark))
          // A figure in front of a mark that does not cut is no formula either.
          expect(cell, JSON.stringify(line)).not.toMatch(/^[=@＝＋－＠]|^[+-](?!\d)/)
    }),
    { seed: 7, numRuns: sampleCount(5000) },
  )
})
