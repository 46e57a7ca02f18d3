import { ungrouped } from '../../../shared/core/typed-number.ts'
import { isSameName } from '../../../shared/core/names.ts'
import { PriceType } from '../../../shared/service/words.ts'
import { Preset } from '../../../shared/orders/ticket-settings.ts'
import { fieldTable } from '../ticket/field-table.ts'

const same = 'as it is'
export const products = [same, ...fieldTable.product.input.words] as const
export const types = [same, ...PriceType.options] as const
export const exchanges = ['any', ...Preset.shape.exchange.unwrap().options] as const

/** A preset as a person types it: what is left empty leaves a ticket as it is. */
export interface PresetFields {
  name: string
  symbols: string
  exchange: (typeof exchanges)[number]
  accounts: readonly string[]
  product: (typeof products)[number]
  type: (typeof types)[number]
  quantity: string
  unit: 'units' | 'lots'
  slice: string
  protection: string
}

export type PresetStart = Omit<Preset, 'id' | 'name' | 'accounts'>

export const presetFields = (from: (PresetStart & Partial<Preset>) | null): PresetFields => ({
  name: from?.name ?? '',
  symbols: from?.symbols ?? '',
  exchange: from?.exchange ?? 'any',
  accounts: from?.accounts ?? [],
  product: from?.product ?? same,
  type: from?.type ?? same,
  quantity: from?.quantity ?? '',
  unit: from?.unit ?? 'units',
  slice: from?.slice ?? '',
  protection: from?.protection ?? '',
})

export type PresetProblems = Partial<Record<keyof PresetFields, string>>

const whole = /^[1-9]\d{0,11}$/
const percent = /^(none|\d{1,2}(\.\d{1,2})?)$/i
const orNull = (text: string): string | null => (text.trim() === '' ? null : ungrouped(text).trim())

export function checkPreset(
  fields: PresetFields,
  { id, others }: { id: string; others: readonly Preset[] },
): { ok: true; preset: Preset } | { ok: false; problems: PresetProblems } {
  const { exchange, product, type } = fields
  const quantity = orNull(fields.quantity)
  const slice = orNull(fields.slice)
  const protection = orNull(fields.protection)
  const problems: PresetProblems = {}
  if (quantity !== null && !whole.test(quantity))
    problems.quantity = 'must be a whole number, or empty'
  if (slice !== null && !whole.test(slice)) problems.slice = 'must be whole units, or empty'
  if (protection !== null && !percent.test(protection))
    problems.protection = 'must be a percentage, none, or empty'
  if (others.some(({ name }) => isSameName(name, fields.name.trim())))
    problems.name = 'Another preset has this name already.'
  const parsed = Preset.safeParse({
    id,
    name: fields.name,
    symbols: fields.symbols,
    accounts: fields.accounts,
    exchange: exchange === 'any' ? null : exchange,
    product: product === same ? null : product,
    type: type === same ? null : type,
    quantity,
    unit: quantity === null ? null : fields.unit,
    slice,
    protection,
  })
  for (const { path, message } of parsed.error?.issues ?? [])
    problems[path[0] as keyof PresetFields] ??= message
  return parsed.success && Object.keys(problems).length === 0
    ? { ok: true, preset: parsed.data }
    : { ok: false, problems }
}
