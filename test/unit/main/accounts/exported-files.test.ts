import { existsSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { newExport, sweepExports } from '../../../../src/main/accounts/exported-files.ts'
import { temporaryFolder } from './places.ts'

const inHours = (count: number): number => Date.now() + count * 3_600_000

function put(path: string): string {
  writeFileSync(path, 'sealed')
  return path
}

test('files with keys go after a day, and so do drafts of them that a kill left', async () => {
  const folder = temporaryFolder()
  const files = [
    put(newExport(folder, Date.now())),
    put(`${newExport(folder, Date.now())}.0123456789ab.draft`),
  ]
  await sweepExports(folder, inHours(23))
  expect(files.map(existsSync)).toEqual([true, true])
  await sweepExports(folder, inHours(25))
  expect(files.map(existsSync)).toEqual([false, false])
})

test('one that was brought here, however old, stays as long', async () => {
  const file = put(newExport(temporaryFolder(), 0))
  utimesSync(file, 1, 1)
  await sweepExports(join(file, '..'), inHours(23))
  expect(existsSync(file)).toBe(true)
})

test('what a person renamed stays, as does all where the folder is a link', async () => {
  const folder = temporaryFolder()
  const theirs = ['my accounts.qda', 'quarterdeck-accounts-2026-11-23.qda', 'notes.txt'].map(
    (name) => put(join(folder, name)),
  )
  const inner = join(folder, basename(newExport(folder, Date.now())))
  mkdirSync(inner)
  await sweepExports(folder, inHours(1000))
  expect([...theirs, inner].map(existsSync)).toEqual([true, true, true, true])

  const backups = temporaryFolder()
  const kept = put(newExport(backups, Date.now()))
  const link = join(folder, 'exports')
  symlinkSync(backups, link)
  await sweepExports(link, inHours(1000))
  expect(existsSync(kept)).toBe(true)
})

test('there is nothing to do where nothing was exported', async () => {
  await expect(sweepExports(join(temporaryFolder(), 'exports'), 0)).resolves.toBeUndefined()
})
