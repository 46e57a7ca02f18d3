import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { StorageError } from '../../../../src/main/core/documents.ts'
import { claimFolder } from '../../../../src/main/hosts/data-folder.ts'
import { noWindow, startFailure } from '../../../../src/main/hosts/start-failure.ts'
import { temporaryFolder } from '../accounts/places.ts'

const thrownBy = (act: () => unknown): unknown => {
  try {
    act()
  } catch (cause) {
    return cause
  }
  throw new Error('Nothing was thrown.')
}

/** How Node and SQLite put it. */
const libraryWords = /[A-Z]{4,}: |no such file|syscall|mkdir '|unable to open/

it('says of a folder that is a file what it is, and what to do', () => {
  const file = join(temporaryFolder(), 'data')
  writeFileSync(file, '')
  const said = startFailure(thrownBy(() => claimFolder(join(file, 'deeper'))))
  expect(said).toMatch(/data is a file where a folder has to be \(EEXIST\)\. .*--data/)
  expect(said).not.toMatch(libraryWords)
})

it('says of a database that cannot be opened where it is', () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'desk.lock'))
  const said = startFailure(thrownBy(() => claimFolder(folder)))
  expect(said).toMatch(/^A database in the data folder cannot be opened/)
  expect(said).not.toMatch(libraryWords)
})

it('says of what is not there that it is not', () => {
  const said = startFailure(thrownBy(() => readdirSync('/nowhere/at-all')))
  expect(said).toBe(
    '/nowhere/at-all is not there (ENOENT). Mend that, or start with --data and another folder.',
  )
})

it('says why no window could be opened, and what is left', () => {
  const refused = thrownBy(() => readdirSync('/nowhere/at-all'))
  expect(noWindow(refused)).toBe(
    'No window could be opened: /nowhere/at-all is not there (ENOENT). Open the address above in a browser.',
  )
  expect(noWindow(new TypeError('Cannot read properties of undefined'))).not.toMatch(
    /Cannot read|undefined/,
  )
})

it('leaves our own words as they are', () => {
  expect(startFailure(new Error('Port 1 is taken.'))).toBe('Port 1 is taken.')
  const storage = new StorageError('/data/profiles.json', new Error('EACCES: permission denied'))
  expect(startFailure(storage)).toBe(storage.message)
})

it('calls a fault a fault, with its words in a line of their own', () => {
  const said = startFailure(new TypeError('Cannot read properties of undefined'))
  const [words, detail] = said.split('\n')
  expect(words).toMatch(/^A fault in Quarterdeck/)
  expect(detail).toMatch(/^TypeError/)
})
