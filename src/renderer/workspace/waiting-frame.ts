import type { PanelFrame, PanelSide } from '../core/desktop.svelte.ts'
import type { Arrangement, PanelId } from '../core/panels.ts'
import { groupsOf, type SavedLayout, parseLayout } from './layout.ts'

/** The frame that shows the panels before it can move them: what is asked of it waits. */
export class WaitingFrame implements PanelFrame {
  readonly #layout: SavedLayout
  readonly #hurry: () => void
  readonly #asked: ((frame: PanelFrame) => void)[] = []

  constructor(layout: SavedLayout, hurry: () => void) {
    this.#layout = layout
    this.#hurry = hurry
  }

  /** Hands what was asked to the one that can do it. */
  handTo(frame: PanelFrame): void {
    for (const deed of this.#asked.splice(0)) deed(frame)
  }

  reveal(panel: PanelId): void {
    this.#ask((frame) => frame.reveal(panel))
  }
  close(panel: PanelId): void {
    this.#ask((frame) => frame.close(panel))
  }
  closeOthers(panel: PanelId): void {
    this.#ask((frame) => frame.closeOthers(panel))
  }
  move(panel: PanelId, side: PanelSide): void {
    this.#ask((frame) => frame.move(panel, side))
  }
  join(panel: PanelId, other: PanelId): void {
    this.#ask((frame) => frame.join(panel, other))
  }
  maximise(panel: PanelId): void {
    this.#ask((frame) => frame.maximise(panel))
  }
  step(by: 1 | -1): void {
    this.#ask((frame) => frame.step(by))
  }
  focusTab(panel: PanelId): void {
    this.#ask((frame) => frame.focusTab(panel))
  }
  find(): void {
    this.#ask((frame) => frame.find())
  }
  openMenu(panel: PanelId): void {
    this.#ask((frame) => frame.openMenu(panel))
  }
  keep(): void {
    this.#ask((frame) => frame.keep())
  }
  show(layout: string): boolean {
    this.#ask((frame) => void frame.show(layout))
    return parseLayout(layout) !== null
  }
  arrange(arrangement: Arrangement): void {
    this.#ask((frame) => frame.arrange(arrangement))
  }
  reset(): void {
    this.#ask((frame) => frame.reset())
  }

  present(): PanelId | null {
    const groups = groupsOf(this.#layout.grid.root)
    const active = groups.find(({ id }) => id === this.#layout.activeGroup) ?? groups[0]
    return active?.activeView ?? null
  }
  groups(): readonly (readonly PanelId[])[] {
    return groupsOf(this.#layout.grid.root).map(({ views }) => views)
  }
  body(): null {
    return null
  }
  layout(): string {
    return JSON.stringify(this.#layout)
  }

  #ask(deed: (frame: PanelFrame) => void): void {
    this.#asked.push(deed)
    this.#hurry()
  }
}
