import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { licences } from '../../src/shared/licences.ts'

const read = (path: string) =>
  JSON.parse(readFileSync(path, 'utf8')) as { license?: string; dependencies?: object }

it('every package that is shipped to run is named', () => {
  const named = licences.map(({ name }) => name)
  expect(named).toEqual(expect.arrayContaining(Object.keys(read('package.json').dependencies!)))
})

it.each(licences.filter(({ name }) => name !== 'keytar'))('$name is under $licence', (one) => {
  expect(read(`node_modules/${one.name}/package.json`).license).toBe(one.licence)
})
