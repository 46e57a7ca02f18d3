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
/** Pages of 4 KiB; only a day without one idle moment comes near. */
const longestLog = 16_384

/**
 * The entries are the truth, and the only one. `head` notes where they end. What stands below is
 * made of them, so that nothing that is looked up has to read them all.
 */
const tables = `
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

  PRAGMA application_id = ${application};
  PRAGMA user_version = ${version};
`

/** Not a journal of ours, or one that can no longer be read. */
class Damaged extends Error {}

/**
 * Opens the journal's file, or begins it. One that is damaged, or from a newer desk, is set aside
 * under the name returned: it is never overwritten, for it says what was sent.
 */
export function openDatabase({ dataDir, now }: { dataDir: string; now: () => number }): {
  db: DatabaseSync
  path: string
  setAside: string | null
} {
  const path = join(dataDir, 'journal.db')
  const guarded = <T>(act: () => T): T => {
    try {
      return act()
    } catch (cause) {
      if (cause instanceof Damaged) throw cause
      throw new StorageError(path, cause)
    }
  }
  try {
    return { db: guarded(() => begin(dataDir, path)), path, setAside: null }
  } catch (cause) {
    if (!(cause instanceof Damaged)) throw cause
    const stamp = new Date(now()).toISOString().replaceAll(/[:.]/g, '-')
    const aside = `journal.damaged-${stamp}.db`
    return guarded(() => {
      for (const end of ['', '-wal', '-shm'])
        if (existsSync(path + end)) renameSync(path + end, join(dataDir, aside) + end)
      return { db: begin(dataDir, path), path, setAside: aside }
    })
  }
}

function begin(dataDir: string, path: string): DatabaseSync {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  // SQLite gives its log the same mode.
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
  const db = new DatabaseSync(path, { timeout: 250 })
  try {
    db.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA fullfsync = ON;
      PRAGMA checkpoint_fullfsync = ON;
      PRAGMA wal_autocheckpoint = ${longestLog};
      PRAGMA trusted_schema = OFF;
    `)
    if (isEmpty(db)) {
      db.exec(`BEGIN IMMEDIATE; ${tables} COMMIT`)
      syncFolder(dataDir)
    }
    if (!isOurs(db)) throw new Damaged()
    return db
  } catch (cause) {
    db.close()
    throw isDamage(cause) ? new Damaged('', { cause }) : cause
  }
}

const numberOf = (db: DatabaseSync, query: string): number =>
  Number(Object.values(db.prepare(query).get() ?? {})[0])

const isEmpty = (db: DatabaseSync): boolean =>
  numberOf(db, 'SELECT count(*) FROM sqlite_schema') === 0

function isOurs(db: DatabaseSync): boolean {
  return (
    numberOf(db, 'PRAGMA application_id') === application &&
    numberOf(db, 'PRAGMA user_version') === version &&
    numberOf(db, 'SELECT count(*) FROM head') === 1
  )
}

/** SQLITE_ERROR (a table is missing), SQLITE_CORRUPT, SQLITE_NOTADB; all else is the disk's refusal. */
const damage = new Set([1, 11, 26])

/** Extended codes have the plain one in their low byte. */
export const isDamage = (cause: unknown): boolean =>
  cause instanceof Error &&
  'errcode' in cause &&
  typeof cause.errcode === 'number' &&
  damage.has(cause.errcode & 0xff)

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
