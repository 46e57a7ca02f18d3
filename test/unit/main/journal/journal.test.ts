import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { StorageError } from '../../../../src/main/core/documents.ts'
import { type Journal, openJournal } from '../../../../src/main/journal/journal.ts'
import { ImpossibleStep } from '../../../../src/main/journal/intent.ts'
import { type ChainLink, hashOf } from '../../../../src/main/journal/chain.ts'
import type { JournalFilter, JournalStatus } from '../../../../src/shared/journal/journal.ts'
import type { IntentEvent } from '../../../../src/shared/orders/intents.ts'
import { openConf, temporaryFolder } from '../accounts/places.ts'
import { FakeClock } from '../core/fake-clock.ts'
import {
  accepted,
  acceptedAs,
  answered,
  doubted,
  recorded,
  recordedExit,
  refused,
  sent,
} from './orders.ts'

/** A Monday's opening in India. */
const opening = Date.parse('2026-11-23T09:15:00+05:30')
const minute = 60_000
const hour = 60 * minute

/** Each test has its journal, and its own time of day. */
function begun(dataDir = temporaryFolder()) {
  const time = { now: opening }
  const clock = new FakeClock()
  const open = (): ReturnType<typeof openJournal> => {
    const opened = openJournal({ open: openConf, dataDir, now: () => time.now, clock })
    onTestFinished(() => {
      try {
        opened.journal.close()
      } catch {
        // The test has closed it.
      }
    })
    return opened
  }
  return { dataDir, file: join(dataDir, 'journal.db'), time, clock, open, ...open() }
}

const uuid = (): string => crypto.randomUUID()

/** An order that was taken as far as its events say. */
function place(journal: Journal, ...events: Parameters<Journal['append']>[0][number]['event'][]) {
  const id = uuid()
  for (const event of events)
    if (event.kind !== 'stopped' && event.kind !== 'lifted') journal.append([{ intent: id, event }])
  return id
}

async function checked(journal: Journal): Promise<JournalStatus> {
  const said: JournalStatus[] = []
  const { signal } = new AbortController()
  await journal.verify({ signal, onProgress: (status) => said.push(status) })
  expect(said[0]?.state).toBe('checking')
  return said.at(-1)!
}

/** Changes the last entry as a desk would have written it. */
function rewriteLast(file: string, event: IntentEvent): void {
  const db = new DatabaseSync(file)
  const [last, before] = db.prepare('SELECT * FROM entries ORDER BY seq DESC LIMIT 2').all()
  const row = { ...(last as unknown as ChainLink), body: JSON.stringify(event) }
  const hash = hashOf(String(before?.['hash']), row)
  db.prepare('UPDATE entries SET body = ?, hash = ? WHERE seq = ?').run(row.body, hash, row.seq)
  db.prepare('UPDATE head SET hash = ?').run(hash)
  db.close()
}

/** Another program that changes the file. */
function meddle(file: string, sql: string): void {
  const db = new DatabaseSync(file)
  db.exec(sql)
  db.close()
}

describe('what was appended', () => {
  test('is answered as what the orders are then, and found again', () => {
    const { journal } = begun()
    const [one, other, confirmation] = [uuid(), uuid(), uuid()]
    const made = journal.append([
      { intent: one, event: recorded({ confirmation }) },
      { intent: other, event: recorded({ confirmation, account: 'two' }) },
    ])
    expect(made.map(({ id, state }) => [id, state])).toEqual([
      [one, 'recorded'],
      [other, 'recorded'],
    ])
    expect(journal.confirmed(confirmation)).toEqual(made)
    expect(journal.confirmed(uuid())).toEqual([])
    expect(journal.find(one)).toEqual(made[0])
    expect(journal.find(uuid())).toBeUndefined()
  })

  test('may be several events of one order in one go', () => {
    const { journal } = begun()
    const intent = uuid()
    const made = journal.append([
      { intent, event: recorded() },
      { intent, event: sent(['7']) },
    ])
    expect(made).toHaveLength(1)
    expect(made[0]).toMatchObject({ state: 'sent', sent: { rivals: ['7'], bookAge: 400 } })
    expect(journal.find(intent)).toEqual(made[0])
    expect(journal.entries(intent).map(({ event }) => event.kind)).toEqual(['recorded', 'sent'])
  })

  test('is there after a restart, also without a goodbye', () => {
    const { journal, open } = begun()
    const id = place(journal, recorded(), sent(), accepted('77'))
    const before = journal.find(id)
    const again = open()
    expect(again.setAside).toBeNull()
    expect(again.journal.find(id)).toEqual(before)
    expect(again.journal.holdersOf('77')[0]).toEqual(before)
  })

  test('is nothing at all where one event cannot be', async () => {
    const { journal } = begun()
    const [one, other] = [uuid(), uuid()]
    const attempt = () =>
      journal.append([
        { intent: one, event: recorded() },
        { intent: other, event: sent() },
      ])
    expect(attempt).toThrow(ImpossibleStep)
    expect(journal.find(one)).toBeUndefined()
    expect(await checked(journal)).toMatchObject({ state: 'sound', checked: 0, total: 0 })
    journal.append([{ intent: one, event: recorded() }])
    expect(await checked(journal)).toMatchObject({ state: 'sound', checked: 1 })
  })

  test('is read by its owner alone', () => {
    const { journal, dataDir } = begun()
    place(journal, recorded())
    for (const name of readdirSync(dataDir))
      expect([name, statSync(join(dataDir, name)).mode & 0o777]).toEqual([name, 0o600])
  })

  test('is found with every character that a broker may write', async () => {
    const { journal, open } = begun()
    const symbol = 'M&M-EQ \u0000 \ud800 ﬁ'
    const odd = '"quoted", new\nline, 50% _ \u0000 \udfff'
    const id = place(journal, recorded({ params: { symbol } }), sent(), answered(refused(odd)))
    expect(open().journal.find(id)).toMatchObject({ params: { symbol }, parts: [{ message: odd }] })
    expect(await checked(journal)).toMatchObject({ state: 'sound', checked: 3 })
  })

  test('can be read again however long an answer was', async () => {
    const { journal } = begun()
    const message = 'no '.repeat(100_000)
    place(journal, recorded(), sent(), answered(refused(message), acceptedAs('9'.repeat(1000))))
    expect(await checked(journal)).toMatchObject({ state: 'sound', checked: 3 })
  })
})

describe('an order', () => {
  test('is unsettled until its outcome is known', () => {
    const { journal } = begun()
    const waiting = place(journal, recorded())
    const onItsWay = place(journal, recorded(), sent())
    const inDoubt = place(journal, recorded(), sent(), answered(doubted))
    place(journal, recorded(), sent(), accepted('1'))
    place(journal, recorded(), sent(), answered(refused('No margin.')))
    expect(journal.unsettled().map(({ id }) => id)).toEqual([waiting, onItsWay, inDoubt])
    journal.append([{ intent: inDoubt, event: { kind: 'settled', orderIds: ['8'] } }])
    expect(journal.unsettled().map(({ id }) => id)).toEqual([waiting, onItsWay])
  })

  test('is found by any of its order ids, among those of other accounts', () => {
    const { journal } = begun()
    const split = place(
      journal,
      recorded({ quantities: [5, 5] }),
      sent(),
      answered(acceptedAs('11'), doubted),
      { kind: 'matched', found: [{ part: 1, orderId: '12' }], absent: [] },
    )
    expect(journal.holdersOf('11')[0]?.id).toBe(split)
    expect(journal.holdersOf('12')[0]?.id).toBe(split)
    const other = place(journal, recorded({ account: 'two' }), sent(), accepted('11'))
    expect(journal.holdersOf('11').map(({ id }) => id)).toEqual([other, split])
    expect(journal.holdersOf('1')).toEqual([])
  })

  test('is not found by an id that it was found as, beside another one, until it is said to be it', async () => {
    const { journal } = begun()
    const found = { kind: 'matched' as const, found: [{ part: 0, orderId: '11' }], absent: [] }
    const beside = { kind: 'found-beside' as const, orderIds: ['11'], candidates: ['11', '12'] }
    for (const orderId of ['11', '12']) {
      const id = place(journal, recorded(), sent(), answered(doubted), found, beside)
      expect(journal.holdersOf('11').map(({ id: holder }) => holder)).not.toContain(id)
      expect(await checked(journal)).toMatchObject({ state: 'sound' })
      journal.append([{ intent: id, event: { kind: 'settled', orderIds: [orderId] } }])
      expect(journal.holdersOf(orderId)[0]?.id).toBe(id)
      expect(await checked(journal)).toMatchObject({ state: 'sound' })
    }
  })

  test('is not found by an id that was named for it and is another’s, until it is said to be it', async () => {
    const { journal } = begun()
    const id = place(journal, recorded(), sent(), accepted('11'), {
      kind: 'disowned',
      orderId: '11',
      is: 'SELL 5 SBIN-EQ',
    })
    expect(journal.holdersOf('11')).toEqual([])
    expect(await checked(journal)).toMatchObject({ state: 'sound' })
    journal.append([{ intent: id, event: { kind: 'settled', orderIds: ['11'] } }])
    expect(journal.holdersOf('11')[0]?.id).toBe(id)
    expect(await checked(journal)).toMatchObject({ state: 'sound' })
  })

  test('is not the exit that cancelled it', () => {
    const { journal } = begun()
    const placed = place(journal, recorded(), sent(), accepted('11'))
    place(journal, recordedExit(), sent(), answered(acceptedAs('11'), acceptedAs('12')))
    expect(journal.holdersOf('11')[0]?.id).toBe(placed)
    expect(journal.holdersOf('12')).toEqual([])
  })

  test('is the latest one where a broker uses a number again', () => {
    const { journal, time } = begun()
    place(journal, recorded(), sent(), accepted('1'))
    time.now += 24 * hour
    const today = place(journal, recorded(), sent(), accepted('1'))
    expect(journal.holdersOf('1')[0]?.id).toBe(today)
  })

  test('of earlier is listed while it is unsettled, after those of since then', () => {
    const { journal, time } = begun()
    const doubt = place(journal, recorded(), sent(), answered(doubted))
    place(journal, recorded(), sent(), accepted('1'))
    time.now += 24 * hour
    const done = place(journal, recorded(), sent(), accepted('2'))
    time.now += minute
    const fresh = place(journal, recorded())
    expect(journal.since(opening + 24 * hour).map(({ id }) => id)).toEqual([fresh, done, doubt])
    expect(journal.since(opening + 24 * hour + 1).map(({ id }) => id)).toEqual([fresh, doubt])
    expect(journal.since(opening + 24 * hour, 1).map(({ id }) => id)).toEqual([fresh, doubt])
  })
})

test('the stop is as the journal was last told', () => {
  const { journal, time, open } = begun()
  expect(journal.stopState()).toEqual({ on: false, at: null })
  journal.append([{ intent: null, event: { kind: 'stopped' } }])
  place(journal, recorded())
  expect(journal.stopState()).toEqual({ on: true, at: opening })
  time.now += minute
  expect(open().journal.stopState()).toEqual({ on: true, at: opening })
  journal.append([{ intent: null, event: { kind: 'lifted' } }])
  expect(journal.stopState()).toEqual({ on: false, at: opening + minute })
})

describe('rows', () => {
  function filled() {
    const made = begun()
    const { journal, time } = made
    const shares = place(
      journal,
      recorded({ params: { symbol: 'SBIN-EQ' } }),
      sent(['rival-1']),
      accepted('250100'),
    )
    journal.append([{ intent: null, event: { kind: 'stopped' } }])
    time.now += 24 * hour
    const option = place(
      journal,
      recorded({ account: 'two', params: { spot_symbol: 'Nifty 50' } }),
      sent(),
      answered(refused(`100% of it's "gone"_`)),
    )
    const exit = place(journal, recordedExit())
    const named = { [shares]: 'shares', [option]: 'option', [exit]: 'exit' }
    const found = (filter: JournalFilter) =>
      journal
        .rows(filter, { limit: 10 })
        .rows.map(({ intent, event }) => (intent ? named[intent.id] : event!.kind))
    return { ...made, shares, found }
  }

  test('are orders as they are now and what the desk did, the newest first', () => {
    const { journal, found, shares } = filled()
    expect(found({})).toEqual(['exit', 'option', 'stopped', 'shares'])
    const { rows } = journal.rows({}, { limit: 10 })
    expect(rows.at(-1)).toEqual({
      seq: 1,
      at: opening,
      intent: journal.find(shares),
      event: null,
    })
    expect(rows.at(-2)).toEqual({ seq: 4, at: opening, intent: null, event: { kind: 'stopped' } })
  })

  test.each<[string, JournalFilter, string[]]>([
    ['day in India', { day: '2026-11-23' }, ['stopped', 'shares']],
    ['account', { account: 'two' }, ['option']],
    ['part of a symbol, whatever its case', { symbol: 'bin-e' }, ['shares']],
    ['underlying of an option', { symbol: 'NIFTY' }, ['option']],
    ['state', { state: 'refused' }, ['option']],
    ['several at once', { day: '2026-11-24', account: 'one' }, ['exit']],
    ['order id', { text: '2501' }, ['shares']],
    ['operation', { text: 'cancelall' }, ['exit']],
    ['words of the service', { text: 'IT\'S "gone"' }, ['option']],
    ['a percent sign as it stands', { text: '100%' }, ['option']],
    ['a percent sign that is nowhere', { text: '1%f' }, []],
    ['an underscore as it stands', { text: '"_' }, ['option']],
    ['an underscore that is nowhere', { text: 's_a' }, []],
    ['what the desk did', { text: 'stop' }, ['stopped']],
    ['names of fields, which are no words', { text: 'orderId' }, []],
    ['rivals, which are other orders', { text: 'rival-1' }, []],
    [
      'nothing, where no text is typed',
      { text: '', symbol: '' },
      ['exit', 'option', 'stopped', 'shares'],
    ],
    ['SQL', { text: "' OR 1=1 --" }, []],
  ])('are found by %s', (_what, filter, expected) => {
    expect(filled().found(filter)).toEqual(expected)
  })

  test('come in pages that hold each one once, also while more are added', () => {
    const { journal } = begun()
    for (let count = 0; count < 7; count += 1) {
      place(journal, recorded())
      if (count % 3 === 0) journal.append([{ intent: null, event: { kind: 'stopped' } }])
    }
    const all = journal.rows({}, { limit: 100 })
    expect(all.hasMore).toBe(false)
    const paged: number[] = []
    for (let before: number | undefined; ;) {
      const { rows, hasMore } = journal.rows({}, { before, limit: 3 })
      paged.push(...rows.map(({ seq }) => seq))
      before = paged.at(-1)
      if (!hasMore) break
      place(journal, recorded())
    }
    expect(paged).toEqual(all.rows.map(({ seq }) => seq))
    expect(paged).toHaveLength(10)
  })
})

describe('the chain', () => {
  function filled() {
    const made = begun()
    place(made.journal, recorded(), sent(), accepted('1'))
    made.journal.append([{ intent: null, event: { kind: 'stopped' } }])
    place(made.journal, recorded({ quantities: [5, 5] }), sent(), answered(doubted, refused('No.')))
    return made
  }

  test('is SHA-256 over the hash before and all of an entry', () => {
    const { file } = filled()
    const db = new DatabaseSync(file)
    const rows = db.prepare('SELECT * FROM entries ORDER BY seq').all()
    db.close()
    let hash = '0'.repeat(64)
    for (const row of rows) {
      const { hash: written, ...content } = row
      const listed = JSON.stringify(Object.values(content))
      hash = createHash('sha256').update(`${hash}\n${listed}`).digest('hex')
      expect(written).toBe(hash)
    }
    expect(rows).toHaveLength(7)
  })

  test('is sound as long as nobody meddles with it', async () => {
    const { journal, clock } = filled()
    await clock.advance(1000)
    expect(await checked(journal)).toEqual({
      state: 'sound',
      checked: 7,
      total: 7,
      at: opening,
      brokenAt: null,
      message: null,
    })
  })

  test.each<[string, string, number]>([
    [
      'the amount of an order is changed',
      `UPDATE entries SET body = replace(body, '"10"', '"99"') WHERE seq = 5`,
      5,
    ],
    ['a time is changed', 'UPDATE entries SET at = at + 1 WHERE seq = 2', 2],
    ['a day is changed', `UPDATE entries SET day = '2026-11-22' WHERE seq = 2`, 2],
    ['a symbol is changed', `UPDATE entries SET symbol = 'X' WHERE seq = 6`, 6],
    ['a hash is changed', `UPDATE entries SET hash = upper(hash) WHERE seq = 3`, 3],
    ['an entry is taken out', 'DELETE FROM entries WHERE seq = 4', 4],
    ['the first one is taken out', 'DELETE FROM entries WHERE seq = 1', 1],
    ['the last one is taken out', 'DELETE FROM entries WHERE seq = 7', 7],
    ['all are taken out', 'DELETE FROM entries', 1],
    [
      'two change places',
      'UPDATE entries SET seq = 100 - seq WHERE seq IN (3, 4); UPDATE entries SET seq = seq - 93 WHERE seq > 90',
      3,
    ],
    [
      'one is added',
      `INSERT INTO entries SELECT 8, at, day, intent, account, symbol, kind, body, hash FROM entries WHERE seq = 4`,
      8,
    ],
  ])('is broken where %s', async (_what, sql, brokenAt) => {
    const { journal, file, open } = filled()
    meddle(file, sql)
    const status = await checked(journal)
    expect(status).toMatchObject({ state: 'broken', brokenAt, at: opening })
    expect(status.message).toMatch(/[a-z]\.$/)
    // It starts all the same, goes on, and says so again.
    const again = open()
    expect(again.setAside).toBeNull()
    place(again.journal, recorded())
    expect(await checked(again.journal)).toMatchObject({ state: 'broken', brokenAt })
  })

  test('tells what stands before the first entry', async () => {
    const { journal, file } = filled()
    for (const seq of [-4, 0]) {
      meddle(
        file,
        `DELETE FROM entries WHERE seq < 1;
         INSERT INTO entries SELECT ${seq}, at, day, intent, account, symbol, kind, body, hash FROM entries WHERE seq = 4`,
      )
      const status = await checked(journal)
      expect(status).toMatchObject({ state: 'broken', brokenAt: seq })
      expect(status.message).toContain(`Entry ${seq} stands before the first one`)
    }
  })

  test('is broken where the note of its end is changed', async () => {
    const { journal, file } = filled()
    meddle(file, `UPDATE head SET hash = '${'1'.repeat(64)}'`)
    expect(await checked(journal)).toMatchObject({ state: 'broken', brokenAt: 7 })
  })

  test('names the day and the time of what is broken', async () => {
    const { journal, file } = filled()
    meddle(file, `UPDATE entries SET body = '{}' WHERE seq = 2`)
    const { message } = await checked(journal)
    expect(message).toContain('Entry 2 of 2026-11-23 09:15:00.000 IST')
  })

  /** Writes the whole chain anew, as somebody could who knows how. */
  function forge(file: string): void {
    const db = new DatabaseSync(file)
    let hash = '0'.repeat(64)
    for (const { hash: _, ...row } of db.prepare('SELECT * FROM entries ORDER BY seq').all()) {
      const content = `${hash}\n${JSON.stringify(Object.values(row))}`
      hash = createHash('sha256').update(content).digest('hex')
      db.prepare('UPDATE entries SET hash = ? WHERE seq = ?').run(hash, row['seq']!)
    }
    db.prepare('UPDATE head SET hash = ?').run(hash)
    db.close()
  }

  test.each<[string, string, number, RegExp]>([
    [
      'cannot be read',
      `UPDATE entries SET body = '{"kind":"dreamt"}' WHERE seq = 6`,
      6,
      /cannot be read/,
    ],
    ['is no JSON', `UPDATE entries SET body = '{"ki' WHERE seq = 4`, 4, /cannot be read/],
    [
      'does not fit in its order',
      `UPDATE entries SET body = '{"kind":"settled-absent"}' WHERE seq = 2`,
      2,
      /does not fit/,
    ],
  ])(
    'is broken where an entry %s, though its hashes agree',
    async (_what, sql, brokenAt, words) => {
      const { journal, file, open } = filled()
      meddle(file, sql)
      forge(file)
      const status = await checked(journal)
      expect(status).toMatchObject({ state: 'broken', brokenAt })
      expect(status.message).toMatch(words)
      meddle(file, 'UPDATE head SET projected = 0')
      const again = open()
      expect(again.setAside).toBeNull()
      expect(again.journal.unsettled().length).toBeGreaterThan(0)
    },
  )

  test.each<[string, string]>([
    ['a state', `UPDATE intents SET state = 'refused' WHERE first = 1`],
    ['whether it is open', 'UPDATE intents SET isOpen = 0'],
    ['what is shown', `UPDATE intents SET folded = replace(folded, '"10"', '"99"')`],
    ['what cannot be read any more', `UPDATE intents SET folded = 'x'`],
    ['what search finds', `UPDATE intents SET words = replace(words, 'sbin', 'tcs')`],
    ['what search finds beside that', `UPDATE intents SET words = words || char(10) || 'tcs'`],
    ['which order is held', `UPDATE holders SET orderId = '2'`],
    ['who holds an order', 'UPDATE holders SET first = 5'],
    ['an order that nobody holds any more', 'DELETE FROM holders'],
    ['an order that nobody placed', `INSERT INTO holders VALUES ('2', 1)`],
    ['its last entry', 'UPDATE intents SET last = last - 1 WHERE first = 1'],
    ['an order that is missing', 'DELETE FROM intents WHERE first = 5'],
    [
      'an order that was never placed',
      `INSERT INTO intents SELECT 90, 91, 'x', day, at, account, symbol, state, isOpen, confirmation, words, folded FROM intents WHERE first = 1`,
    ],
  ])('tells that what is shown is not what stands in it: %s', async (_what, sql) => {
    const { journal, file, open } = filled()
    const before = journal.rows({}, { limit: 9 })
    meddle(file, sql)
    const status = await checked(journal)
    expect(status.state).toBe('broken')
    expect(status.message).toContain('made anew')
    journal.close()
    const again = open()
    expect(again.journal.rows({}, { limit: 9 })).toEqual(before)
    expect(again.journal.holdersOf('1')[0]?.state).toBe('accepted')
    expect(await checked(again.journal)).toMatchObject({ state: 'sound' })
  })

  test('is made anew where it was shown wrongly, also where more was written after that was found', async () => {
    const { journal, file, open } = filled()
    const before = journal.rows({}, { limit: 9 }).rows
    meddle(file, 'DELETE FROM intents WHERE first = 5')
    expect(await checked(journal)).toMatchObject({ state: 'broken' })
    place(journal, recorded(), sent())
    journal.close()
    const again = open().journal
    expect(again.rows({}, { limit: 9 }).rows.slice(1)).toEqual(before)
    expect(await checked(again)).toMatchObject({ state: 'sound' })
  })

  test('is held against who holds an order also where that came later', async () => {
    const { journal } = begun()
    const id = place(journal, recorded({ quantities: [5, 5] }), sent())
    journal.append([{ intent: id, event: answered(acceptedAs('1'), doubted) }])
    journal.append([{ intent: id, event: { kind: 'settled', orderIds: ['2', '3'] } }])
    expect(await checked(journal)).toMatchObject({ state: 'sound', message: expect.any(String) })
  })

  test('of a desk that compared ids letter by letter is sound, and its orders are found in any spelling', async () => {
    const { journal, dataDir, file, open } = begun()
    const id = place(journal, recorded({ quantities: [5, 5] }), sent())
    journal.append([{ intent: id, event: answered(acceptedAs(' 12 '), doubted) }])
    journal.append([{ intent: id, event: { kind: 'settled', orderIds: ['34'] } }])
    journal.close()
    // What such a desk took for another order of the broker's.
    rewriteLast(file, { kind: 'settled', orderIds: ['0012'] })
    unlinkSync(join(dataDir, 'journal-witness.json'))
    meddle(file, "DELETE FROM holders; INSERT INTO holders VALUES (' 12 ', 1)")
    meddle(file, 'UPDATE head SET projection = 3')
    const again = open().journal
    expect(await checked(again)).toMatchObject({ state: 'sound' })
    for (const spelled of ['12', ' 12', '00012']) expect(again.holdersOf(spelled)[0]?.id).toBe(id)
    expect(again.holdersOf('120')).toEqual([])
  })

  test('is checked while more is written, up to the newest entry', async () => {
    const { journal } = begun()
    const ids = Array.from({ length: 900 }, uuid)
    journal.append(ids.map((intent) => ({ intent, event: recorded() })))
    journal.append(ids.map((intent) => ({ intent, event: sent() })))
    let pieces = 0
    let last: JournalStatus | undefined
    await journal.verify({
      signal: new AbortController().signal,
      onProgress: (status) => {
        last = status
        if (status.state !== 'checking' || pieces >= 5) return
        pieces += 1
        journal.append([{ intent: ids[pieces * 100]!, event: accepted(`${pieces}`) }])
        place(journal, recorded())
      },
    })
    expect(pieces).toBeGreaterThan(1)
    expect(last).toMatchObject({ state: 'sound', checked: 1800 + 2 * pieces })
  })

  test('is checked no further when that is called off', async () => {
    const { journal } = begun()
    journal.append(Array.from({ length: 2000 }, () => ({ intent: uuid(), event: recorded() })))
    const calledOff = new AbortController()
    const said: string[] = []
    await journal.verify({
      signal: calledOff.signal,
      onProgress: ({ state }) => {
        said.push(state)
        calledOff.abort()
      },
    })
    expect(said).toEqual(['checking'])
  })
})

describe('the witness', () => {
  /** Takes away all after an entry, and makes the rest look as if it had never been more. */
  const cut = (file: string, last: number): void =>
    meddle(
      file,
      `DELETE FROM entries WHERE seq > ${last};
       UPDATE head SET projection = 0, seq = ${last}, projected = ${last},
         hash = (SELECT hash FROM entries WHERE seq = ${last})`,
    )

  /** Two days, of which the first entry of the second is the fifth. */
  async function twoDays() {
    const made = begun()
    const { journal, time, clock } = made
    place(journal, recorded(), sent(), accepted('1'))
    journal.append([{ intent: null, event: { kind: 'stopped' } }])
    await clock.advance(1000)
    time.now += 24 * hour
    place(journal, recorded())
    await clock.advance(1000)
    place(journal, recorded(), sent())
    return { ...made, witness: join(made.dataDir, 'journal-witness.json') }
  }

  test('finds a tail that was cut off behind a day’s first entry, with its end noted anew', async () => {
    const { file, open } = await twoDays()
    cut(file, 4)
    const status = await checked(open().journal)
    expect(status).toMatchObject({ state: 'broken', brokenAt: 5 })
    expect(status.message).toContain('the witness saw at 2026-11-24 09:15:00.000 IST')
  })

  test('finds a tail of the last day once the desk was closed in good order', async () => {
    const { journal, file, open } = await twoDays()
    journal.close()
    cut(file, 6)
    expect(await checked(open().journal)).toMatchObject({ state: 'broken', brokenAt: 7 })
  })

  test('finds entries that were written anew, though more followed them', async () => {
    const { journal, file, open, time } = await twoDays()
    journal.close()
    cut(file, 4)
    const again = open().journal
    time.now += minute
    place(again, recorded(), sent(), accepted('2'), {
      kind: 'rejected',
      orderId: '2',
      reason: null,
    })
    expect(await checked(again)).toMatchObject({ state: 'broken', brokenAt: 5 })
  })

  test('finds a journal that was taken away whole', async () => {
    const { journal, file, open } = await twoDays()
    journal.close()
    unlinkSync(file)
    expect(await checked(open().journal)).toMatchObject({ state: 'broken', brokenAt: 1 })
  })

  test('agrees with what it saw, over days and restarts', async () => {
    const { journal, open, time, clock } = await twoDays()
    journal.close()
    let { journal: again } = open()
    for (let count = 0; count < 3; count += 1) {
      expect(await checked(again)).toMatchObject({ state: 'sound', message: null })
      time.now += 8 * hour
      place(again, recorded(), sent(), accepted(`${count}`))
      await clock.advance(1000)
      again.close()
      again = open().journal
    }
  })

  test('that is missing is said to be, which is no damage', async () => {
    const { journal, witness, open, clock } = await twoDays()
    journal.close()
    unlinkSync(witness)
    const again = open()
    const status = await checked(again.journal)
    expect(status).toMatchObject({ state: 'sound', brokenAt: null })
    expect(status.message).toContain('No witness stands beside it')
    place(again.journal, recorded())
    await clock.advance(1000)
    expect(await checked(again.journal)).toMatchObject({ state: 'sound', message: null })
  })

  test('that is damaged is set aside, and said to be missing', async () => {
    const { journal, witness, open } = await twoDays()
    journal.close()
    writeFileSync(witness, '{"marks": ')
    const again = open()
    expect(again.witnessSetAside).toMatch(/^journal-witness\.damaged-/)
    expect((await checked(again.journal)).message).toContain('No witness')
  })

  test('is none of a journal without entries, and begins anew with one that took the place of a damaged one', async () => {
    const { journal, file, open } = await twoDays()
    journal.close()
    writeFileSync(file, 'not a database '.repeat(500))
    const again = open()
    expect(again.setAside).toMatch(/^journal\.damaged-/)
    expect(await checked(again.journal)).toMatchObject({ state: 'sound', message: null })
    place(again.journal, recorded())
    again.journal.close()
    expect(await checked(open().journal)).toMatchObject({ state: 'sound', message: null })
  })

  test('is written behind an append, never with it, and later where the disk refuses', async () => {
    const { journal, clock, dataDir } = begun()
    const witness = join(dataDir, 'journal-witness.json')
    place(journal, recorded(), sent())
    await clock.advance(900)
    expect(existsSync(witness)).toBe(false)
    mkdirSync(witness)
    await clock.advance(100)
    expect(statSync(witness).isDirectory()).toBe(true)
    rmdirSync(witness)
    place(journal, recorded())
    await clock.advance(1000)
    expect(JSON.parse(readFileSync(witness, 'utf8'))).toMatchObject({
      value: { marks: [{ at: opening, seq: 1 }] },
    })
  })
})

describe('what is looked up', () => {
  test('is made anew from the entries where it is older than they are', () => {
    const { journal, file, open } = begun()
    const id = place(
      journal,
      recorded({ quantities: [5, 5] }),
      sent(),
      answered(acceptedAs('1'), doubted),
    )
    journal.append([{ intent: null, event: { kind: 'stopped' } }])
    const before = [
      journal.rows({ text: 'sbin' }, { limit: 5 }),
      journal.unsettled(),
      journal.find(id),
    ]
    meddle(file, 'DELETE FROM intents; DELETE FROM holders; UPDATE head SET projected = 2')
    const again = open().journal
    expect([again.rows({ text: 'sbin' }, { limit: 5 }), again.unsettled(), again.find(id)]).toEqual(
      before,
    )
    expect(again.holdersOf('1')[0]?.id).toBe(id)
  })

  test.each(['intents', 'holders'])('is made anew where its table %s is missing', (table) => {
    const { journal, file, open } = begun()
    const id = place(journal, recorded(), sent(), accepted('1'))
    const before = journal.find(id)
    journal.close()
    meddle(file, `DROP TABLE ${table}`)
    const again = open()
    expect(again.setAside).toBeNull()
    expect(again.journal.holdersOf('1')[0]).toEqual(before)
  })

  test('is asked of the entries where the disk has damaged it', () => {
    const { journal, file } = begun()
    const id = place(journal, recorded(), sent())
    const before = journal.find(id)
    meddle(file, `UPDATE intents SET folded = substr(folded, 2)`)
    expect(journal.find(id)).toEqual(before)
    expect(journal.unsettled()).toEqual([before])
    const [after] = journal.append([{ intent: id, event: accepted('5') }])
    expect(after).toMatchObject({ state: 'accepted' })
  })
})

describe('what leaves, and is not in the tables of orders yet,', () => {
  /** Orders of two days in every state, and the latest of them about to leave. */
  function leaving() {
    const made = begun()
    const { journal, time } = made
    const doubt = place(journal, recorded(), sent(), answered(doubted))
    const confirmation = uuid()
    place(journal, recorded({ confirmation }), sent(), accepted('1'))
    time.now += 24 * hour
    place(journal, recorded({ confirmation }), sent(), accepted('2'))
    const waiting = place(journal, recorded())
    time.now += minute
    const [one, other] = [uuid(), uuid()]
    const end = journal.end()
    journal.append([
      { intent: null, event: { kind: 'stopped' } },
      { intent: one, event: recorded({ confirmation }) },
      { intent: other, event: recorded() },
      { intent: one, event: sent() },
      { intent: waiting, event: sent() },
    ])
    return { ...made, confirmation, ids: { doubt, waiting, one, other }, end }
  }

  const shown = (journal: Journal, { confirmation, ids, end }: ReturnType<typeof leaving>) => ({
    found: Object.values(ids).map((id) => journal.find(id)),
    confirmed: journal.confirmed(confirmation),
    holders: ['1', '2', '3'].map((orderId) => journal.holdersOf(orderId)),
    unsettled: journal.unsettled(),
    since: [0, 1, 2, 100].flatMap((most) =>
      [0, opening + 1, opening + 24 * hour, opening + 25 * hour].map((at) =>
        journal.since(at, most),
      ),
    ),
    changed: [0, end - 1, end, end + 3].map((entry) => journal.changedAfter(entry)),
    stop: journal.stopState(),
  })

  /** What stands in the tables, by another program. */
  const inTables = (file: string, id: string): unknown => {
    const db = new DatabaseSync(file, { readOnly: true })
    const row = db.prepare('SELECT state FROM intents WHERE id = ?').get(id)
    db.close()
    return row?.['state']
  }

  test('is shown as it is, and did not wait for the tables', () => {
    const made = leaving()
    const { journal, file, ids } = made
    expect([inTables(file, ids.one), inTables(file, ids.waiting)]).toEqual([undefined, undefined])
    const before = shown(journal, made)
    expect(before.confirmed.map(({ state }) => state)).toEqual(['accepted', 'accepted', 'sent'])
    const { rows } = journal.rows({}, { limit: 100 })
    expect(rows.filter(({ intent }) => intent?.id === ids.one)).toHaveLength(1)
    expect(inTables(file, ids.one)).toBe('sent')
    expect(shown(journal, made)).toEqual(before)
  })

  test('is in the tables with what is written next, or in an idle moment', async () => {
    const { journal, file, ids, clock } = leaving()
    journal.append([{ intent: ids.one, event: accepted('3') }])
    expect([inTables(file, ids.one), inTables(file, ids.waiting)]).toEqual(['accepted', 'sent'])
    journal.append([{ intent: ids.other, event: sent() }])
    expect(inTables(file, ids.other)).toBe('recorded')
    await clock.advance(1_000)
    expect(inTables(file, ids.other)).toBe('sent')
  })

  test('is made of the entries where a desk was ended before', async () => {
    const made = leaving()
    const before = shown(made.journal, made)
    const { journal } = made.open()
    expect(shown(journal, made)).toEqual(before)
    expect(await checked(journal)).toMatchObject({ state: 'sound' })
  })

  test('is shown where the disk refuses what is written next', () => {
    const made = leaving()
    const { journal, file, ids } = made
    const before = shown(journal, made)
    const other = new DatabaseSync(file)
    onTestFinished(() => other.close())
    other.exec('BEGIN IMMEDIATE')
    expect(() => journal.append([{ intent: ids.one, event: accepted('3') }])).toThrow(StorageError)
    expect(shown(journal, made)).toEqual(before)
    other.exec('ROLLBACK')
    journal.append([{ intent: ids.one, event: accepted('3') }])
    expect(journal.holdersOf('3').map(({ id }) => id)).toEqual([ids.one])
    expect(journal.unsettled().map(({ id }) => id)).not.toContain(ids.one)
  })

  test('is checked as all else', async () => {
    expect(await checked(leaving().journal)).toMatchObject({ state: 'sound' })
  })
})

describe('a file that is no journal is set aside whole and named, never overwritten:', () => {
  const name = 'journal.damaged-2026-11-23T03-45-00-000Z.db'
  test.each<[string, (file: string) => void]>([
    ['rubbish', (file) => writeFileSync(file, 'not a database '.repeat(500))],
    ['a short text', (file) => writeFileSync(file, 'hello')],
    ["another program's database", (file) => meddle(file, 'CREATE TABLE notes (text)')],
    ['a newer version', (file) => meddle(file, 'PRAGMA user_version = 2')],
    ['without its entries', (file) => meddle(file, 'DROP TABLE entries')],
    ['without its end', (file) => meddle(file, 'DELETE FROM head')],
    ['cut in the middle', (file) => writeFileSync(file, readFileSync(file).subarray(0, 9000))],
  ])('%s', async (what, damage) => {
    const dataDir = temporaryFolder()
    const file = join(dataDir, 'journal.db')
    if (what !== "another program's database") {
      const { journal } = begun(dataDir)
      place(journal, recorded(), sent())
      journal.close()
    }
    damage(file)
    const bytes = readFileSync(file)
    const { journal, setAside } = begun(dataDir)
    expect(setAside).toBe(name)
    expect(readFileSync(join(dataDir, name)).equals(bytes)).toBe(true)
    expect(existsSync(`${join(dataDir, name)}-wal`)).toBe(false)
    expect(journal.unsettled()).toEqual([])
    place(journal, recorded())
    expect(await checked(journal)).toMatchObject({ state: 'sound', checked: 1 })
  })

  test('an empty file is only a beginning', () => {
    const dataDir = temporaryFolder()
    writeFileSync(join(dataDir, 'journal.db'), '')
    expect(begun(dataDir).setAside).toBeNull()
  })
})

describe('a disk that refuses', () => {
  /** Another program that writes and does not come to an end. */
  function held(file: string): DatabaseSync {
    const db = new DatabaseSync(file)
    db.exec('BEGIN IMMEDIATE')
    onTestFinished(() => db.close())
    return db
  }

  function thrown(act: () => void): unknown {
    try {
      act()
    } catch (cause) {
      return cause
    }
    return undefined
  }

  test('keeps an order from being sent, and says so', async () => {
    const { journal, file } = begun()
    const before = place(journal, recorded())
    const other = held(file)
    const cause = thrown(() => place(journal, recorded()))
    expect(cause).toBeInstanceOf(StorageError)
    const { failure } = cause as StorageError
    expect(failure.code).toBe('storage-failed')
    expect(failure.message).toMatch(/^Quarterdeck cannot write .*\. Check that the folder/)
    expect(journal.unsettled().map(({ id }) => id)).toEqual([before])
    other.exec('ROLLBACK')
    place(journal, recorded())
    expect(await checked(journal)).toMatchObject({ state: 'sound', checked: 2 })
  })

  test('is not said to have kept back what is on its way already', () => {
    const { journal, file } = begun()
    const id = place(journal, recorded(), sent())
    held(file)
    const cause = thrown(() => journal.append([{ intent: id, event: accepted('1') }]))
    expect(cause).toBeInstanceOf(StorageError)
    expect((cause as StorageError).failure.message).not.toContain('nothing was sent')
    expect(journal.find(id)?.state).toBe('sent')
  })

  test('is no reason to set a journal aside', () => {
    const { journal, dataDir, file } = begun()
    place(journal, recorded())
    journal.close()
    const other = new DatabaseSync(file)
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    onTestFinished(() => other.close())
    expect(thrown(() => begun(dataDir))).toBeInstanceOf(StorageError)
    expect(readdirSync(dataDir).filter((entry) => entry.includes('damaged'))).toEqual([])
  })

  test('is told from a folder that is none', () => {
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, '')
    expect(thrown(() => begun(join(file, 'folder')))).toBeInstanceOf(StorageError)
  })
})

describe('the log', () => {
  const sizeOf = (file: string): number => statSync(file).size

  test('is moved into the file in an idle moment, and not while orders follow each other', async () => {
    const { journal, file, clock } = begun()
    await clock.advance(10_000)
    const before = sizeOf(file)
    const fill = () =>
      journal.append(Array.from({ length: 300 }, () => ({ intent: uuid(), event: recorded() })))
    for (let count = 0; count < 6; count += 1) {
      fill()
      await clock.advance(900)
    }
    expect(sizeOf(file)).toBe(before)
    await clock.advance(200)
    expect(sizeOf(file)).toBeGreaterThan(before)
    expect(clock.pending).toBe(0)
  })

  test('is moved into the file behind an answer where no moment is idle for long, and in front of no order', async () => {
    const { journal, file, clock } = begun()
    await clock.advance(10_000)
    const before = sizeOf(file)
    let id = place(journal, recorded(), sent())
    for (let count = 0; count < 200; count += 1) {
      await clock.advance(0)
      journal.append([{ intent: id, event: accepted(`${count}`) }])
      id = place(journal, recorded(), sent())
    }
    await clock.advance(0)
    expect(sizeOf(file)).toBe(before)
    journal.append([{ intent: id, event: accepted('200') }])
    await clock.advance(0)
    expect(sizeOf(file)).toBeGreaterThan(before)
  })

  test('has gone when the journal is closed, and the file is all of it', () => {
    const { journal, file, dataDir } = begun()
    const id = place(journal, recorded(), sent(), accepted('1'))
    const before = journal.find(id)
    journal.close()
    expect(readdirSync(dataDir)).toEqual(['journal-witness.json', 'journal.db'])
    const copy = temporaryFolder()
    copyFileSync(file, join(copy, 'journal.db'))
    expect(begun(copy).journal.find(id)).toEqual(before)
  })
})
