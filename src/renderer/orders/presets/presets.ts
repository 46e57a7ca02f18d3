import type { Preset } from '../../../shared/orders/ticket-settings.ts'
import type { TicketFields } from '../ticket/ticket-fields.ts'
import { fieldsOfKind, typesOf } from '../ticket/ticket-text.ts'

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
export interface About {
  symbol: string
  /** Null where the service finds it. */
  exchange: string | null
  accounts: readonly string[]
}

export const aboutOf = (fields: TicketFields): About => ({
  symbol: (fields.kind === 'option' ? fields.underlying : fields.symbol).trim().toUpperCase(),
  exchange: fields.kind === 'option' ? null : fields.exchange,
  accounts: fields.recipients.filter(({ isOn }) => isOn).map(({ account }) => account),
})

/** The preset that fits best: one of these accounts alone first, then the one that says most of the symbol. */
export function presetFor(presets: readonly Preset[], about: About): Preset | null {
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

export type PresetField = 'product' | 'type' | 'quantity' | 'unit' | 'slice' | 'protection'
export type PresetPart = Partial<Pick<TicketFields, PresetField>>

/** What a preset puts into a ticket: what its kind has a place for, and the person has not typed. */
export function partOf(
  preset: Preset,
  fields: TicketFields,
  typed: ReadonlySet<keyof TicketFields>,
): PresetPart {
  const has = fieldsOfKind[fields.kind]
  const isOpen = (field: PresetField): boolean => !typed.has(field)
  const { product, type, quantity, unit, slice, protection } = preset
  const part: PresetPart = {}
  if (product !== null && has.has('product') && isOpen('product'))
    if (fields.kind !== 'option' || product !== 'CNC') part.product = product
  if (type !== null && typesOf[fields.kind].includes(type) && isOpen('type')) part.type = type
  // A quantity means nothing without what it counts.
  if (quantity !== null && has.has('quantity') && isOpen('quantity') && isOpen('unit')) {
    part.quantity = quantity
    part.unit = unit ?? 'units'
  }
  if (slice !== null && has.has('slice') && isOpen('slice')) part.slice = slice
  if (protection !== null && isOpen('protection')) part.protection = protection
  return part
}

/** What a ticket shows now, to be kept as a preset. */
export function presetOf(fields: TicketFields): Omit<Preset, 'id' | 'name' | 'accounts'> {
  const { symbol, exchange } = aboutOf(fields)
  const has = fieldsOfKind[fields.kind]
  const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())
  const quantity = has.has('quantity') ? orNull(fields.quantity) : null
  return {
    symbols: symbol,
    exchange: exchange === null ? null : fields.exchange,
    product: has.has('product') ? fields.product : null,
    type: fields.type,
    quantity,
    unit: quantity === null ? null : fields.unit,
    slice: has.has('slice') ? orNull(fields.slice) : null,
    protection: fields.type === 'MARKET' ? orNull(fields.protection) : null,
  }
}
