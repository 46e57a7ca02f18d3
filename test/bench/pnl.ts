import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openDatabase } from '../../src/main/core/database.ts'
import { PnlStore } from '../../src/main/pnl/pnl-store.ts'
import { historyFile } from '../../src/main/pnl/tables.ts'
import { accountKey, mostCurves } from '../../src/shared/pnl/history.ts'
import { fastestFolder } from '../fastest-folder.ts'
import type { Extent, Measured } from './goals.ts'
import { interleave, ratioOf } from './timing.ts'

const day = '2026-11-23'
const opening = Date.parse(`${day}T09:15:00+05:30`)
const series = 34
/** Of a commodity, which trades until half past eleven. */
const points = (14.25 * 3600) / 5

/** P18: all curves of a day, as a window that shows thirty accounts asks for them. */
export async function p18({ isFull }: Extent): Promise<Measured<'P18'>> {
  const dataDir = mkdtempSync(join(fastestFolder, 'quarterdeck-pnl-'))
  const keys = Array.from({ length: series }, (_, place) => accountKey(`${place}`))
  const { opened: store } = openDatabase({
    dataDir,
    kind: historyFile,
    now: () => opening,
    use: (db) => new PnlStore(db),
  })
  const db = new DatabaseSync(join(dataDir, 'pnl.db'))
  try {
    const figures = keys.map((key) => ({ key, ...flat(0) }))
    store.add({ at: opening, day, figures }, (key) => key)
    fill(db)
    const rows = db.prepare('SELECT * FROM moments WHERE series = ? ORDER BY at')
    rows.setReturnArrays(true)
    let longest = 0
    const measured = await interleave({
      rounds: isFull ? 40 : 10,
      prepare: () => null,
      subject: async () => {
        const turns = watchTurns()
        for (let from = 0; from < series; from += mostCurves)
          await store.curves(day, keys.slice(from, from + mostCurves))
        longest = Math.max(longest, turns.end())
      },
      baseline: () => {
        for (const [place] of keys.entries()) rows.all(place + 1)
      },
    })
    const { ratio, spread } = ratioOf(measured)
    return { figures: { reading: ratio, turn: longest }, note: spread }
  } finally {
    db.close()
    store.close()
    rmSync(dataDir, { recursive: true })
  }
}

/** What else the machine does is no part of a turn: it is measured by the thread’s own time. */
function watchTurns(): { end: () => number } {
  const ownTime = (): number => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let [began, longest, isOver] = [ownTime(), 0, false]
  const turn = (): void => {
    const now = ownTime()
    longest = Math.max(longest, now - began)
    began = now
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  return {
    end: () => {
      isOver = true
      return longest
    },
  }
}

const flat = (net: number) => ({
  realised: net,
  unrealised: 0,
  ownRealised: net,
  ownUnrealised: 0,
})

function fill(db: DatabaseSync): void {
  const add = db.prepare('INSERT OR REPLACE INTO moments VALUES (?, ?, ?, ?, ?, ?)')
  db.exec('BEGIN')
  for (let of = 1; of <= series; of++)
    for (let place = 0; place < points; place++) {
      const [realised, unrealised] = [of * 10_000, ((place * 37) % 4001) - 2000]
      add.run(of, opening + place * 5000, realised, unrealised, realised, unrealised)
    }
  db.exec('COMMIT')
}
