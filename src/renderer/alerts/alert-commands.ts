import { decimalOf } from '../../shared/core/decimal.ts'
import { lastPriceOf } from '../../shared/service/row-figures.ts'
import { Exchange } from '../../shared/service/words.ts'
import type { Alerts } from './alerts.svelte.ts'
import type { Command } from '../core/commands.svelte.ts'
import type { Desktop } from '../core/desktop.svelte.ts'
import type { PriceAlertStart } from './price-alert-form.ts'
import type { TradedRow } from '../orders/row-tickets.ts'
import type { TicketWindows } from '../orders/ticket/tickets.svelte.ts'

/** What an alert for the price of a row begins with; null where its exchange has no name here. */
function startOf({ record }: TradedRow): PriceAlertStart | null {
  const exchange = Exchange.safeParse(record.exchange?.trim().toUpperCase())
  if (!exchange.success) return null
  const has: { symbol: string; ltp?: unknown } = record
  const ltp = lastPriceOf(has)
  return {
    exchange: exchange.data,
    symbol: record.symbol,
    ...(ltp !== null && { price: decimalOf(ltp) }),
  }
}

export function alertCommands({
  alerts,
  desktop,
  tickets,
}: {
  alerts: Alerts
  desktop: Desktop
  tickets: Pick<TicketWindows, 'held'>
}): Command[] {
  const group = 'Settings'
  const isMuted = (): boolean => alerts.mutedUntil !== null
  const priceOf = (): PriceAlertStart | null => {
    const row = tickets.held?.row ?? null
    return row === null ? null : startOf(row)
  }
  return [
    {
      id: 'row.alert',
      title: 'Alert at a price of the row',
      group: 'Rows',
      worksIn: 'row',
      keys: 'A',
      isOpen: () => priceOf() !== null,
      run: () => {
        const start = priceOf()
        if (start !== null) desktop.show({ kind: 'price-alert', id: null, start })
      },
    },
    {
      id: 'alerts.price',
      title: 'Alert at a price',
      group,
      words: 'notify tell me when price above below crosses',
      run: () => desktop.show({ kind: 'price-alert', id: null }),
    },
    {
      id: 'alerts.dismiss',
      title: 'Dismiss all alerts on the screen',
      group,
      words: 'toasts close',
      isOpen: () => alerts.shown.length > 0,
      run: () => alerts.dismiss(alerts.shown.map(({ id }) => id)),
    },
    {
      id: 'alerts.mute',
      title: 'Mute alerts for 15 minutes',
      group,
      words: 'silence quiet sound',
      isOpen: () => !isMuted(),
      run: () => void alerts.mute(15),
    },
    {
      id: 'alerts.unmute',
      title: 'Unmute alerts',
      group,
      words: 'sound',
      isOpen: isMuted,
      run: () => void alerts.mute(null),
    },
  ]
}
