import { describe, expect, it } from 'vitest'
import {
  accountsTemplate,
  forgetKeys,
  readAccounts,
} from '../../../../src/renderer/accounts/accounts-csv.ts'
import { csvLine } from '../../../../src/shared/core/spreadsheets.ts'
import { account } from '../memory-desk.ts'

const head = ['Name', 'Broker', 'Address', 'API key', 'API secret']
const father = ['Father', 'ZE', 'https://api.example.com', 'key-1', 'secret-1']
const file = (...lines: string[][]) => lines.map(csvLine).join('')
const rowsOf = (text: string, there = [account('main', { name: 'Main', colour: 'blue' })]) => {
  const read = readAccounts(text, there)
  if (!read.ok) throw new Error(read.message)
  return read.rows
}
const problemOf = (text: string) => {
  const read = readAccounts(text, [])
  return read.ok ? null : read.message
}

describe('a file of accounts', () => {
  it('brings the accounts of its template, with their keys', () => {
    expect(rowsOf(accountsTemplate())).toMatchObject([
      {
        line: 2,
        bad: [],
        account: {
          profile: {
            name: 'Father',
            broker: 'ZE',
            strategy: 'Quarterdeck',
            tags: ['family', 'swing'],
          },
          keys: { apiKey: 'the key', apiSecret: 'the secret' },
        },
      },
    ])
  })

  it('is read by the names of its columns, in any order, as spreadsheets write it', () => {
    const text = 'URL;api_key;Secret;Account name;BROKER\r\nhttps://a.example;k;"s;""1";Aunt;UP\r\n'
    expect(rowsOf(`\uFEFF${text}`)[0]).toMatchObject({
      name: 'Aunt',
      hasKeys: true,
      account: { keys: { apiKey: 'k', apiSecret: 's;"1' } },
    })
  })

  it('gives each account a colour of its own where it names none', () => {
    const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G']
    const rows = rowsOf(file(head, ...names.map((name) => [name, ...father.slice(1)])))
    const colours = rows.map(({ account: made }) => made!.profile.colour)
    expect(new Set(['blue', ...colours]).size).toBe(8)
  })

  it('keeps keys that look like formulas as they were meant', () => {
    const keys = ['=1+1', '-secret']
    const [row] = rowsOf(file(head, [...father.slice(0, 3), ...keys]))
    expect(row!.account!.keys).toEqual({ apiKey: '=1+1', apiSecret: '-secret' })
  })

  it('marks each bad cell, names its column and never shows a key', () => {
    const rows = rowsOf(
      file(
        [...head, 'Colour'],
        ['', 'no good', 'http://api.example.com', 'key-2', '', 'mauve'],
        ['main', 'ZE', 'https://api.example.com', '1.23E+15', 'secret-3', ''],
        [...father, ''],
        ['FATHER', 'ZE', 'https://api.example.com', '', '', ''],
      ),
    )
    const told = rows.map(({ bad }) => bad.map(({ column }) => column))
    // A key without its secret is of no use, and what it is missing is said.
    expect(rows.map(({ hasKeys }) => hasKeys)).toEqual([false, true, true, false])
    expect(told).toEqual([
      ['Name', 'Broker', 'Address', 'Colour', 'API secret'],
      ['Name', 'API key'],
      [],
      ['Name'],
    ])
    expect(rows.map((row) => row.account === null)).toEqual([true, true, false, true])
    const shown = JSON.stringify(rows.map(({ account: _, ...row }) => row))
    for (const secret of ['key-', 'secret-', '1.23E']) expect(shown).not.toContain(secret)
  })

  it('names the line of the file that has a name already, and an account that has it', () => {
    const rows = rowsOf(
      file(head, father, ['Main', ...father.slice(1)], ['FATHER', ...father.slice(1)]),
    )
    expect(rows.map(({ bad }) => bad.map(({ message }) => message))).toEqual([
      [],
      ['Another account has this name already'],
      ['Line 2 of the file has this name already'],
    ])
  })

  it('names the line that has the same key for the same address: both are one account there', () => {
    const rows = rowsOf(
      file(
        head,
        father,
        ['Mother', 'ZE', 'https://api.example.com/', 'key-1', 'another secret'],
        ['Uncle', 'UP', 'https://api.example.com', 'key-1', 'secret-1'],
        ['Aunt', 'ZE', 'https://api.example.com', 'key-2', 'secret-1'],
        ['Keyless', 'ZE', 'https://api.example.com', '', ''],
        ['Without', 'ZE', 'https://api.example.com', '', ''],
      ),
    )
    expect(rows.map(({ sameLoginAs }) => sameLoginAs)).toEqual([null, 2, null, null, null, null])
    forgetKeys(rows)
    expect(JSON.stringify(rows)).not.toContain('key-')
  })

  it('says nothing of a line whose cells stand who knows where', () => {
    const rows = rowsOf(file(head, ['Father', 'ZE', 'https://a.example', 'key', 'sec', 'ret']))
    expect(rows[0]).toMatchObject({
      ...{ name: '', hasKeys: null, account: null },
      bad: [{ column: '', cell: '' }],
    })
    expect(JSON.stringify(rows)).not.toContain('key"')
  })

  it('that is none says what is missing', () => {
    expect(problemOf('')).toBe('There is nothing in it.')
    expect(problemOf('Name,Key\r\na,b')).toContain('‘Broker’, ‘Address’')
    expect(problemOf(file(head))).toBe('It has a first line and no accounts.')
    expect(problemOf(file([...head, 'Key'], [...father, 'k']))).toContain('API key. Leave one')
    expect(problemOf('"Name')).toContain('quotation mark')
    const many = Array.from({ length: 201 }, (_, at) => [`A${at}`, ...father.slice(1)])
    expect(problemOf(file(head, ...many))).toContain('201 accounts')
  })

  it('names the columns that mean nothing here', () => {
    const read = readAccounts(file([...head, 'Phone'], [...father, '1']), [])
    expect(read).toMatchObject({ ok: true, ignored: ['Phone'] })
  })

  it('names a few of them where there are many, which no window could lay out', () => {
    const wide = `${head.join()}${',x'.repeat(100_000)}
${father.join()}${','.repeat(100_000)}`
    const read = readAccounts(wide, [])
    expect(read).toMatchObject({ ok: true, ignored: [...Array(8).fill('x'), '99992 more'] })
  })

  it.each([
    ['https://api.ex\u0430mple.com', 'https://api.xn--exmple-4nf.com'],
    ['HTTPS://API.example.com:443/', 'https://api.example.com'],
  ])('shows where %j leads', (address, shown) => {
    const [row] = rowsOf(file(head, ['Father', 'ZE', address, 'key-1', 'secret-1']))
    expect(row).toMatchObject({ bad: [], address: shown })
  })

  it.each(['https://api.example.com\n.evil.example', 'https:\\\\api.example.com\\v2'])(
    'takes no address that leads elsewhere than it reads: %j',
    (address) => {
      const [row] = rowsOf(file(head, ['Father', 'ZE', address, 'key-1', 'secret-1']))
      expect(row).toMatchObject({ bad: [{ column: 'Address' }], account: null })
    },
  )

  it('has no keys any more once they are forgotten', () => {
    const rows = rowsOf(file(head, father))
    forgetKeys(rows)
    expect(JSON.stringify(rows)).not.toMatch(/key-1|secret-1/)
  })
})
