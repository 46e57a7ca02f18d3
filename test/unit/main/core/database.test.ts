import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type DatabaseKind,
  inTransaction,
  numberFrom,
  openDatabase,
  openDatabaseOrMemory,
} from '../../../../src/main/core/database.ts'
import { fastestFolder } from '../../../fastest-folder.ts'

const at = Date.parse('2026-11-23T04:00:00Z')
const aside = 'things.damaged-2026-11-23T04-00-00-000Z.db'

const things: DatabaseKind = {
  name: 'things',
  application: 0x51447468,
  version: 2,
  schema: `
    CREATE TABLE things (name TEXT NOT NULL) STRICT;
    CREATE TABLE places (name TEXT NOT NULL) STRICT;
  `,
  durable: 'in time',
}

describe('A database of the desk', () => {
  let folder: string
  let dataDir: string
  const open: DatabaseSync[] = []

  const start = (kind = things, use: (db: DatabaseSync) => void = () => undefined) => {
    const { opened: db, setAside } = openDatabase({
      dataDir,
      kind,
      now: () => at,
      use: (db) => {
        use(db)
        return db
      },
    })
    open.push(db)
    return { db, setAside }
  }
  const stop = (): void => {
    for (const db of open.splice(0)) db.close()
  }

  beforeEach(() => {
    folder = mkdtempSync(join(fastestFolder, 'quarterdeck-database-'))
    dataDir = join(folder, 'data')
  })
  afterEach(() => {
    stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('is in memory where the disk refuses, if it may be, and says so', () => {
    const use = (db: DatabaseSync) => db
    const file = { dataDir, kind: things, now: () => at, use }
    const kept = openDatabaseOrMemory(file)
    open.push(kept.opened)
    expect(kept).toMatchObject({ setAside: null, isKept: true })

    const refused = openDatabaseOrMemory({ ...file, dataDir: join(dataDir, 'things.db') })
    open.push(refused.opened)
    expect(refused).toMatchObject({ setAside: null, isKept: false })
    refused.opened.exec("INSERT INTO things VALUES ('here')")
    expect(numberFrom(refused.opened, 'SELECT count(*) FROM things')).toBe(1)
  })

  test('keeps what was written, in a file that only its owner reads', () => {
    start().db.exec("INSERT INTO things VALUES ('kept')")
    stop()
    const { db, setAside } = start()
    expect(setAside).toBeNull()
    expect(db.prepare('SELECT name FROM things').all()).toEqual([{ name: 'kept' }])
    expect(statSync(join(dataDir, 'things.db')).mode & 0o777).toBe(0o600)
  })

  test.each([
    ['each commit', 2],
    ['in time', 1],
  ] as const)('syncs %s as its kind asks', (durable, level) => {
    const { db } = start({ ...things, durable })
    expect(numberFrom(db, 'PRAGMA synchronous')).toBe(level)
  })

  test('sets aside what is no database, and begins anew', () => {
    start()
    stop()
    writeFileSync(join(dataDir, 'things.db'), 'not a database at all, but longer than a header is')
    const { db, setAside } = start()
    expect(setAside).toBe(aside)
    expect(numberFrom(db, 'SELECT count(*) FROM things')).toBe(0)
    expect(readFileSync(join(dataDir, aside), 'utf8')).toContain('not a database')
  })

  test('leaves alone what a newer desk or another program made', () => {
    start({ ...things, version: 3 })
    stop()
    expect(start().setAside).toBe(aside)
    stop()
    expect(start({ ...things, application: 1 }).setAside).toBe(aside)
  })

  test('writes all that belongs together, or nothing of it', () => {
    const { db } = start()
    const count = () => numberFrom(db, 'SELECT count(*) FROM things')
    inTransaction(db, () => {
      db.exec("INSERT INTO things VALUES ('one')")
      db.exec("INSERT INTO things VALUES ('two')")
    })
    expect(count()).toBe(2)
    const broken = (): void => {
      db.exec("INSERT INTO things VALUES ('three')")
      throw new Error('four is missing')
    }
    expect(() => inTransaction(db, broken)).toThrow('four is missing')
    expect(count()).toBe(2)
    expect(db.isTransaction).toBe(false)
    // One that cannot begin is no part of what is under way.
    db.exec('BEGIN')
    expect(() => inTransaction(db, () => undefined)).toThrow('within a transaction')
  })

  test('sets aside a file whose user finds a table missing', () => {
    start().db.exec('DROP TABLE things')
    stop()
    const { setAside } = start(things, (db) => void db.prepare('SELECT name FROM things'))
    expect(setAside).toBe(aside)
    expect(readdirSync(dataDir)).toContain(aside)
  })
})
