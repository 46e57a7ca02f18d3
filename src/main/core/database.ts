import { chmodSync, closeSync, existsSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StorageError } from './documents.ts'
import { makeFolders, nameAside, ownFile } from './disk.ts'

/** Milliseconds for which another program at the file may hold a write up. */
const longestWait = 250

/** A file that holds one kind of thing. */
export interface DatabaseKind {
  /** Of the file, without its '.db'. */
  name: string
  /** Four letters as a number: tells our file from any other database. */
  application: number
  /** Of the file's form; one that is newer than this desk knows is left alone. */
  version: number
  /** What a new file begins with. */
  schema: string
  /** `each commit` is on disk when it returns; `in time` may lose the last ones when the machine loses power. */
  durable: 'each commit' | 'in time'
  /** Pragmas of its own, before all others. */
  tuning?: string
  /** Whether a file that bears our marks is whole; asked before anything is changed in it. */
  isWhole?: (db: DatabaseSync) => boolean
  /** Makes anew what a file made by hand or by an older desk may lack. */
  complete?: (db: DatabaseSync) => void
}

/** Not a file of ours, or one that can no longer be read. */
class Damaged extends Error {}

interface OpenOptions<T> {
  dataDir: string
  kind: DatabaseKind
  /** Wall-clock milliseconds. */
  now: () => number
  /** Makes of the database what is wanted; where it finds damage the file counts as damaged. */
  use(db: DatabaseSync, path: string): T
}

/**
 * Opens a database, or begins it. One that is damaged, or from a newer desk, is set aside under the
 * name returned: it is never overwritten, for it may be all that is left of what it says.
 */
export function openDatabase<T>({ dataDir, kind, now, use }: OpenOptions<T>): {
  opened: T
  setAside: string | null
} {
  const path = join(dataDir, `${kind.name}.db`)
  const open = (): T => damagedOrStorageError(path, () => begin({ dataDir, path, kind, use }))
  try {
    return { opened: open(), setAside: null }
  } catch (cause) {
    if (!(cause instanceof Damaged)) throw cause
    const aside = nameAside(path, new Date(now()))
    damagedOrStorageError(path, () => {
      for (const end of ['', '-wal', '-shm'])
        if (existsSync(path + end)) renameSync(path + end, join(dataDir, aside) + end)
    })
    return { opened: open(), setAside: aside }
  }
}

/**
 * As above; and where the disk refuses, a database in memory, which ends with the desk. For what no
 * trader should be kept from trading by.
 */
export function openDatabaseOrMemory<T>(options: OpenOptions<T>): {
  opened: T
  setAside: string | null
  isKept: boolean
} {
  try {
    return { ...openDatabase(options), isKept: true }
  } catch (cause) {
    if (!(cause instanceof StorageError)) throw cause
    const { kind, use } = options
    const db = new DatabaseSync(':memory:')
    db.exec(kind.schema)
    return { opened: use(db, `${kind.name} in memory`), setAside: null, isKept: false }
  }
}

function damagedOrStorageError<T>(path: string, act: () => T): T {
  try {
    return act()
  } catch (cause) {
    throw cause instanceof Damaged ? cause : new StorageError(path, cause)
  }
}

const syncing = {
  'each commit': 'synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;',
  'in time': 'synchronous = NORMAL;',
}

function begin<T>(options: {
  dataDir: string
  path: string
  kind: DatabaseKind
  use: OpenOptions<T>['use']
}): T {
  const { dataDir, path, kind, use } = options
  makeFolders(dataDir)
  // SQLite gives its log the same mode.
  closeSync(openSync(path, 'a', ownFile))
  chmodSync(path, ownFile)
  const db = new DatabaseSync(path, { timeout: longestWait })
  try {
    const isNew = numberFrom(db, 'SELECT count(*) FROM sqlite_schema') === 0
    // Before anything is changed in it.
    if (!isNew && !isOurs(db, kind)) throw new Damaged()
    db.exec(`
      ${kind.tuning ?? ''}
      PRAGMA journal_mode = WAL;
      PRAGMA ${syncing[kind.durable]}
      PRAGMA trusted_schema = OFF;
    `)
    if (isNew) {
      db.exec(`
        BEGIN IMMEDIATE;
        ${kind.schema}
        PRAGMA application_id = ${kind.application};
        PRAGMA user_version = ${kind.version};
        COMMIT
      `)
      syncFolder(dataDir)
    } else kind.complete?.(db)
    return use(db, path)
  } catch (cause) {
    db.close()
    throw isDamage(cause) ? new Damaged('', { cause }) : cause
  }
}

/** All that is written by it, or nothing of it. */
export function inTransaction(db: DatabaseSync, write: () => void): void {
  db.exec('BEGIN IMMEDIATE')
  try {
    write()
    db.exec('COMMIT')
  } catch (cause) {
    // Some refusals of the disk have taken it back already.
    if (db.isTransaction) db.exec('ROLLBACK')
    throw cause
  }
}

/** The one number that a query answers. */
export const numberFrom = (db: DatabaseSync, query: string): number =>
  Number(Object.values(db.prepare(query).get() ?? {})[0])

const isOurs = (db: DatabaseSync, { application, version, isWhole }: DatabaseKind): boolean =>
  numberFrom(db, 'PRAGMA application_id') === application &&
  numberFrom(db, 'PRAGMA user_version') === version &&
  (isWhole?.(db) ?? true)

type SqliteError = Error & { errcode: number }

export const isOfDatabase = (cause: unknown): cause is SqliteError =>
  cause instanceof Error && 'errcode' in cause && typeof cause.errcode === 'number'

/** SQLITE_ERROR (a table is missing), SQLITE_CORRUPT, SQLITE_NOTADB; all else is the disk's refusal. */
const damage = new Set([1, 11, 26])

/** Extended codes have the plain one in their low byte. */
export const isDamage = (cause: unknown): boolean =>
  isOfDatabase(cause) && damage.has(cause.errcode & 0xff)

/** The name of a new file is durable only after its folder is; Windows opens no folders. */
function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r')
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } catch {
    // Some disks sync no folder.
  }
}
