import type { TicketText } from '../ticket/field-table.ts'
import { instrumentOf } from '../ticket/price-owner.ts'
import type { Previews } from '../ticket/ticket-preview.svelte.ts'
import { textOf } from '../ticket/ticket-text.ts'

/** The lots of what lines for groups are about, as the desk planned it. */
export class LineLots {
  readonly #previews: Previews
  /** A lot stays what it is: where all are left out for it nothing is planned any more, and it still holds. */
  readonly #seen = new Map<string, number>()

  readonly #planned: ReadonlyMap<string, number> = $derived.by(() => {
    const { told } = this.#previews
    for (const [at, ticket] of (told?.question ?? []).entries()) {
      const lot = told?.answer.orders[at]?.lot ?? null
      if (lot !== null) this.#seen.set(instrumentOf(textOf(ticket)), lot)
    }
    return new Map(this.#seen)
  })

  constructor(previews: Previews) {
    this.#previews = previews
  }

  of(text: TicketText): number | null {
    return this.#planned.get(instrumentOf(text)) ?? null
  }
}
