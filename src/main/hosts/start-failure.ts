import { StorageError } from '../core/documents.ts'
import { systemCode } from '../core/disk.ts'

/** What the system's refusals mean, as the rest of a sentence about a file or a folder. */
const meanings: Readonly<Record<string, string>> = {
  EACCES: 'may not be used: its rights forbid it',
  EPERM: 'may not be used: its rights forbid it',
  ENOENT: 'is not there',
  ENOTDIR: 'is a file where a folder has to be',
  EEXIST: 'is a file where a folder has to be',
  EROFS: 'is on a disk that can only be read',
  ENOSPC: 'is on a disk that is full',
  EDQUOT: 'is on a disk that has no more room for you',
  EMFILE: 'could not be opened: this machine has too many files open',
}

const elsewhere = 'Mend that, or start with --data and another folder.'

/** Why Quarterdeck could not start, in plain words; what the system calls it stands behind them. */
export function startFailure(cause: unknown): string {
  if (cause instanceof StorageError) return cause.message
  if (!(cause instanceof Error)) return fault(String(cause))
  if (!('code' in cause)) return cause.constructor === Error ? cause.message : fault(String(cause))
  const code = systemCode(cause)
  const path = 'path' in cause && typeof cause.path === 'string' ? cause.path : 'A file of it'
  if (code in meanings) return `${path} ${meanings[code]} (${code}). ${elsewhere}`
  if (code === 'ERR_SQLITE_ERROR')
    return `A database in the data folder cannot be opened (${code}). Check that the folder is yours and has room, or start with --data and another folder.`
  return fault(`${code}: ${cause.message}`)
}

const fault = (detail: string): string =>
  `A fault in Quarterdeck kept it from starting. Start it again; if it stays, report this with the line below.\n${detail}`
