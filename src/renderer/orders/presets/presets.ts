import { ungrouped } from '../../../shared/core/typed-number.ts'
import { Preset } from '../../../shared/orders/ticket-settings.ts'
import type { TicketFields } from '../ticket/ticket-fields.ts'
import { fieldNames, type PresetValue, fieldRow } from '../ticket/field-table.ts'
import { ticketKinds } from '../ticket/ticket-kinds.ts'
import { fieldsOfKind, isUsed, wordsOf } from '../ticket/ticket-shape.ts'

/** Whether a symbol begins as a pattern says, in which an asterisk stands for anything. */
function fits(pattern: string, symbol: string): boolean {
  const [start = '', ...rest] = pattern.toUpperCase().split('*')
  if (!symbol.startsWith(start)) return false
  let at = start.length
  for (const part of rest) {
    const found = symbol.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return true
}

const patternsOf = ({ symbols }: Preset): readonly string[] =>
  symbols.split(/[,\s]+/).filter((text) => text !== '')

/** What a ticket is about, as presets see it; an option by its underlying. */
export interface PresetFor {
  symbol: string
  /** Null where the service finds it. */
  exchange: string | null
  accounts: readonly string[]
}

export const aboutOf = (fields: TicketFields): PresetFor => ({
  symbol: fields[ticketKinds[fields.kind].about].trim().toUpperCase(),
  exchange: isUsed('exchange', fields) ? fields.exchange : null,
  accounts: fields.recipients.filter(({ isOn }) => isOn).map(({ account }) => account),
})

/** The preset that fits best: one of these accounts alone first, then the one that says most of the symbol. */
export function presetFor(presets: readonly Preset[], about: PresetFor): Preset | null {
  if (about.symbol === '') return null
  let best: { preset: Preset; rank: number } | null = null
  for (const preset of presets) {
    if (preset.exchange !== null && about.exchange !== null && preset.exchange !== about.exchange)
      continue
    const isOfAll = preset.accounts.length === 0
    const isOfThese =
      about.accounts.length > 0 && about.accounts.every((id) => preset.accounts.includes(id))
    if (!isOfAll && !isOfThese) continue
    for (const pattern of patternsOf(preset)) {
      if (!fits(pattern, about.symbol)) continue
      // The more letters have to be there, the closer it fits.
      const letters = pattern.replaceAll('*', '').length
      const rank = letters + (isOfAll ? 0 : 1000) + (preset.exchange === null ? 0 : 0.5)
      if (best === null || rank > best.rank) best = { preset, rank }
    }
  }
  return best?.preset ?? null
}

export type PresetField = PresetValue | 'unit'
export type PresetPart = Partial<Pick<TicketFields, PresetField>>

const isPresetValue = (key: string): key is PresetValue =>
  fieldNames.some((field) => field === key && fieldRow(field).preset !== undefined)
const presetValues = Object.keys(Preset.shape).filter(isPresetValue)

/** What a preset puts into a ticket: what its kind has a place for, and the person has not typed. */
export function partOf(
  preset: Preset,
  fields: TicketFields,
  typed: ReadonlySet<keyof TicketFields>,
): PresetPart {
  const { kind } = fields
  const isTaken = (field: PresetValue): boolean => {
    const value = preset[field]
    if (value === null || typed.has(field) || !fieldsOfKind[kind].has(field)) return false
    const words: readonly string[] | null = wordsOf(field, kind)
    return words === null || words.includes(value)
  }
  // A quantity means nothing without what it counts.
  const taken = presetValues.filter(
    (field) => isTaken(field) && (field !== 'quantity' || !typed.has('unit')),
  )
  const part: PresetPart = Object.fromEntries(taken.map((field) => [field, preset[field]]))
  return taken.includes('quantity') ? { ...part, unit: preset.unit ?? 'units' } : part
}

/** What a ticket shows now, to be kept as a preset. */
export function presetOf(fields: TicketFields): Omit<Preset, 'id' | 'name' | 'accounts'> {
  const { symbol, exchange } = aboutOf(fields)
  const orNull = (text: string): string | null =>
    text.trim() === '' ? null : ungrouped(text).trim()
  const shown = (field: PresetValue): string | null =>
    isUsed(field, fields) ? orNull(fields[field]) : null
  const quantity = shown('quantity')
  return {
    symbols: symbol,
    exchange: exchange === null ? null : fields.exchange,
    product: isUsed('product', fields) ? fields.product : null,
    type: fields.type,
    quantity,
    unit: quantity === null ? null : fields.unit,
    slice: shown('slice'),
    protection: shown('protection'),
  }
}
