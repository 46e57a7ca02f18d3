import type { BookName } from '../../shared/books.ts'

export type Dialog =
  | { kind: 'accounts' }
  /** Without an id, a new account. */
  | { kind: 'account'; id: string | null }
  | { kind: 'unreadable'; book: BookName }
  | { kind: 'troubles'; book: BookName }

export type VaultNeed = 'choose' | 'unlock' | 'change'

/** What lies over the panels. */
export class Desktop {
  #dialog = $state.raw<Dialog | null>(null)
  #vault = $state.raw<{ need: VaultNeed; settle: (opened: boolean) => void } | null>(null)
  #layoutResets = $state(0)

  get dialog(): Dialog | null {
    return this.#dialog
  }
  get vaultNeed(): VaultNeed | null {
    return this.#vault?.need ?? null
  }
  get layoutResets(): number {
    return this.#layoutResets
  }

  show(dialog: Dialog): void {
    this.#dialog = dialog
  }

  close(): void {
    this.#dialog = null
  }

  /** Asks where keys are to be kept, or for what opens the place; true once it is open. */
  askVault(need: VaultNeed): Promise<boolean> {
    this.#vault?.settle(false)
    return new Promise((resolve) => {
      this.#vault = { need, settle: resolve }
    })
  }

  settleVault(opened: boolean): void {
    this.#vault?.settle(opened)
    this.#vault = null
  }

  resetLayout(): void {
    this.#layoutResets++
  }
}
