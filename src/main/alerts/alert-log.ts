import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { Alert, AlertFilter } from '../../shared/alerts/alerts.ts'
import { dayLength } from '../../shared/core/india.ts'
import { StorageError } from '../core/documents.ts'
import {
  type DatabaseKind,
  inTransaction,
  isOfDatabase,
  numberFrom,
  openDatabaseOrMemory,
} from '../core/database.ts'

const alertsFile: DatabaseKind = {
  name: 'alerts',
  application: 0x5144616c, // 'QDal'
  version: 1,
  schema: `
    CREATE TABLE alerts (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      at INTEGER NOT NULL,
      kind TEXT NOT NULL,
      account TEXT,
      isRead INTEGER NOT NULL,
      words TEXT NOT NULL,
      body TEXT NOT NULL
    ) STRICT;
    CREATE INDEX alerts_unread ON alerts (isRead) WHERE isRead = 0;
    -- What was told, also of alerts that a person cleared: it is not told again.
    CREATE TABLE causes (cause TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE INDEX causes_by_age ON causes (at);
  `,
  durable: 'in time',
}

const longestKept = 30 * dayLength
const mostKept = 10_000
/** Milliseconds that causes are kept. Deleting older ones repeats no alert: a cause that could recur carries its date. */
const causesKept = 8 * dayLength
/** Alerts between two looks for what is too old. */
const tidyEvery = 500

/** The log of alerts on disk, and the memory of what was told. */
export class AlertLog {
  readonly #db: DatabaseSync
  readonly #path: string
  readonly #now: () => number
  #sinceTidy = 0
  /** How many were not read, by their account. */
  #unread: ReadonlyMap<string | null, number>

  constructor(options: { db: DatabaseSync; path: string; now: () => number }) {
    this.#db = options.db
    this.#path = options.path
    this.#now = options.now
    this.#tidy()
    this.#unread = this.#countUnread()
  }

  /** How many were not read, without those of these accounts. */
  unreadBut(accounts: ReadonlySet<string>): number {
    return [...this.#unread].reduce(
      (sum, [account, count]) => sum + (account !== null && accounts.has(account) ? 0 : count),
      0,
    )
  }

  get lastSeq(): number {
    return numberFrom(this.#db, 'SELECT coalesce(max(seq), 0) FROM alerts')
  }

  causes(): Set<string> {
    const rows = this.#db.prepare('SELECT cause FROM causes').all()
    return new Set(rows.map(({ cause }) => String(cause)))
  }

  /** Writes alerts, new or changed, and what they were caused by. Throws a StorageError. */
  put(alerts: readonly Alert[], causes: readonly string[]): void {
    this.#write(() => {
      const put = this.#db.prepare(
        `INSERT INTO alerts VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (seq) DO UPDATE SET
           at = excluded.at, account = excluded.account, isRead = excluded.isRead,
           words = excluded.words, body = excluded.body`,
      )
      for (const alert of alerts) {
        const { seq, id, at, kind, account, isRead } = alert
        const body = JSON.stringify(alert)
        put.run(seq, id, Math.round(at), kind, account, Number(isRead), wordsOf(alert), body)
      }
      const note = this.#db.prepare('INSERT OR IGNORE INTO causes VALUES (?, ?)')
      for (const cause of causes) note.run(cause, Math.round(this.#now()))
    })
    this.#sinceTidy += alerts.length
    if (this.#sinceTidy >= tidyEvery) this.#tidy()
    this.#unread = this.#countUnread()
  }

  /** The latest first; those before one, where it is given. */
  rows(
    { kind, account, text }: AlertFilter,
    { before = Number.MAX_SAFE_INTEGER, limit }: { before?: number | undefined; limit: number },
  ): { rows: Alert[]; hasMore: boolean } {
    const asked: [string, SQLInputValue][] = [['seq < ?', before]]
    if (kind !== undefined) asked.push(['kind = ?', kind])
    if (account !== undefined) asked.push(['account = ?', account])
    // Text is looked for as it stands: `instr` knows no wildcards.
    if (text) asked.push(['instr(words, ?) > 0', folded(text)])
    const where = asked.map(([sql]) => sql).join(' AND ')
    const found = this.#db
      .prepare(`SELECT body, isRead FROM alerts WHERE ${where} ORDER BY seq DESC LIMIT ?`)
      .all(...asked.map(([, value]) => value), limit + 1)
    const rows = found.map(({ body, isRead }): Alert => ({
      // Only this desk writes the file, and what is not ours was set aside when it was opened.
      ...(JSON.parse(String(body)) as Alert),
      isRead: isRead === 1,
    }))
    return { rows: rows.slice(0, limit), hasMore: rows.length > limit }
  }

  /** Everything up to a place, or these alone. */
  markRead(which: { upTo: number } | { ids: readonly string[] }): void {
    this.#write(() => {
      if ('upTo' in which)
        this.#db
          .prepare('UPDATE alerts SET isRead = 1 WHERE isRead = 0 AND seq <= ?')
          .run(which.upTo)
      else {
        const mark = this.#db.prepare('UPDATE alerts SET isRead = 1 WHERE id = ?')
        for (const id of which.ids) mark.run(id)
      }
    })
    this.#unread = this.#countUnread()
  }

  clear(): void {
    this.#write(() => this.#db.exec('DELETE FROM alerts'))
    this.#unread = new Map()
  }

  close(): void {
    if (this.#db.isOpen) this.#db.close()
  }

  #countUnread(): ReadonlyMap<string | null, number> {
    const rows = this.#db
      .prepare('SELECT account, count(*) AS unread FROM alerts WHERE isRead = 0 GROUP BY account')
      .all()
    return new Map(
      rows.map(({ account, unread }) => [
        account === null ? null : String(account),
        Number(unread),
      ]),
    )
  }

  #tidy(): void {
    this.#sinceTidy = 0
    const now = Math.round(this.#now())
    this.#write(() => {
      this.#db.prepare('DELETE FROM alerts WHERE at < ?').run(now - longestKept)
      this.#db
        .prepare(
          `DELETE FROM alerts WHERE seq <=
             (SELECT seq FROM alerts ORDER BY seq DESC LIMIT 1 OFFSET ?)`,
        )
        .run(mostKept)
      this.#db.prepare('DELETE FROM causes WHERE at < ?').run(now - causesKept)
    })
  }

  #write(act: () => void): void {
    try {
      inTransaction(this.#db, act)
    } catch (cause) {
      throw isOfDatabase(cause) ? new StorageError(this.#path, cause) : cause
    }
  }
}

interface LogOptions {
  dataDir: string
  now: () => number
}

/** The log; one that lasts as long as the desk where the disk refuses: nobody is kept from trading by it. */
export function openAlertLog(options: LogOptions): { log: AlertLog; problem: string | null } {
  const { opened, setAside, isKept } = openDatabaseOrMemory({
    ...options,
    kind: alertsFile,
    use: (db, path) => {
      const log = new AlertLog({ db, path, now: options.now })
      // What the desk needs has to be readable.
      log.rows({}, { limit: 1 })
      return log
    },
  })
  const aside = setAside && `A damaged file was set aside as ${setAside}, and a fresh one begun.`
  return { log: opened, problem: isKept ? aside : notKept }
}

const notKept =
  'Alerts are told, and not kept: Quarterdeck cannot write their log. Some may be told again after a restart.'

const folded = (text: string): string => text.toLowerCase().toWellFormed()

const wordsOf = ({ title, message, symbol, orderId }: Alert): string =>
  folded([title, message, symbol, orderId].filter(Boolean).join(' '))
