/** What stands in one cell of a file, or of a clipboard, that a spreadsheet may open. */
export type SheetCell = string | number | null

/** What a spreadsheet takes for the beginning of a formula, and would run; the wide forms as well. */
const begins = '[=+\\-@＝＋－＠\\t\\r\\n]'
const isFormula = new RegExp(`^${begins}`)
/** A text that looks guarded is guarded once more, so that the guard can be taken off for certain. */
const looksGuarded = new RegExp(`^'+${begins}`)
/** A figure runs nothing, and a sum is to be made of it. */
const isFigure = (text: string): boolean => /^[+-]?\d+(\.\d+)?$/.test(text)

/**
 * Where lists are cut at another mark than ours, what stands behind that mark in a text is a cell of
 * its own, in quotes or not: Excel looks at the quotes of a cell's beginning alone.
 */
const within = /([,;\t\r\n]"*)('*)(?=[=+\-@＝＋－＠])/g
const guardWithin = /([,;\t\r\n]"*)'('*)(?=[=+\-@＝＋－＠])/g

/** The text of a cell: an apostrophe in front keeps a spreadsheet from running it. */
const guarded = (text: string): string => {
  const inner = text.replace(within, "$1'$2")
  return (isFormula.test(text) && !isFigure(text)) || looksGuarded.test(text) ? `'${inner}` : inner
}

/** What was meant by a cell that was written here: no apostrophe of ours is part of a symbol or a price. */
export const unguarded = (cell: string): string =>
  (looksGuarded.test(cell) ? cell.slice(1) : cell).replace(guardWithin, '$1$2')

/** Without grouping, and without the noise of binary fractions. */
const figure = (value: number): string =>
  String(Number.isInteger(value) ? value : Math.round(value * 1e8) / 1e8)

function written(cell: SheetCell, special: RegExp): string {
  const text = typeof cell === 'number' ? figure(cell) : guarded(cell ?? '')
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const apart = /[",;\t\r\n]|^\s|\s$/
const apartAtTabs = /["\t\r\n]/

/** RFC 4180; where commas are in figures, spreadsheets cut at semicolons, and some at tabs. */
export const csvLine = (cells: readonly SheetCell[]): string =>
  `${cells.map((cell) => written(cell, apart)).join(',')}\r\n`

/** As spreadsheets put a line on the clipboard. */
export const tabsLine = (cells: readonly SheetCell[]): string =>
  cells.map((cell) => written(cell, apartAtTabs)).join('\t')
