import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { entryTime } from '../../../src/practice/market/clock.ts'
import { type PracticeOptions, startPractice } from '../../../src/practice/server.ts'
import { compiledOnce } from '../../compiled-once.ts'
import { START, PracticeClient, bracket, keys, openPractice, regular } from './practice-client.ts'
import { fastestFolder } from '../../fastest-folder.ts'

function folder(): string {
  const made = mkdtempSync(path.join(fastestFolder, 'practice-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

const kept = (dataDir: string): PracticeOptions => ({
  seed: 7,
  speed: 0,
  opening: 'empty',
  now: () => START,
  dataDir,
})

const books = ['OrderBook', 'TradeBook', 'PositionBook', 'Holdings', 'Funds'] as const
const readAll = async (client: PracticeClient): Promise<unknown[]> =>
  Promise.all(books.map((account) => client.read(account)))

test('every book survives a restart', async () => {
  const dataDir = folder()
  const first = new PracticeClient(await startPractice({ ...kept(dataDir), opening: 'demo' }))
  await first.place(regular({ pricetype: 'LIMIT', price: '1500' }))
  await first.call('PlaceBOOrder', bracket())
  first.practice.advance(60_000)
  const before = await readAll(first)
  await first.practice.stop()

  const second = await openPractice(kept(dataDir))
  expect(await readAll(second)).toEqual(before)
})

test('the market goes on after a restart as it would have without one', async () => {
  const dataDir = folder()
  const first = await startPractice(kept(dataDir))
  first.advance(5000)
  await first.stop()
  first.advance(60_000)

  const second = await openPractice(kept(dataDir))
  second.practice.advance(60_000)
  const { listing, market } = second.practice.engine
  for (const instrument of listing.all)
    expect(market.price(instrument)).toBe(first.engine.market.price(instrument))
})

test('orders that were working fill after a restart, and ids are not given out twice', async () => {
  const dataDir = folder()
  const first = new PracticeClient(await startPractice(kept(dataDir)))
  const [resting] = await first.place(regular({ pricetype: 'LIMIT', price: '1500' }))
  await first.practice.stop()

  const second = await openPractice(kept(dataDir))
  second.practice.setPrice('NSE', 'INFY-EQ', 1499)
  expect(await second.order(resting)).toMatchObject({ status: 'complete', avgprc: 1500 })
  const [fresh] = await second.place(regular())
  expect(fresh).not.toBe(resting)
})

test('a bracket is still guarded after a restart', async () => {
  const dataDir = folder()
  const first = new PracticeClient(await startPractice(kept(dataDir)))
  await first.call('PlaceBOOrder', bracket({ squareoff: '20', stoploss: '10' }))
  await first.practice.stop()

  const second = await openPractice(kept(dataDir))
  second.practice.setPrice('NSE', 'INFY-EQ', 1650)
  const statuses = (await second.read('OrderBook')).map(({ status }) => status)
  expect(statuses).toEqual(['complete', 'complete', 'cancelled'])
})

test.each([
  ['cut short', (saved: string) => saved.slice(0, saved.length >> 1)],
  ['changed', (saved: string) => saved.replace('"cash":1000000', '"cash":9000000')],
  ['empty', () => ''],
  ['something else', () => '{"hello":1}\n{}\n'],
])(
  'a state file that is %s is set aside and named, and the broker starts fresh',
  async (_, damage) => {
    const dataDir = folder()
    const first = new PracticeClient(await startPractice(kept(dataDir)))
    await first.place(regular())
    await first.practice.stop()
    const file = path.join(dataDir, 'practice.json')
    const damaged = damage(readFileSync(file, 'utf8'))
    writeFileSync(file, damaged)

    const second = await openPractice(kept(dataDir))
    expect(await second.read('OrderBook')).toEqual([])
    const aside = readdirSync(dataDir).find((name) => name.includes('damaged')) ?? ''
    expect(readFileSync(path.join(dataDir, aside), 'utf8')).toBe(damaged)
    expect(second.practice.notices).toEqual([expect.stringContaining(aside)])
  },
)

test('days later the day has turned: orders have lapsed, and shares are delivered', async () => {
  const dataDir = folder()
  const first = new PracticeClient(await startPractice(kept(dataDir)))
  await first.place(regular({ product: 'CNC' }), regular({ pricetype: 'LIMIT', price: '1500' }))
  await first.practice.stop()

  const second = await openPractice({ ...kept(dataDir), now: () => START + 3 * 86_400_000 })
  expect(await second.read('OrderBook')).toEqual([])
  expect(await second.read('PositionBook')).toEqual([])
  expect(await second.read('Holdings')).toMatchObject([{ symbol: 'INFY-EQ', holdqty: 10 }])
})

test('the clock runs as fast as it is told to', async () => {
  const { practice } = await openPractice({ speed: 3600 })
  await vi.waitFor(() => expect(practice.engine.at).toBeGreaterThan(START + 600_000), 30_000)
})

test('a machine that is late with the clock’s ticks makes no order an older one', async () => {
  let passed = 0
  vi.spyOn(performance, 'now').mockImplementation(() => passed)
  const slowOpening = () => {
    passed += 60_000
    return START
  }
  const client = await openPractice({ speed: 1, opening: 'demo', now: slowOpening })
  const [first] = await client.place(regular())
  passed += 120_000
  const [second] = await client.place(regular())
  expect(await client.order(first)).toMatchObject({ orderentrytime: entryTime(START + 60_000) })
  expect(await client.order(second)).toMatchObject({ orderentrytime: entryTime(START + 180_000) })
})

test('as a worker it posts its address, saves when told to stop, and exits by itself', async () => {
  const dataDir = folder()
  const { port: _, ...options } = { port: 0, speed: 0, opening: 'empty', dataDir, seed: 7 }
  const worker = new Worker(new URL('../../../src/practice/worker.ts', import.meta.url), {
    workerData: options,
  })
  const [{ url }] = (await once(worker, 'message')) as [{ url: string }]
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  const { status } = await fetch(`${url}/instruments`)
  expect(status).toBe(200)
  worker.postMessage('stop')
  expect(await once(worker, 'exit')).toEqual([0])
  expect(readdirSync(dataDir)).toEqual(['practice.json'])
  await expect(fetch(`${url}/instruments`)).rejects.toThrow()
})

function start(...args: string[]): ChildProcess {
  const main = path.resolve(import.meta.dirname, '../../../src/practice/main.ts')
  const child = spawn(process.execPath, [main, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...compiledOnce },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  'from the command line it prints its address alone, and %s stops it with its state saved',
  async (signal) => {
    const dataDir = folder()
    const child = start('--port', '0', '--empty', '--speed', '0', '--data', dataDir)
    const [line] = (await once(child.stdout!, 'data')) as [Buffer]
    expect(String(line)).toMatch(/^Practice broker: http:\/\/127\.0\.0\.1:\d+\n$/)
    const rest = Promise.all([text(child.stdout!), text(child.stderr!)])
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(await rest).toEqual(['', ''])
    expect(readdirSync(dataDir)).toEqual(['practice.json'])
  },
)

test('from the command line a folder that is a file is said in plain words', async () => {
  const file = path.join(folder(), 'file')
  writeFileSync(file, '')
  const child = start('--port', '0', '--data', file)
  const said = Promise.all([text(child.stdout!), text(child.stderr!)])
  expect(await once(child, 'exit')).toEqual([1, null])
  expect(await said).toEqual([
    '',
    `${file} is a file where a folder has to be (EEXIST). Mend that, or choose another folder with --data.\n`,
  ])
})

test('accounts that cannot be saved are said so once and in plain words, and saved once they can be', async () => {
  const dataDir = folder()
  const blocked = path.join(dataDir, 'practice.json.new')
  const child = start('--port', '0', '--speed', '0', '--data', dataDir)
  let said = ''
  child.stderr!.setEncoding('utf8').on('data', (more: string) => (said += more))
  const [greeting] = (await once(child.stdout!.setEncoding('utf8'), 'data')) as [string]
  const placeOne = async (): Promise<void> => {
    const { status } = await fetch(`${/http\S+/.exec(greeting)![0]}/v1/PlaceMultiOrder`, {
      method: 'POST',
      body: JSON.stringify({ ...keys(), data: { orders: [{ ...keys(), data: regular() }] } }),
    })
    expect(status).toBe(200)
  }
  // No file can be written where a folder stands.
  mkdirSync(blocked)
  await placeOne()
  await expect.poll(() => said).not.toBe('')
  // That nothing more is said has no event: it is tried anew each second.
  await pause(2500)
  expect(said).toMatch(
    /^The practice broker cannot save its accounts: .*EISDIR.*It goes on, and tries again\.\n$/,
  )

  // Nothing changes from here on: it is tried again for what could not be saved.
  rmSync(blocked, { recursive: true })
  await expect.poll(() => readdirSync(dataDir)).toContain('practice.json')
  mkdirSync(blocked)
  await placeOne()
  await expect.poll(() => said.match(/cannot save/g)?.length).toBe(2)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([1, null])
  expect(said).not.toContain(' at ')
})

test.skipIf(process.platform !== 'linux')(
  'from the command line a place where the system takes no folders is said, and not tried for ever',
  async () => {
    const child = start('--port', '0', '--data', '/proc/nope/deeper')
    const said = Promise.all([text(child.stdout!), text(child.stderr!)])
    expect(await once(child, 'exit')).toEqual([1, null])
    expect(await said).toEqual([
      '',
      'The practice broker could not be started: the system takes no folders in /proc. Choose another one with --data.\n',
    ])
  },
)

test('from the command line an unknown option is refused with exit code 1', async () => {
  const child = start('--nope')
  const said = Promise.all([text(child.stdout!), text(child.stderr!)])
  expect(await once(child, 'exit')).toEqual([1, null])
  expect(await said).toEqual(['', expect.stringContaining('--nope')])
})

test('from the command line it says what can be asked of it', async () => {
  const child = start('--help')
  const said = text(child.stdout!)
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(await said).toContain('npm run practice -- [--port N]')
})

test('a busy port is named', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { port } = other.address() as { port: number }
  const child = start('--port', String(port))
  const said = Promise.all([text(child.stdout!), text(child.stderr!)])
  expect(await once(child, 'exit')).toEqual([1, null])
  expect(await said).toEqual(['', expect.stringContaining(`Port ${port} is in use`)])
})
