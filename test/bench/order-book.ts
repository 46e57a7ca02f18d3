/** Order books as the service writes them, made from a seed: large ones, and their next versions. */
export interface OrderBookSource {
  /** The reply's bytes as they stand. */
  bytes(): Buffer
  /** Changes this share of the rows. */
  change(share: number): void
}

export function orderBook({ rows, seed }: { rows: number; seed: number }): OrderBookSource {
  const random = mulberry32(seed)
  const records = Array.from({ length: rows }, (_, n) => record(n, random))
  return {
    bytes: () => Buffer.from(JSON.stringify({ status: 'success', data: records })),
    change: (share) => {
      const step = Math.max(1, Math.round(1 / share))
      const first = Math.floor(random() * step)
      for (let n = first; n < rows; n += step) {
        const row = records[n]!
        row.fillshares += 1
        row.avgprc = price(random)
        row.status = row.status === 'open' ? 'partially filled' : 'open'
      }
    },
  }
}

const price = (random: () => number): number => Math.round(random() * 400_000) / 100

function record(n: number, random: () => number) {
  const symbol = `NIFTY26NOV${24_000 + (n % 80) * 50}${n % 2 ? 'CE' : 'PE'}`
  const token = String(40_000 + (n % 160))
  return {
    exchange: 'NFO',
    token,
    symbol,
    product: n % 3 ? 'MIS' : 'NRML',
    pricetype: 'LIMIT',
    action: n % 2 ? 'BUY' : 'SELL',
    Ret: 'DAY',
    price: price(random),
    trigger_price: 0,
    quantity: 75 * (1 + (n % 20)),
    disclosed_quantity: 0,
    avgprc: price(random),
    fillshares: 0,
    remarks: 'placed from the terminal',
    exchordid: `11000000${1_000_000 + n}`,
    parentorderid: '',
    order_id: `2611210${1_000_000 + n}`,
    orderentrytime: 'November 21 2026 10:15:00',
    exchconfrmtime: '21-Nov-2026 10:15:00',
    status: 'open',
    ordvaldate: '',
    rejreason: '',
    broker_exchange: 'NFO',
    broker_token: token,
    tick_size: 0.05,
    lot_size: 75,
    ws_msg: { exchange: 'NFO', token },
  }
}

function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
