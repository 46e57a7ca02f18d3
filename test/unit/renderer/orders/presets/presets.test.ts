import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partOf, presetFor, presetOf } from '../../../../../src/renderer/orders/presets/presets.ts'
import { makeStores } from '../../../../../src/renderer/shell/stores.ts'
import { Session } from '../../../../../src/renderer/core/session.svelte.ts'
import { TicketDraft } from '../../../../../src/renderer/orders/ticket/ticket.svelte.ts'
import { startFields } from '../../../../../src/renderer/orders/ticket/ticket-fields.ts'
import { Preset } from '../../../../../src/shared/orders/ticket-settings.ts'
import { account, MemoryDesk } from '../../memory-desk.ts'
import { FakeTime } from '../../fake-time.ts'

const preset = (more: Partial<Preset> = {}): Preset => ({
  id: crypto.randomUUID(),
  name: 'Index options',
  symbols: 'NIFTY',
  exchange: null,
  accounts: [],
  product: 'NRML',
  type: 'MARKET',
  quantity: '2',
  unit: 'lots',
  slice: null,
  protection: '1',
  ...more,
})
const about = (symbol: string, more = {}) => ({
  symbol,
  exchange: 'NFO' as string | null,
  accounts: ['main'],
  ...more,
})

describe('the preset for a ticket', () => {
  it('is one whose symbol it begins with, or matches', () => {
    expect(presetFor([preset()], about('NIFTY24NOV26C24500'))).not.toBeNull()
    expect(presetFor([preset()], about('BANKNIFTY24NOV'))).toBeNull()
    expect(presetFor([preset({ symbols: '*NIFTY*C' })], about('BANKNIFTY24C50000'))).not.toBeNull()
    expect(presetFor([preset({ symbols: 'infy, tcs' })], about('TCS-EQ'))).not.toBeNull()
    expect(presetFor([preset()], about(''))).toBeNull()
  })

  it('is the closest: of these accounts alone before all, more of the symbol before less', () => {
    const wide = preset({ symbols: 'N' })
    const close = preset({ symbols: 'NIFTY24' })
    const own = preset({ symbols: '*', accounts: ['main'] })
    expect(presetFor([wide, close], about('NIFTY24NOV'))).toBe(close)
    expect(presetFor([wide, close, own], about('NIFTY24NOV'))).toBe(own)
    expect(presetFor([own, wide], about('NIFTY', { accounts: ['main', 'swing'] }))).toBe(wide)
    expect(presetFor([own], about('NIFTY', { accounts: [] }))).toBeNull()
  })

  it('is of the exchange that it names', () => {
    expect(presetFor([preset({ exchange: 'NSE' })], about('NIFTY'))).toBeNull()
    expect(
      presetFor([preset({ exchange: 'NSE' })], about('NIFTY', { exchange: null })),
    ).not.toBeNull()
  })

  it('is looked for in any text without failing', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 40 }),
        fc.string({ maxLength: 40 }),
        (symbols, symbol) => {
          presetFor([preset({ symbols })], about(symbol))
        },
      ),
    )
  })
})

describe('what a preset puts into a ticket', () => {
  const fields = startFields([account('main')], { symbol: 'NIFTY24NOV' })

  it('is all that it says', () => {
    expect(partOf(preset(), fields, new Set())).toEqual({
      product: 'NRML',
      type: 'MARKET',
      quantity: '2',
      unit: 'lots',
      protection: '1',
    })
  })

  it('leaves what the person typed', () => {
    expect(partOf(preset(), fields, new Set(['quantity', 'product']))).toEqual({
      type: 'MARKET',
      protection: '1',
    })
  })

  it('leaves what the kind has no place for', () => {
    expect(
      partOf(preset({ type: 'SL', product: 'CNC' }), { ...fields, kind: 'cover' }, new Set()),
    ).toEqual({
      quantity: '2',
      unit: 'lots',
      protection: '1',
    })
    expect(
      partOf(preset({ product: 'CNC' }), { ...fields, kind: 'option' }, new Set()),
    ).not.toHaveProperty('product')
  })
})

it('a quantity that was typed counts the same when its preset goes', async () => {
  const desk = new MemoryDesk({ settings: { presets: [preset({ symbols: 'NIFTY' })] } })
  const session = await Session.open(desk.bridge, new FakeTime(), makeStores)
  if (!session.ok) throw new Error(session.error.message)
  const draft = new TicketDraft(session.value, { symbol: 'NIFTY24NOV' })
  expect(draft.fields).toMatchObject({ quantity: '2', unit: 'lots' })
  draft.change({ quantity: '3' })
  draft.change({ symbol: 'INFY-EQ' })
  expect(draft.fields).toMatchObject({ quantity: '3', unit: 'lots', product: 'MIS' })
  session.value.close()
})

it('what a ticket shows makes a preset that fits it', () => {
  const fields = startFields([account('main')], { symbol: 'INFY-EQ', quantity: '10', slice: '5' })
  const made = { ...presetOf(fields), id: crypto.randomUUID(), name: 'Infosys', accounts: [] }
  expect(Preset.safeParse(made).success).toBe(true)
  expect(presetFor([made], { symbol: 'INFY-EQ', exchange: 'NSE', accounts: [] })).toBe(made)
  expect(made).toMatchObject({ quantity: '10', unit: 'units', slice: '5', protection: null })
})
