import { fileURLToPath } from 'node:url'
import { isRow, rows } from './rows.ts'
import { runRows } from './run-rows.ts'

const usage = `npm run bench -- [--full] [--no-system] [ROW …]
Rows: ${Object.keys(rows).join(', ')}`

const args = process.argv.slice(2)
const isFull = args.includes('--full')
const names = args.filter((arg) => arg !== '--full').map((name) => name.toUpperCase())
const unknown = names.filter((name) => !isRow(name))
if (unknown.length > 0) {
  console.error(`Neither a row nor an option: ${unknown.join(', ')}.\n${usage}`)
  process.exit(2)
}

process.exit(
  await runRows({
    rows: Object.keys(rows)
      .filter(isRow)
      .filter((row) => names.length === 0 || names.includes(row)),
    script: fileURLToPath(new URL('./row.ts', import.meta.url)),
    isFull,
    silence: 60,
  }),
)
