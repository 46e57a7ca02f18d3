import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openBaskets } from '../../../../src/main/orders/baskets.ts'
import type { Ticket } from '../../../../src/shared/orders/tickets.ts'
import { openConf, temporaryFolder } from '../accounts/places.ts'

const order: Ticket = {
  kind: 'regular',
  account: 'practice-one',
  exchange: 'NSE',
  symbol: 'INFY-EQ',
  action: 'BUY',
  quantity: '10',
  product: 'MIS',
  pricing: { type: 'LIMIT', price: '1531.90' },
  slice: null,
  exit: false,
}

const openIn = (dataDir: string) => openBaskets({ open: openConf, dataDir })
const valueOf = <T>(reply: { ok: true; value: T } | { ok: false; error: unknown }): T => {
  if (!reply.ok) throw new Error(JSON.stringify(reply.error))
  return reply.value
}
const fileIn = (dataDir: string) => join(dataDir, 'baskets.json')

describe('baskets', () => {
  it('are kept over a restart, as they were typed', () => {
    const dataDir = temporaryFolder()
    const saved = valueOf(openIn(dataDir).baskets.save({ name: 'Morning', orders: [order] }))
    expect(openIn(dataDir).baskets.list()).toEqual([saved])
    expect(saved.orders).toEqual([order])
  })

  it('are listed by name', () => {
    const { baskets } = openIn(temporaryFolder())
    for (const name of ['Close', 'open', 'Banks']) valueOf(baskets.save({ name, orders: [] }))
    expect(baskets.list().map(({ name }) => name)).toEqual(['Banks', 'Close', 'open'])
  })

  it('keep their id when they are saved again', () => {
    const { baskets } = openIn(temporaryFolder())
    const { id } = valueOf(baskets.save({ name: 'Morning', orders: [] }))
    valueOf(baskets.save({ id, name: 'morning', orders: [order] }))
    expect(baskets.list()).toMatchObject([{ id, name: 'morning', orders: [order] }])
  })

  it('know when they were last changed', () => {
    const now = new Date(Date.UTC(2026, 10, 21, 7, 45))
    const { baskets } = openBaskets({
      open: openConf,
      dataDir: temporaryFolder(),
      now: () => now,
    })
    valueOf(baskets.save({ name: 'Morning', orders: [] }))
    expect(baskets.list()[0]?.changed).toBe(now.getTime())
  })

  it('have names that differ by more than their case', () => {
    const { baskets } = openIn(temporaryFolder())
    valueOf(baskets.save({ name: 'Morning', orders: [] }))
    expect(baskets.save({ name: 'MORNING', orders: [] })).toMatchObject({
      ok: false,
      error: { code: 'invalid', field: 'name' },
    })
  })

  it('are two hundred at most', () => {
    const { baskets } = openIn(temporaryFolder())
    for (let n = 0; n < 200; n++) valueOf(baskets.save({ name: `Basket ${n}`, orders: [] }))
    expect(baskets.save({ name: 'One more', orders: [] })).toMatchObject({ ok: false })
    const [first] = baskets.list()
    expect(baskets.save({ ...first!, name: 'Renamed' }).ok).toBe(true)
  })

  it('can be deleted once', () => {
    const { baskets } = openIn(temporaryFolder())
    const { id } = valueOf(baskets.save({ name: 'Morning', orders: [] }))
    expect(baskets.remove(id)).toEqual({ ok: true, value: null })
    expect(baskets.remove(id)).toMatchObject({ ok: false, error: { code: 'not-found' } })
    expect(baskets.save({ id, name: 'Morning', orders: [] })).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    })
    expect(baskets.list()).toEqual([])
  })

  it('keep what is good of a damaged file, and the file itself', () => {
    const dataDir = temporaryFolder()
    const good = valueOf(openIn(dataDir).baskets.save({ name: 'Morning', orders: [order] }))
    const kept = JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as { value: unknown[] }
    kept.value.push({ ...good, name: 'Same id' }, { id: 'no uuid', name: '', orders: 7 })
    const damaged = JSON.stringify(kept)
    writeFileSync(fileIn(dataDir), damaged)

    const { baskets, setAside } = openIn(dataDir)
    expect(baskets.list()).toEqual([good])
    expect(readFileSync(join(dataDir, setAside!), 'utf8')).toBe(damaged)
  })

  it('begin anew where nothing can be read, and set the file aside', () => {
    const dataDir = temporaryFolder()
    writeFileSync(fileIn(dataDir), 'no JSON')
    const { baskets, setAside } = openIn(dataDir)
    expect(baskets.list()).toEqual([])
    expect(readdirSync(dataDir)).toContain(setAside)
  })
})
