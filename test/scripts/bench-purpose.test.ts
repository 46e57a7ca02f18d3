import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { purposeOfBench, rowsInBrowser } from '../../scripts/set-up/bench.mjs'

const bench = fileURLToPath(new URL('../bench', import.meta.url))
const read = (name: string): string => readFileSync(join(bench, name), 'utf8')

/** Whether a file of the bench, or one that it imports, opens a browser. */
const opensBrowser = (name: string): boolean =>
  name === 'browser.ts' ||
  [...read(name).matchAll(/from '\.\/([\w-]+\.ts)'/g)].some(([, other]) => opensBrowser(other!))

it('a bench is given a browser for the rows that open one, and for no other', () => {
  const rows = [...read('rows.ts').matchAll(/(P\d+): .*import\('\.\/([\w-]+\.ts)'\)/g)]
  expect(rows.length).toBeGreaterThan(10)
  const inBrowser = rows.filter(([, , file]) => opensBrowser(file!)).map(([, row]) => row)
  expect(rowsInBrowser).toEqual(inBrowser)
  expect(purposeOfBench([])).toBe('bench')
  expect(purposeOfBench(['--full'])).toBe('bench')
  expect(purposeOfBench(['p1', '--full', 'P9'])).toBe('bench without a browser')
  expect(purposeOfBench(['P1', 'p10'])).toBe('bench')
})
