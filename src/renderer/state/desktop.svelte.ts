import type { BookName } from '../../shared/books.ts'
import type { ExitWhat } from '../../shared/orders/exits.ts'
import type { PanelId } from './layout.ts'

export type Dialog =
  | { kind: 'accounts' }
  /** Without an id, a new account. */
  | { kind: 'account'; id: string | null }
  | { kind: 'unreadable'; book: BookName }
  | { kind: 'troubles'; book: BookName }
  | { kind: 'exit'; what: ExitWhat }
  /** A run of exits that was begun. */
  | { kind: 'exit-run'; id: string }
  /** Rows of the positions, by their ids. */
  | { kind: 'exit-chosen'; positions: readonly string[] }
  /** Orders in doubt; the one named first. */
  | { kind: 'doubt'; intent: string | null }
  | { kind: 'intent'; id: string }
  | { kind: 'alarms' }
  | { kind: 'lift' }
  | { kind: 'limits' }

export type VaultNeed = 'choose' | 'unlock' | 'change'

/** What lies over the panels. */
export class Desktop {
  #dialog = $state.raw<Dialog | null>(null)
  #vault = $state.raw<{ need: VaultNeed; settle: (opened: boolean) => void } | null>(null)
  #layoutResets = $state(0)
  #revealed = $state.raw<{ panel: PanelId } | null>(null)
  /** Panels in sight: what is not need not be read. */
  visible = $state.raw<readonly PanelId[]>([])

  get dialog(): Dialog | null {
    return this.#dialog
  }
  get vaultNeed(): VaultNeed | null {
    return this.#vault?.need ?? null
  }
  get layoutResets(): number {
    return this.#layoutResets
  }
  /** The panel that is to come to the front; a new object each time it is asked for. */
  get revealed(): { panel: PanelId } | null {
    return this.#revealed
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

  reveal(panel: PanelId): void {
    this.#revealed = { panel }
  }

  resetLayout(): void {
    this.#layoutResets++
  }
}
