import { randomBytes } from 'node:crypto'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { makeFolders, ownFile } from './disk.ts'

/**
 * Replaces a file so that a crash at any moment leaves the old one whole or the new one whole.
 * Readable by its owner alone.
 */
export async function writeAtomically(
  path: string,
  bytes: Buffer | Iterable<Buffer>,
): Promise<void> {
  const folder = dirname(path)
  makeFolders(folder)
  const draft = `${path}.${randomBytes(6).toString('hex')}.draft`
  try {
    const file = await open(draft, 'wx', ownFile)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (cause) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw cause
  }
  await syncFolder(folder)
}

/** No write lasts as long, so that an older draft has no writer any more. */
const longestWrite = 60_000

/** Removes the drafts of writers that were killed. */
export async function sweepDrafts(path: string, now = Date.now()): Promise<void> {
  const folder = dirname(path)
  const isDraft = (name: string): boolean =>
    name.startsWith(`${basename(path)}.`) && name.endsWith('.draft')
  const names = await readdir(folder).catch(() => [])
  for (const draft of names.filter(isDraft).map((name) => join(folder, name))) {
    const written = await stat(draft).catch(() => null)
    if (written !== null && now - written.mtimeMs > longestWrite)
      await rm(draft, { force: true }).catch(() => undefined)
  }
}

/** Makes a rename or a removal in the folder durable, where the system can: Windows opens no folders, and some network disks sync none. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}
