import { createHash } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { type Journal, openJournal } from '../../../../src/main/journal/journal.ts'
import type { JournalFilter } from '../../../../src/shared/journal/journal.ts'
import { openConf, temporaryFolder } from '../accounts/places.ts'
import { acceptedAs, answered, doubted, recorded, refused, sent } from './orders.ts'

const opening = Date.parse('2026-11-23T09:15:00.250+05:30')

function begun(): Journal {
  const { journal } = openJournal({
    open: openConf,
    dataDir: temporaryFolder(),
    now: () => opening,
  })
  onTestFinished(() => journal.close())
  return journal
}

/** All parts, one after the other, as a window saves them. */
function whole(journal: Journal, format: 'csv' | 'jsonl', filter: JournalFilter = {}): string[] {
  const parts: string[] = []
  for (let from: number | null = 0; from !== null;) {
    const { text, next } = journal.export(filter, { format, from })
    parts.push(text)
    from = next
  }
  return parts
}

/** A spreadsheet's reading of it: RFC 4180. */
function readCsv(text: string): string[][] {
  const lines: string[][] = [[]]
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/gy
  for (let found = cell.exec(text); found !== null; found = cell.exec(text)) {
    const [, written = '', end] = found
    const plain = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written
    lines.at(-1)!.push(plain)
    if (end === '\r\n') lines.push([])
  }
  expect(lines.pop()).toEqual([])
  return lines
}

const rowsOf = (text: string): Record<string, string>[] => {
  const [header = [], ...lines] = readCsv(text)
  return lines.map((line) => Object.fromEntries(header.map((name, place) => [name, line[place]!])))
}

test('a spreadsheet shows each entry with its order as it was then', () => {
  const journal = begun()
  const id = crypto.randomUUID()
  const reason = 'Short of "funds",\nby 5,000'
  journal.append([{ intent: id, event: recorded({ quantities: [5, 5] }) }])
  journal.append([{ intent: id, event: sent() }])
  journal.append([{ intent: null, event: { kind: 'stopped' } }])
  journal.append([{ intent: id, event: answered(acceptedAs('77'), refused(reason)) }])
  const rows = rowsOf(whole(journal, 'csv').join(''))
  expect(rows.map((row) => [row['Entry'], row['Event'], row['State']])).toEqual([
    ['1', 'recorded', 'recorded'],
    ['2', 'sent', 'sent'],
    ['3', 'stopped', ''],
    ['4', 'answered', 'partly'],
  ])
  expect(rows[3]).toEqual({
    'Time (IST)': '2026-11-23 09:15:00.250',
    Day: '2026-11-23',
    Account: 'Mine',
    Broker: 'zerodha',
    Symbol: 'SBIN-EQ',
    Operation: 'PlaceMultiOrder',
    Action: 'BUY',
    Quantity: '10',
    'Price type': 'LIMIT',
    Price: '812.50',
    Event: 'answered',
    State: 'partly',
    'Order ids': '77',
    Message: reason,
    Entry: '4',
    'Order in the journal': id,
    Hash: journal.entries(id).at(-1)!.hash,
  })
})

test('lines of JSON hold all that a hash covers, so that the chain can be checked anywhere', () => {
  const journal = begun()
  for (let count = 0; count < 3; count += 1) {
    const intent = crypto.randomUUID()
    journal.append([{ intent, event: recorded() }])
    journal.append([{ intent, event: sent(['é', '"']) }])
    journal.append([{ intent, event: answered(doubted) }])
    journal.append([{ intent: null, event: { kind: 'lifted' } }])
  }
  let hash = '0'.repeat(64)
  const lines = whole(journal, 'jsonl').join('').split('\n').slice(0, -1)
  for (const line of lines) {
    const { time: _, hash: written, ...content } = JSON.parse(line) as Record<string, unknown>
    const listed = JSON.stringify(Object.values(content))
    hash = createHash('sha256').update(`${hash}\n${listed}`).digest('hex')
    expect(written).toBe(hash)
  }
  expect(lines).toHaveLength(12)
})

test('comes in parts of bounded length, with one header and each entry once', () => {
  const journal = begun()
  journal.append(
    Array.from({ length: 1200 }, () => ({ intent: crypto.randomUUID(), event: recorded() })),
  )
  const parts = whole(journal, 'csv')
  expect(parts.map((text) => readCsv(text).length)).toEqual([500, 500, 201])
  const entries = rowsOf(parts.join('')).map((row) => Number(row['Entry']))
  expect(entries).toEqual(Array.from({ length: 1200 }, (_, place) => place + 1))
})

test('has a header also where nothing was ever written', () => {
  expect(readCsv(whole(begun(), 'csv').join(''))).toHaveLength(1)
  expect(whole(begun(), 'jsonl')).toEqual([''])
})

test('holds all entries of those orders that are found, and no others', () => {
  const journal = begun()
  const [mine, other] = [crypto.randomUUID(), crypto.randomUUID()]
  journal.append([
    { intent: mine, event: recorded({ params: { symbol: 'TCS-EQ' } }) },
    { intent: null, event: { kind: 'stopped' } },
    { intent: other, event: recorded({ account: 'two' }) },
    { intent: mine, event: sent() },
  ])
  const entries = (filter: JournalFilter) =>
    rowsOf(whole(journal, 'csv', filter).join('')).map((row) => Number(row['Entry']))
  expect(entries({ symbol: 'tcs' })).toEqual([1, 4])
  expect(entries({ account: 'two' })).toEqual([3])
  expect(entries({ state: 'sent' })).toEqual([1, 4])
  expect(entries({ text: 'stop' })).toEqual([2])
  expect(entries({ day: '2026-11-23' })).toEqual([1, 2, 3, 4])
  expect(entries({ day: '2026-11-22' })).toEqual([])
})

test('no cell runs in a spreadsheet, or falls apart at its semicolons and tabs', () => {
  const journal = begun()
  const id = crypto.randomUUID()
  const reason = '=A1;\tor so'
  journal.append([{ intent: id, event: recorded() }])
  journal.append([{ intent: id, event: sent() }])
  journal.append([{ intent: id, event: answered(refused(reason)) }])
  const text = whole(journal, 'csv').join('')
  expect(rowsOf(text)[2]?.['Message']).toBe(`'${reason}`)
  const apart = [';', '\t'].map((mark) => text.replaceAll(/"(?:[^"]|"")*"/g, '').includes(mark))
  expect(apart).toEqual([false, false])
})
