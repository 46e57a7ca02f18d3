/** What a panel has that is this window's alone, and goes with it to another: a filter, a form that is typed into. */
export interface CarriedPanel {
  /** As text; null where it has nothing. */
  give(): string | null
  /** Why what another window gave cannot come here; null where it can. Nobody has read it yet. */
  refuses(given: string): string | null
  take(given: string): void
  /** It is in the other window now. */
  drop(): void
  /** Why it cannot go at this moment; null where it can. */
  stays?(): string | null
}
