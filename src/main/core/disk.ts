import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { parse } from 'node:path'

/** How folders of data are made, with those above them: what is in them concerns their owner alone. */
export const ownFolder = { recursive: true, mode: 0o700 } as const

/** For its owner to read and write, and for nobody else. */
export const ownFile = 0o600

/** Makes a folder, and shuts it to others also where it was there before. */
export function makeOwnFolder(path: string): void {
  mkdirSync(path, ownFolder)
  const { uid, mode } = statSync(path)
  // Somebody else's, or one like /tmp, which all write to: others would be shut out of what is theirs.
  const isShared = (mode & sticky) !== 0 || uid !== (process.getuid?.() ?? uid)
  if (!isShared) chmodSync(path, ownFolder.mode)
}

const sticky = 0o1000

/** The name under which a damaged file is set aside: it says when, and keeps the ending. */
export function nameAside(file: string, at: Date): string {
  const { name, ext } = parse(file)
  return `${name}.damaged-${at.toISOString().replaceAll(/[:.]/g, '-')}${ext}`
}

/** What the system calls the reason of its refusal. */
export const systemCode = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown cause'
