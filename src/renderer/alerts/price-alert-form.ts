import {
  type PriceAlert,
  PriceAlertInput,
  type PriceDirection,
} from '../../shared/alerts/alerts.ts'
import { ungrouped } from '../../shared/core/typed-number.ts'
import type { Exchange } from '../../shared/service/words.ts'
import { type CheckedForm, problemsByField } from '../core/form-problems.ts'

/** What a price alert can begin with: a row of a book, or a price that was typed elsewhere. */
export interface PriceAlertStart {
  exchange: Exchange
  symbol: string
  price?: string
}

export interface PriceAlertFields {
  exchange: Exchange
  symbol: string
  direction: PriceDirection
  by: 'price' | 'percent'
  price: string
  percent: string
  repeats: PriceAlertInput['repeats']
  expires: PriceAlertInput['expires']
  note: string
  enabled: boolean
}

export const startPriceAlert = (start?: PriceAlertStart): PriceAlertFields => ({
  exchange: start?.exchange ?? 'NSE',
  symbol: start?.symbol ?? '',
  direction: 'crosses',
  by: 'price',
  price: start?.price ?? '',
  percent: '',
  repeats: 'once',
  expires: 'never',
  note: '',
  enabled: true,
})

export const priceAlertFields = ({
  exchange,
  symbol,
  direction,
  price,
  repeats,
  expires,
  note,
  enabled,
}: PriceAlert): PriceAlertFields => ({
  ...{ exchange, symbol, direction, by: 'price', price, percent: '' },
  ...{ repeats, expires, note, enabled },
})

export type PriceAlertField = keyof PriceAlertInput

export function checkPriceAlert(
  fields: PriceAlertFields,
): CheckedForm<PriceAlertInput, PriceAlertField> {
  const { by, price, percent, ...rest } = fields
  const level =
    by === 'price'
      ? { kind: by, price: ungrouped(price) }
      : {
          kind: by,
          percent: percent
            .replace(/(?<!\s)\s*%$/, '')
            .replace('−', '-')
            .replace(/^\+/, ''),
        }
  const parsed = PriceAlertInput.safeParse({ ...rest, level })
  if (parsed.success) return { ok: true, input: parsed.data }
  const problems = problemsByField(parsed.error.issues, ([field]) => field as PriceAlertField)
  return { ok: false, problems }
}
