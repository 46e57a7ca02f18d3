import type { Session } from '../../core/session.svelte.ts'
import type { TicketFields } from './ticket-fields.ts'

/** Another text whenever the desk may have something else to say of the same orders. */
export function whatDeskKnows(
  session: Session,
  of: {
    fields: Pick<TicketFields, 'symbol' | 'exchange' | 'recipients'>
    ltp: number | null | undefined
    /** Those whose funds say how much it is. */
    byFunds: readonly { account: string }[]
  },
): string {
  const { symbol, exchange, recipients } = of.fields
  const { symbolNames, stop, vault } = session
  const { books } = session.stores
  const held = recipients.map(({ account }) => {
    const rows = books.of(account, 'positions')?.rows.values() ?? []
    const broker = session.accounts.all.find(({ id }) => id === account)?.broker ?? ''
    const own = symbolNames.ownOf({ exchange, symbol, broker })
    const written = new Set([symbol, ...('symbol' in own ? [own.symbol] : own.names)])
    return [...rows].flatMap((row) =>
      written.has(row.symbol) && row.exchange === exchange ? [row.product, row.netqty] : [],
    )
  })
  const funds = of.byFunds.map(({ account }) => [
    ...(books.of(account, 'funds')?.rows.values() ?? []),
  ])
  return JSON.stringify([of.ltp, held, funds, stop.on, vault.state, openTo(session)])
}

/** What the accounts may send, as far as it is known here. */
const openTo = ({ accounts }: Session): unknown =>
  accounts.all.map(({ enabled, hasKeys, trading, health }) => [
    enabled,
    hasKeys,
    health.trouble?.code === 'bad-keys',
    trading.readOnly,
    trading.limits,
  ])
