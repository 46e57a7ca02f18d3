import { BackgroundWork } from './background-work.svelte.ts'
import type { CarriedPanel } from './carried-panels.ts'
import type { Dialog, DialogKind } from './dialogs.ts'
import type { Arrangement, PanelId } from './panels.ts'

export type VaultNeed = 'choose' | 'unlock' | 'change'

export type PanelSide = 'left' | 'right' | 'above' | 'below'

/** What can be done with the places of the panels. */
export interface PanelFrame {
  /** To the front, with the focus; one that is closed is opened on its side. */
  reveal(panel: PanelId): void
  close(panel: PanelId): void
  closeOthers(panel: PanelId): void
  /** Into a group of its own on that side; one that is alone goes past its neighbour. */
  move(panel: PanelId, side: PanelSide): void
  /** Into the group of another panel. */
  join(panel: PanelId, other: PanelId): void
  /** Fills the work area with its group, or gives the others their places back. */
  maximise(panel: PanelId): void
  /** The focus goes to the next group, or to the one before. */
  step(by: 1 | -1): void
  focusTab(panel: PanelId): void
  /** The focus goes to the field that filters or searches the present panel, if it has one. */
  find(): void
  /** The one that the focus is in, or was in last. */
  present(): PanelId | null
  openMenu(panel: PanelId): void
  /** The groups, each with its panels from left to right. */
  groups(): readonly (readonly PanelId[])[]
  /** What stands below its tab; null where that is not known. */
  body(panel: PanelId): HTMLElement | null
  /** As text, to be saved. */
  layout(): string
  /** Saves it at once: what stands here now will soon stand nowhere else. */
  keep(): void
  /** False where the layout cannot be drawn; the usual one then stands. */
  show(layout: string): boolean
  arrange(arrangement: Arrangement): void
  /** As it is arranged where nobody chose otherwise. */
  reset(): void
}

/** The panels, and what lies over them. */
export class Desktop {
  readonly work = new BackgroundWork()
  /** What goes along where a panel goes to another window. */
  readonly carried = new Map<PanelId, CarriedPanel>()
  #dialog = $state.raw<Dialog | null>(null)
  /** Kinds of dialogs that led to the one that is open. */
  #way: readonly DialogKind[] = []
  #vault = $state.raw<{ need: VaultNeed; settle: (opened: boolean) => void } | null>(null)
  #left: PanelId | null = null
  #frame = $state.raw<PanelFrame | null>(null)
  /** Panels that have a tab. */
  open = $state.raw<readonly PanelId[]>([])
  /** Panels in sight: what is not need not be read. */
  visible = $state.raw<readonly PanelId[]>([])
  /** One group fills the work area. */
  isMaximised = $state(false)
  /** What the settings are to show when they come to the front; null within it for their beginning. */
  setting = $state.raw<{ id: string | null } | null>(null)
  /** The look around was asked for. */
  isTouring = $state(false)
  /** The panel whose menu is open, and beside what it opened. */
  menu = $state.raw<{ panel: PanelId; anchor: HTMLElement } | null>(null)

  /** Orders whose outcome stands in a ticket that is open: beside it nothing of them is told again. */
  #told = $state.raw<readonly (readonly string[])[]>([])

  /** What was typed for the palette before its field was there. */
  typedAhead = $state('')

  get dialog(): Dialog | null {
    return this.#dialog
  }
  get vaultNeed(): VaultNeed | null {
    return this.#vault?.need ?? null
  }

  /** `what` is an order, or that it was filled: `toldAsFilled`. */
  isTold(what: string | null): boolean {
    return what !== null && this.#told.some((some) => some.includes(what))
  }

  /** Returns what takes it back. */
  tellOf(intents: readonly string[]): () => void {
    this.#told = [...this.#told, intents]
    return () => {
      this.#told = this.#told.filter((some) => some !== intents)
    }
  }

  show(dialog: Dialog): void {
    this.typedAhead = ''
    this.#way = this.#dialog === null ? [] : [...this.#way, this.#dialog.kind]
    this.#dialog = dialog
  }

  /** From one dialog back to another that led to it; where that was never open, it only closes. */
  backTo(dialog: Dialog): void {
    if (this.#way.includes(dialog.kind)) this.show(dialog)
    else this.close()
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
  attachFrame(frame: PanelFrame): () => void {
    this.#frame = frame
    return () => {
      this.#left = frame.present()
      if (this.#frame === frame) this.#frame = null
    }
  }

  /** Null until the panels are drawn. */
  get frame(): PanelFrame | null {
    return this.#frame
  }

  reveal(panel: PanelId): void {
    this.#frame?.reveal(panel)
  }

  /** To the panel that was worked in when the panels were taken away. */
  returnToPanel(): void {
    const panel = this.#left ?? this.#frame?.present()
    if (panel != null) this.reveal(panel)
  }

  resetLayout(): void {
    this.#frame?.reset()
  }
}

/** That an order was filled in whole, which a ticket tells once it knows it. */
export const toldAsFilled = (intent: string): string => `${intent} filled`
