/** The process of one row: it measures, tells what it measured, and ends. */
import { isRow, rows } from './rows.ts'
import type { Told } from './run-row.ts'

const [row = '', extent] = process.argv.slice(2)

const tell = (told: Told): void => void process.send?.(told, () => process.exit())

/** Only the first line: some libraries add a page of advice. */
const fail = (cause: unknown): void =>
  tell({ problem: String(cause instanceof Error ? cause.message : cause).split('\n', 1)[0] ?? '' })

process.on('uncaughtException', fail)
// Whoever asked is gone.
process.once('disconnect', () => process.exit())

if (!isRow(row)) throw new Error(`there is no row ${row}`)
const measure = await rows[row]()
tell(await measure({ isFull: extent === '--full' }))
