import type { DatabaseSync } from 'node:sqlite'
import { type DatabaseKind, numberFrom } from '../core/database.ts'
import { genesis } from './chain.ts'

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
  CREATE TABLE holders (
    orderId TEXT NOT NULL,
    first INTEGER NOT NULL,
    PRIMARY KEY (orderId, first)
  ) STRICT, WITHOUT ROWID;
  -- Only there to be written: see tidyAfter in sqlite-journal.ts.
  CREATE TABLE room (only INTEGER PRIMARY KEY CHECK (only = 1), bytes BLOB NOT NULL) STRICT;
  UPDATE head SET projection = 0;
`
const projected = ['intents', 'holders', 'room']
/** Tables that older desks made, and that no desk asks any more. */
const former = ['orderIds']

export const journalFile: DatabaseKind = {
  name: 'journal',
  application: 0x51446a6c, // 'QDjl'
  version: 1,
  schema: `${entries} ${projection}`,
  durable: 'each commit',
  tuning: `PRAGMA page_size = ${pageSize}; PRAGMA wal_autocheckpoint = ${longestLog};`,
  isWhole: (db) => numberFrom(db, 'SELECT count(*) FROM head') === 1,
  complete: (db) => {
    if (projected.every((table) => hasTable(db, table))) return
    const drops = [...projected, ...former]
      .map((table) => `DROP TABLE IF EXISTS ${table};`)
      .join(' ')
    db.exec(`BEGIN IMMEDIATE; ${drops} ${projection} COMMIT`)
  },
}

const hasTable = (db: DatabaseSync, name: string): boolean =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !==
  undefined
