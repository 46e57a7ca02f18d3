import type { BookName } from '../../shared/books.ts'
import type { ExitWhat } from '../../shared/orders/exits.ts'
import type { Preset } from '../../shared/settings/tickets.ts'
import type { PanelId } from './layout.ts'

export type Dialog =
  | { kind: 'accounts' }
  /** Without an id, a new account. */
  | { kind: 'account'; id: string | null }
  | { kind: 'groups' }
  /** Without an id, a new group. */
  | { kind: 'group'; id: string | null }
  /** With something to begin a new one from. */
  | { kind: 'presets'; start: Omit<Preset, 'id' | 'name' | 'accounts'> | null }
  | { kind: 'unreadable'; book: BookName }
  | { kind: 'troubles'; book: BookName }
  | { kind: 'exit'; what: ExitWhat; asked?: AskedExit }
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
  | { kind: 'shortcuts' }
  | { kind: 'arm' }
  /** What opens the screen once it is locked. */
  | { kind: 'lock' }
  | { kind: 'passphrase' }

/** An exit that was asked for in detail; the run is found again by its confirmation. */
export interface AskedExit {
  account: string
  strategy: string
  confirmation: string
}

export type VaultNeed = 'choose' | 'unlock' | 'change'

/** What can be done with the places of the panels. */
export interface PanelFrame {
  /** To the front, with the focus; one that is closed is opened beside its kin. */
  reveal(panel: PanelId): void
  close(panel: PanelId): void
  /** The usual panels in the usual places. */
  reset(): void
}

/** The panels, and what lies over them. */
export class Desktop {
  #dialog = $state.raw<Dialog | null>(null)
  #vault = $state.raw<{ need: VaultNeed; settle: (opened: boolean) => void } | null>(null)
  #frame: PanelFrame | null = null
  /** Panels that have a tab. */
  open = $state.raw<readonly PanelId[]>([])
  /** Panels in sight: what is not need not be read. */
  visible = $state.raw<readonly PanelId[]>([])

  get dialog(): Dialog | null {
    return this.#dialog
  }
  get vaultNeed(): VaultNeed | null {
    return this.#vault?.need ?? null
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

  /** Returns what takes it away. */
  hang(frame: PanelFrame): () => void {
    this.#frame = frame
    return () => {
      if (this.#frame === frame) this.#frame = null
    }
  }

  reveal(panel: PanelId): void {
    this.#frame?.reveal(panel)
  }

  closePanel(panel: PanelId): void {
    this.#frame?.close(panel)
  }

  resetLayout(): void {
    this.#frame?.reset()
  }
}
