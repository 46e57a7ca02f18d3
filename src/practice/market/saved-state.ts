import { createHash } from 'node:crypto'
import { readFileSync, renameSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import path from 'node:path'
import type { PracticeAccount, Holding } from './account.ts'
import type { Engine } from './engine.ts'
import { makeStateFolder } from './folders.ts'
import { instrumentKey } from './instruments.ts'
import type { SavedMarket } from './market.ts'
import { type Order, type Trade, isWorkingOrder } from './orders.ts'
import { type Position, positionKey } from './positions.ts'

const FORMAT = 'quarterdeck-practice-1'

interface SavedAccount {
  client: string
  broker: string
  cash: number
  orders: Order[]
  trades: Trade[]
  positions: (Omit<Position, 'strategies'> & { strategies: [string, number][] })[]
  holdings: Holding[]
}

interface SavedState {
  at: number
  lastId: number
  market: SavedMarket
  books: SavedAccount[]
}

/** After a crash, ids given out since the last save must not be given out again. */
const ID_LEAP = 100_000

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The broker's state in a folder: a line that vouches for the next, and the state. */
export class StateFile {
  readonly #file: string
  #writing: Promise<void> = Promise.resolve()

  constructor(folder: string) {
    makeStateFolder(folder)
    this.#file = path.join(folder, 'practice.json')
  }

  /** Puts the engine where it was. A damaged file is set aside and named in the result. */
  restore(engine: Engine): { restored: boolean; setAside?: string } {
    let text: string
    try {
      text = readFileSync(this.#file, 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { restored: false }
      throw error
    }
    const saved = read(text)
    if (saved) {
      apply(saved, engine)
      return { restored: true }
    }
    const setAside = `${this.#file}.damaged-${Date.now()}`
    renameSync(this.#file, setAside)
    return { restored: false, setAside }
  }

  /** Written beside and moved over, one at a time: the file is always whole. */
  save(engine: Engine): Promise<void> {
    const state = JSON.stringify(snapshot(engine))
    const text = `${JSON.stringify({ format: FORMAT, sha256: digest(state) })}\n${state}\n`
    const write = async (): Promise<void> => {
      const beside = `${this.#file}.new`
      const handle = await open(beside, 'w', 0o600)
      try {
        await handle.writeFile(text)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(beside, this.#file)
    }
    this.#writing = this.#writing.then(write, write)
    return this.#writing
  }
}

/** A state whose digest fits was written by this program: it needs no closer look. */
function read(text: string): SavedState | undefined {
  const [head = '', state = ''] = text.split('\n')
  try {
    const { format, sha256 } = JSON.parse(head) as { format?: unknown; sha256?: unknown }
    if (format !== FORMAT || sha256 !== digest(state)) return undefined
    return JSON.parse(state) as SavedState
  } catch {
    return undefined
  }
}

function snapshot(engine: Engine): SavedState {
  return {
    at: engine.at,
    lastId: engine.lastId,
    market: engine.market.save(),
    books: engine.accounts.map((account) => ({
      client: account.client,
      broker: account.broker,
      cash: account.cash,
      orders: [...account.orders.values()],
      trades: account.trades,
      positions: [...account.positions.values()].map((position) => ({
        ...position,
        strategies: [...position.strategies],
      })),
      holdings: [...account.holdings.values()],
    })),
  }
}

function apply(saved: SavedState, engine: Engine): void {
  for (const from of saved.books) {
    const account = engine.account(from)
    if (account) fillAccount(account, from)
  }
  engine.resume({ ...saved, lastId: saved.lastId + ID_LEAP })
}

function fillAccount(account: PracticeAccount, from: SavedAccount): void {
  account.cash = from.cash
  for (const position of from.positions)
    account.positions.set(positionKey(position), {
      ...position,
      strategies: new Map(position.strategies),
    })
  for (const holding of from.holdings)
    account.holdings.set(instrumentKey(holding.instrument), holding)
  account.trades.push(...from.trades)
  for (const order of from.orders) {
    account.add(order)
    if (isWorkingOrder(order)) account.start(order)
  }
}
