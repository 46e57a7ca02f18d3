import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { dirname, parse } from 'node:path'

/** Of a folder of data: what is in it concerns its owner alone. */
const ownFolder = 0o700

/** For its owner to read and write, and for nobody else. */
export const ownFile = 0o600

/**
 * Makes a folder of data with those above it, one by one: Node's own way of making them all turns in
 * a circle for ever where the system takes none at all, such as below /proc.
 */
export function makeFolders(path: string): void {
  if (isFolder(path)) return
  const above = dirname(path)
  if (above !== path) makeFolders(above)
  try {
    mkdirSync(path, { mode: ownFolder })
  } catch (cause) {
    // Somebody else made it in the same moment.
    if (isFolder(path)) return
    if (systemCode(cause) === 'ENOENT' && isFolder(above))
      throw new Error(
        `${path} cannot be made: the system takes no folders in ${above}. Start with --data and another folder.`,
        { cause },
      )
    throw cause
  }
}

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/**
 * Makes a folder, and shuts it to others also where it was there before. One that others can put
 * files into, or take them out of, is refused: what is read there might be theirs.
 */
export function makeOwnFolder(path: string): void {
  makeFolders(path)
  const own = process.getuid?.()
  // Windows has no such modes; there the folder of the user keeps others out.
  if (own === undefined) return
  const { uid, mode } = statSync(path)
  if (uid !== own) throw new Error(`${path} belongs to another user of this machine. ${elsewhere}`)
  if ((mode & writableByOthers) !== 0) {
    const close = `If all that is in it is yours, shut it with: chmod 700 '${path}'`
    throw new Error(`Others than you can write to ${path}. ${elsewhere} ${close}`)
  }
  chmodSync(path, ownFolder)
}

const elsewhere = 'Start with --data and a folder that is yours alone.'
const writableByOthers = 0o022

/** The name under which a damaged file is set aside: it says when, and keeps the ending. */
export function nameAside(file: string, at: Date): string {
  const { name, ext } = parse(file)
  return `${name}.damaged-${at.toISOString().replaceAll(/[:.]/g, '-')}${ext}`
}

/** What the system calls the reason of its refusal. */
export const systemCode = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown cause'
