import type { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { StorageError } from '../../../../src/main/core/documents.ts'
import { verify } from '../../../../src/main/journal/verify.ts'
import type { JournalStatus } from '../../../../src/shared/journal/journal.ts'

/** What a check says of a database that throws this at the first question. */
async function saidOf(cause: Error): Promise<Partial<JournalStatus> | undefined> {
  const told: JournalStatus[] = []
  const db = {
    prepare: () => {
      throw cause
    },
  }
  await verify({
    db: db as unknown as DatabaseSync,
    now: () => 7,
    marks: [],
    settle: () => undefined,
    signal: new AbortController().signal,
    onProgress: (status) => told.push(status),
  })
  return told.at(-1)
}

it.each([
  ['database is locked', 5, 'another program holds its file (SQLite 5)'],
  ['disk I/O error', 266, 'the disk failed at reading it (SQLite 266)'],
  ['attempt to write a readonly database', 8, 'its file cannot be read (SQLite 8)'],
])('a check that fails at %s says so in plain words', async (message, errcode, words) => {
  expect(await saidOf(Object.assign(new Error(message), { errcode }))).toMatchObject({
    state: 'failed',
    message: `The journal could not be checked: ${words}.`,
  })
})

it('a check that fails at a mistake of ours says that it is one', async () => {
  expect((await saidOf(new TypeError('x is not a function')))?.message).toMatch(
    /^The journal could not be checked: a fault in Quarterdeck \(/,
  )
})

it('a check before which the disk refuses what is to be written says why', async () => {
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 })
  expect((await saidOf(new StorageError('journal.db', full)))?.message).toBe(
    'The journal could not be checked: the disk is full (SQLite 13).',
  )
})
