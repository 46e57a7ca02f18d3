import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StorageError } from '../accounts/store.ts'
import { genesis } from './chain.ts'

/** Of the file's form; one that is newer than this desk knows is left alone. */
const version = 1
/** 'QDjl': tells our file from any other database. */
const application = 0x51446a6c
/** Milliseconds for which another program at the file may hold an append up. */
const longestWait = 250
/** Bytes. An append touches many pages and little of each: small ones make it short. */
const pageSize = 2048
/** Pages: 16 MB, some three hundred orders that follow each other without a pause. */
const longestLog = 8192

/** The entries are the truth, and the only one; `head` notes where they end. */
const entries = `
  CREATE TABLE entries (
    seq INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    day TEXT NOT NULL,
    intent TEXT,
    account TEXT,
    symbol TEXT,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;
  CREATE INDEX entries_by_intent ON entries (intent, seq);
  CREATE TABLE head (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    seq INTEGER NOT NULL,
    hash TEXT NOT NULL,
    projected INTEGER NOT NULL,
    projection INTEGER NOT NULL
  ) STRICT;
  INSERT INTO head VALUES (1, 0, '${genesis}', 0, 0);
  PRAGMA application_id = ${application};
  PRAGMA user_version = ${version};
`

/** Made of the entries, so that nothing that is looked up has to read them all. */
const projection = `
  CREATE TABLE intents (
    first INTEGER PRIMARY KEY,
    last INTEGER NOT NULL,
    id TEXT NOT NULL UNIQUE,
    day TEXT NOT NULL,
    at INTEGER NOT NULL,
    account TEXT NOT NULL,
    symbol TEXT,
    state TEXT NOT NULL,
    isOpen INTEGER NOT NULL,
    confirmation TEXT NOT NULL,
    words TEXT NOT NULL,
    folded TEXT NOT NULL
  ) STRICT;
  CREATE INDEX intents_by_day ON intents (day);
  CREATE INDEX intents_by_account ON intents (account);
  CREATE INDEX intents_by_confirmation ON intents (confirmation);
  CREATE INDEX intents_open ON intents (isOpen) WHERE isOpen = 1;
  CREATE TABLE orderIds (
    account TEXT NOT NULL,
    orderId TEXT NOT NULL,
    first INTEGER NOT NULL,
    PRIMARY KEY (account, orderId, first)
  ) STRICT, WITHOUT ROWID;
  -- Only there to be written: see tidyWhenIdle in sqlite-journal.ts.
  CREATE TABLE room (only INTEGER PRIMARY KEY CHECK (only = 1), bytes BLOB NOT NULL) STRICT;
  UPDATE head SET projection = 0;
`
const projected = ['intents', 'orderIds', 'room']

/** Not a journal of ours, or one that can no longer be read. */
class Damaged extends Error {}

interface OpenOptions<T> {
  dataDir: string
  /** Wall-clock milliseconds. */
  now: () => number
  /** Makes of the database what is wanted; where it finds damage the file counts as damaged. */
  use(db: DatabaseSync, path: string): T
}

/**
 * Opens the journal's file, or begins it. One that is damaged, or from a newer desk, is set aside
 * under the name returned: it is never overwritten, for it says what was sent.
 */
export function openDatabase<T>({ dataDir, now, use }: OpenOptions<T>): {
  opened: T
  setAside: string | null
} {
  const path = join(dataDir, 'journal.db')
  const open = (): T => guarded(path, () => begin(dataDir, path, use))
  try {
    return { opened: open(), setAside: null }
  } catch (cause) {
    if (!(cause instanceof Damaged)) throw cause
    const stamp = new Date(now()).toISOString().replaceAll(/[:.]/g, '-')
    const aside = `journal.damaged-${stamp}.db`
    guarded(path, () => {
      for (const end of ['', '-wal', '-shm'])
        if (existsSync(path + end)) renameSync(path + end, join(dataDir, aside) + end)
    })
    return { opened: open(), setAside: aside }
  }
}

function guarded<T>(path: string, act: () => T): T {
  try {
    return act()
  } catch (cause) {
    throw cause instanceof Damaged ? cause : new StorageError(path, cause)
  }
}

function begin<T>(dataDir: string, path: string, use: OpenOptions<T>['use']): T {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  // SQLite gives its log the same mode.
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
  const db = new DatabaseSync(path, { timeout: longestWait })
  try {
    const isNew = numberOf(db, 'SELECT count(*) FROM sqlite_schema') === 0
    // Before anything is changed in it.
    if (!isNew && !isOurs(db)) throw new Damaged()
    db.exec(`
      PRAGMA page_size = ${pageSize};
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA fullfsync = ON;
      PRAGMA checkpoint_fullfsync = ON;
      PRAGMA wal_autocheckpoint = ${longestLog};
      PRAGMA trusted_schema = OFF;
    `)
    if (isNew) {
      db.exec(`BEGIN IMMEDIATE; ${entries} ${projection} COMMIT`)
      syncFolder(dataDir)
    } else if (projected.some((table) => !hasTable(db, table))) {
      const drops = projected.map((table) => `DROP TABLE IF EXISTS ${table};`).join(' ')
      db.exec(`BEGIN IMMEDIATE; ${drops} ${projection} COMMIT`)
    }
    return use(db, path)
  } catch (cause) {
    db.close()
    throw isDamage(cause) ? new Damaged('', { cause }) : cause
  }
}

const numberOf = (db: DatabaseSync, query: string): number =>
  Number(Object.values(db.prepare(query).get() ?? {})[0])

const hasTable = (db: DatabaseSync, name: string): boolean =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !==
  undefined

function isOurs(db: DatabaseSync): boolean {
  return (
    numberOf(db, 'PRAGMA application_id') === application &&
    numberOf(db, 'PRAGMA user_version') === version &&
    numberOf(db, 'SELECT count(*) FROM head') === 1
  )
}

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
    fsyncSync(handle)
    closeSync(handle)
  } catch {
    // Some disks sync no folder.
  }
}
