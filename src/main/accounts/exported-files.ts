import { randomBytes } from 'node:crypto'
import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { dayOf } from '../../shared/core/india.ts'

/** Where the desk leaves a file with keys, to be taken from there within a day. */
export const newExport = (folder: string, at: number): string =>
  join(folder, `quarterdeck-accounts-${dayOf(at)}-${randomBytes(3).toString('hex')}.qda`)

/** The desk's own, and drafts of one that was killed; what has another name is a person's. */
const isExport = /^quarterdeck-accounts-[\d-]{10}-[\da-f]{6}\.qda(\.[\da-f]+\.draft)?$/

const longestStay = 24 * 60 * 60_000

/** Removes files with keys that have been here for a day: each copy of keys is one to be guessed at. */
export async function sweepExports(folder: string, now: number): Promise<void> {
  const here = await lstat(folder).catch(() => null)
  // A link leads to a folder of the person's own, where files may be meant to stay.
  if (here?.isDirectory() !== true) return
  const names = await readdir(folder).catch(() => [])
  for (const path of names
    .filter((name) => isExport.test(name))
    .map((name) => join(folder, name))) {
    // Since when it is here: one that was copied here may have been written long before.
    const file = await lstat(path).catch(() => null)
    if (file?.isFile() === true && now - file.ctimeMs > longestStay)
      await rm(path, { force: true }).catch(() => undefined)
  }
}
