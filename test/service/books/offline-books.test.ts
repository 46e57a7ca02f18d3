import { chmod, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Conf from 'conf'
import { describe, expect, it } from 'vitest'
import { openAccountDocument } from '../../../src/main/accounts/account-document.ts'
import { profilesIn } from '../../../src/main/accounts/profiles.ts'
import { openVault } from '../../../src/main/accounts/vault/vault.ts'
import type { OpenConf } from '../../../src/main/core/documents.ts'
import { bookNames } from '../../../src/shared/books/books.ts'
import type { Input } from '../../../src/shared/contract.ts'
import { usualTrading } from '../../../src/shared/orders/limits.ts'
import { type RunningDesk, runDesk, runPractice, tempDir } from '../running-desk.ts'

const passphrase = 'a passphrase that is long enough'
const keys = { apiKey: 'practice-1', apiSecret: 'practice-1' }
const profileAt = (url: string, more: object = {}): Input<'saveAccount'>['profile'] => ({
  name: 'Main',
  broker: 'PX',
  service: { kind: 'url', url },
  strategy: 'Manual',
  colour: 'blue',
  enabled: true,
  polls: {},
  readsPerSecond: 20,
  trading: usualTrading,
  ...more,
})

/** A folder in which a desk read all books of an account, and ended; its keys are in no file. */
async function earlierSession({
  beforeItsEnd = () => Promise.resolve(),
}: {
  beforeItsEnd?: (session: {
    desk: RunningDesk
    practice: Awaited<ReturnType<typeof runPractice>>
    account: string
  }) => Promise<void>
} = {}) {
  const dataDir = await tempDir()
  const practice = await runPractice({ opening: 'demo' })
  const first = await runDesk({ dataDir })
  for (const { id } of (await first.ask('openDesk', {})).accounts)
    await first.ask('deleteAccount', { account: id })
  await first.ask('chooseVault', { kind: 'session' })
  const { id: account } = await first.ask('saveAccount', { profile: profileAt(practice.url), keys })
  for (const book of bookNames) await first.book(account, book, ({ meta }) => meta.age !== null)
  const read = await first.ask('readBook', { account, book: 'positions' })
  const before = Date.now()
  await beforeItsEnd({ desk: first, practice, account })
  await first.desk.stop()
  const rows = read.rows.map(([, row]) => row)
  return { dataDir, practice, account, symbols: symbolsOf(read.rows), rows, before }
}

/** Puts the keys into a file for the next start, under a passphrase that is quick to check. */
async function keepKeys({
  dataDir,
  practice,
  account,
}: Pick<
  Awaited<ReturnType<typeof earlierSession>>,
  'dataDir' | 'practice' | 'account'
>): Promise<void> {
  const open: OpenConf = (options) => new Conf(options)
  const name = profilesIn(openAccountDocument({ open, dataDir }).document).keysAt(account)
  const vault = await openVault({
    open,
    dataDir,
    accounts: () => [name],
    loadKeychain: () => Promise.reject(new Error('No test asks for it.')),
    cost: { logN: 14, r: 8, p: 1 },
  })
  expect(await vault.choose('file', passphrase)).toMatchObject({ ok: true })
  const kept = { ...keys, origin: new URL(practice.url).origin }
  expect(await vault.change(new Map([[name, kept]]))).toMatchObject({ ok: true })
}

const symbolsOf = (rows: [string, Record<string, unknown>][]) =>
  rows.map(([key, row]) => `${key}: ${String(row['netqty'])}`)

const files = async (dataDir: string) => {
  const names = await readdir(join(dataDir, 'books'))
  return names.map((name) => join(dataDir, 'books', name))
}

const failed = (desk: RunningDesk, account: string) =>
  desk.book(account, 'positions', ({ meta }) => meta.trouble !== null)

describe('the last known books', () => {
  it('are there at the next start although the service does not answer, marked with their time', async () => {
    const { dataDir, practice, account, symbols, before } = await earlierSession()
    await practice.stop()
    await keepKeys({ dataDir, practice, account })
    const desk = await runDesk({ dataDir })
    await desk.ask('unlockVault', { passphrase })
    for (const book of bookNames) {
      const { meta, rows } = await desk.ask('readBook', { account, book })
      expect({ book, age: meta.age, seq: meta.seq, hasRows: rows.length > 0 }).toEqual({
        book,
        age: null,
        seq: -1,
        hasRows: true,
      })
      expect(meta.kept).toBeGreaterThan(before - 60_000)
      expect(meta.kept).toBeLessThanOrEqual(Date.now())
    }
    const { rows } = await desk.ask('readBook', { account, book: 'positions' })
    expect(symbolsOf(rows)).toEqual(symbols)
    const update = await failed(desk, account)
    expect(update.patch).toBeUndefined()
  })

  it('prove nothing: what is held, what is left and what a limit counts stay unknown', async () => {
    const { dataDir, practice, account } = await earlierSession()
    await practice.stop()
    const desk = await runDesk({ dataDir })
    const { rows } = await desk.ask('readBook', { account, book: 'positions' })
    const [, held] = rows.find(([, row]) => row['product'] === 'MIS' && Number(row['netqty']) > 0)!
    const listed = {
      exchange: 'NSE' as const,
      symbol: String(held['symbol']),
      product: 'MIS' as const,
    }
    const market = { type: 'MARKET' as const, protection: '0.5' }
    const { problems } = await desk.ask('previewOrders', {
      orders: [
        {
          kind: 'smart',
          account,
          ...listed,
          target: '0',
          pricing: { type: 'LIMIT', price: '900' },
          disclosed: null,
          amo: false,
          slice: null,
        },
        {
          kind: 'regular',
          account,
          ...listed,
          action: 'BUY',
          quantity: '1',
          pricing: market,
          slice: null,
          exit: false,
        },
        {
          kind: 'regular',
          account,
          ...listed,
          action: 'BUY',
          quantity: '1',
          pricing: { type: 'LIMIT', price: '900' },
          slice: null,
          exit: false,
        },
      ],
    })
    const refused = problems.filter(({ level }) => level === 'refuse')
    expect(refused.map(({ order, code }) => [order, code])).toEqual([
      [0, 'position'],
      [1, 'price'],
      // Keys that were given for a session are gone with it, and need no price.
      [2, 'keys'],
    ])
    expect(problems.filter(({ code }) => code === 'unknown')).toMatchObject([
      { order: 2, level: 'note', field: 'pricing.price' },
    ])
  })

  it('tell the next session also of what was missing from them', async () => {
    const { dataDir, practice, account, rows } = await earlierSession({
      beforeItsEnd: async (session) => {
        session.practice.faults.set({ name: 'empty-lists', operation: 'PositionBook' })
        await session.desk.book(session.account, 'positions', ({ patch }) => {
          return (patch?.drop ?? []).length > 0
        })
      },
    })
    await keepKeys({ dataDir, practice, account })
    const desk = await runDesk({ dataDir })
    await desk.ask('unlockVault', { passphrase })
    for (const book of ['orders', 'positions'] as const)
      await desk.book(account, book, ({ meta }) => meta.age !== null)
    const held = rows.find((row) => row['product'] === 'NRML' && row['netqty'] !== 0)!
    const { problems } = await desk.ask('previewOrders', {
      orders: [
        {
          ...{ kind: 'smart', account, exchange: 'NFO', symbol: String(held['symbol']) },
          ...{ product: 'NRML', target: '0', pricing: { type: 'LIMIT', price: '900' } },
          ...{ disclosed: null, amo: false, slice: null },
        },
      ],
    })
    expect(problems).toMatchObject([
      {
        level: 'refuse',
        code: 'position',
        message: expect.stringMatching(/^What is held is not known/),
      },
    ])
  })

  it('make room for the first good answer, which a window asks for as a whole', async () => {
    const { dataDir, practice, account } = await earlierSession()
    const { port } = new URL(practice.url)
    await practice.stop()
    await keepKeys({ dataDir, practice, account })
    const desk = await runDesk({ dataDir })
    await desk.ask('unlockVault', { passphrase })
    const old = await desk.ask('readBook', { account, book: 'positions' })
    await failed(desk, account)
    await runPractice({ opening: 'empty', port: Number(port) })
    await desk.ask('refreshBooks', { account })
    const update = await desk.book(account, 'positions', ({ meta }) => meta.age !== null)
    expect(update.meta.kept).toBeUndefined()
    // Neither follows on kept rows: a window that holds those asks for the whole.
    expect(update.meta.seq).toBeGreaterThanOrEqual(update.patch === undefined ? 0 : 1)
    expect(old.meta.seq).toBe(-1)
    const now = await desk.ask('readBook', { account, book: 'positions' })
    expect(now).toMatchObject({ meta: { seq: update.meta.seq }, rows: [] })
  })

  it.each(['new keys', 'another address', 'another broker', 'the account itself'])(
    'are gone with %s',
    async (change) => {
      const { dataDir, practice, account } = await earlierSession()
      await practice.stop()
      const desk = await runDesk({ dataDir })
      expect((await desk.ask('readBook', { account, book: 'funds' })).rows).toHaveLength(1)
      const profile = { ...profileAt(practice.url), id: account }
      if (change === 'the account itself') await desk.ask('deleteAccount', { account })
      else if (change === 'new keys')
        await desk.ask('saveAccount', {
          profile,
          keys: { apiKey: 'practice-2', apiSecret: 'practice-2' },
        })
      else if (change === 'another broker')
        await desk.ask('saveAccount', { profile: { ...profile, broker: 'PY' } })
      else
        await desk.ask('saveAccount', {
          profile: { ...profile, service: { kind: 'url', url: 'http://127.0.0.1:9' } },
        })
      if (change !== 'the account itself') {
        const { meta, rows } = await desk.ask('readBook', { account, book: 'funds' })
        expect({ rows, kept: meta.kept }).toEqual({ rows: [], kept: undefined })
      }
      await desk.desk.stop()
      expect(await files(dataDir)).toEqual([])
    },
  )

  it('stay where the same keys are typed again, which were those of a session', async () => {
    const { dataDir, practice, account, symbols } = await earlierSession()
    await practice.stop()
    const desk = await runDesk({ dataDir })
    const profile = { ...profileAt(practice.url), id: account }
    await desk.ask('saveAccount', { profile, keys })
    const { rows } = await desk.ask('readBook', { account, book: 'positions' })
    expect(symbolsOf(rows)).toEqual(symbols)
  })

  it('are only for their owner to read, and hold no keys', async () => {
    const { dataDir } = await earlierSession()
    const [path, ...others] = await files(dataDir)
    expect(others).toEqual([])
    expect((await stat(path!)).mode & 0o777).toBe(0o600)
    expect(await readFile(path!, 'utf8')).not.toContain('api_')
  })

  it('are as if they had never been where the file is damaged, or is of another broker', async () => {
    const { dataDir, practice, account } = await earlierSession()
    await practice.stop()
    const [path] = await files(dataDir)
    const text = await readFile(path!, 'utf8')
    const foreign = text.replace(String.raw`[\"PX\"`, String.raw`[\"PY\"`)
    expect(foreign).not.toBe(text)
    for (const damaged of [foreign, text.slice(0, -9), '[]', 'null', '', '{"version":1}']) {
      await chmod(path!, 0o600)
      await writeFile(path!, damaged)
      const desk = await runDesk({ dataDir })
      const { rows, meta } = await desk.ask('readBook', { account, book: 'positions' })
      expect({ damaged: damaged.length, rows, kept: meta.kept }).toEqual({
        damaged: damaged.length,
        rows: [],
        kept: undefined,
      })
      await desk.desk.stop()
    }
  })

  it('lose the rows that cannot be read, and no others', async () => {
    const { dataDir, practice, account, symbols } = await earlierSession()
    await practice.stop()
    const [path] = await files(dataDir)
    const file = JSON.parse(await readFile(path!, 'utf8')) as {
      books: { positions: { rows: unknown[] } }
    }
    file.books.positions.rows.splice(1, 0, 'no row', { symbol: '' }, null)
    await writeFile(path!, JSON.stringify(file))
    const desk = await runDesk({ dataDir })
    const { rows } = await desk.ask('readBook', { account, book: 'positions' })
    expect(symbolsOf(rows)).toEqual(symbols)
  })
})
