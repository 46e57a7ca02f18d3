import type { DatabaseKind } from '../core/database.ts'

/** Moments from which on a series is another client's. */
const anewTable = `
    CREATE TABLE IF NOT EXISTS anew (
      series INTEGER NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (series, at)
    ) STRICT, WITHOUT ROWID;
`

/** Amounts are whole paise. */
export const historyFile: DatabaseKind = {
  name: 'pnl',
  application: 0x5144706c, // 'QDpl'
  version: 1,
  // A curve that ends a few seconds early after a power cut is no loss.
  durable: 'in time',
  tuning: 'PRAGMA cache_size = -1000;',
  schema: `
    CREATE TABLE series (
      id INTEGER PRIMARY KEY,
      key TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL
    ) STRICT;
    CREATE TABLE moments (
      series INTEGER NOT NULL,
      at INTEGER NOT NULL,
      realised INTEGER,
      unrealised INTEGER,
      ownRealised INTEGER,
      ownUnrealised INTEGER,
      PRIMARY KEY (series, at)
    ) STRICT, WITHOUT ROWID;
    -- Days that were recorded, and whether they have been made small.
    CREATE TABLE recorded (day TEXT PRIMARY KEY, isThin INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE days (
      series INTEGER NOT NULL,
      day TEXT NOT NULL,
      open INTEGER,
      high INTEGER,
      low INTEGER,
      close INTEGER,
      ownClose INTEGER,
      drawdown INTEGER,
      PRIMARY KEY (series, day)
    ) STRICT, WITHOUT ROWID;
    ${anewTable}
  `,
  complete: (db) => db.exec(anewTable),
}
