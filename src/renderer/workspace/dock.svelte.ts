import {
  createDockview,
  type DockviewApi,
  type IDockviewPanel,
  type SerializedDockview,
} from 'dockview-core'
import { fitted, layoutOf, usualArrangement } from './arrangements.ts'
import type { PanelFrame, PanelSide } from '../core/desktop.svelte.ts'
import { type Arrangement, isPanelId, type PanelId, type Panels } from '../core/panels.ts'
import { MovableElement, type MovableElements, taken } from './movable-elements.svelte.ts'
import { parseLayout } from './layout.ts'
import NoPanels from './NoPanels.svelte'
import PanelBody from './PanelBody.svelte'
import PanelTab from './PanelTab.svelte'
import PanelTools from './PanelTools.svelte'

export interface DockOptions {
  panels: Panels
  /** What stands already, in the frame before this one. */
  movable: MovableElements
  onLayout: (layout: string, how: { atOnce: boolean }) => void
  onPanels: (panels: {
    open: readonly PanelId[]
    visible: readonly PanelId[]
    isMaximised: boolean
  }) => void
  onMenu: (menu: { panel: PanelId; anchor: HTMLElement }) => void
}

const sides = {
  left: ['left', 'left'],
  right: ['right', 'right'],
  above: ['top', 'up'],
  below: ['bottom', 'down'],
} as const

const tabOf = ({ view }: IDockviewPanel): HTMLElement | null =>
  view.tab.element.closest<HTMLElement>('.dv-tab')

/** What of a panel can be worked with by keys, or its tab where nothing can. */
function focusWithin(panel: IDockviewPanel): void {
  const inside = panel.view.content.element.querySelector<HTMLElement>(
    ':is([tabindex="0"], button, input, select, textarea):not(:disabled)',
  )
  ;(inside ?? tabOf(panel))?.focus()
}

/** The frame of the panels: where they stand, which are in sight. */
export class Dock implements PanelFrame {
  readonly #api: DockviewApi
  readonly #options: DockOptions
  /** Away from the document until it is furnished: in it, every panel that comes is measured. */
  readonly #frame = document.createElement('div')
  #isDrawing = false
  /** What nobody sees yet, and how it is drawn. */
  readonly #hidden = new Map<PanelId, () => void>()

  constructor(size: { width: number; height: number }, options: DockOptions) {
    this.#options = options
    const { movable } = options
    const { context } = movable
    this.#frame.className = 'dock-frame'
    this.#api = createDockview(this.#frame, {
      theme: { name: 'quarterdeck', className: 'dock-theme', gap: 8, dndTabIndicator: 'line' },
      disableFloatingGroups: true,
      scrollbars: 'native',
      noPanelsOverlay: 'watermark',
      createComponent: ({ name }) => {
        const mounted = taken(movable.bodies, name, () => new MovableElement(context, 'panel-body'))
        return {
          element: mounted.element,
          init: () => isPanelId(name) && this.#draw(name, mounted),
          dispose: () => {
            if (isPanelId(name)) this.#hidden.delete(name)
            mounted.dispose()
          },
        }
      },
      createWatermarkComponent: () => {
        const mounted = new MovableElement<Record<string, never>>(context, 'panel-body')
        return {
          element: mounted.element,
          init: () => mounted.show(NoPanels, {}),
          dispose: () => mounted.dispose(),
        }
      },
      createTabComponent: ({ id }) => {
        const mounted = taken(movable.tabs, id, () => new MovableElement(context, 'panel-tab'))
        return {
          element: mounted.element,
          init: () => isPanelId(id) && mounted.show(PanelTab, { panel: id }),
          dispose: () => mounted.dispose(),
        }
      },
      createRightHeaderActionComponent: (group) => {
        const mounted = taken(
          movable.tools,
          group.id,
          () => new MovableElement(context, 'panel-tools'),
        )
        const following = group.api.onDidActivePanelChange(({ panel }) => {
          mounted.props.panel = panel?.id
        })
        return {
          element: mounted.element,
          init: () => mounted.show(PanelTools, { panel: group.activePanel?.id }),
          dispose: () => {
            following.dispose()
            mounted.dispose()
          },
        }
      },
    })
    this.#api.onDidLayoutChange(() => this.#changed())
    this.#api.onDidActivePanelChange(() => this.#changed())
    this.#api.onDidMaximizedGroupChange(() => this.#changed())
    this.#api.layout(size.width, size.height)
  }

  /** Once, when its panels stand. */
  showIn(element: HTMLElement): void {
    element.append(this.#frame)
  }

  /** False where the frame could not draw it; it is then empty. */
  restore(layout: unknown): boolean {
    this.#isDrawing = true
    try {
      this.#api.fromJSON(layout as SerializedDockview)
      return true
    } catch {
      return false
    } finally {
      this.#isDrawing = false
      this.#tell()
      this.#drawSeen()
    }
  }

  arrange(arrangement: Arrangement): void {
    const { width, height } = this.#api
    const size = { width, height }
    this.restore(layoutOf(fitted(arrangement, size), size, this.#options.panels))
    this.#changed()
  }

  reset(): void {
    this.arrange(usualArrangement)
  }

  show(layout: string): boolean {
    const parsed = parseLayout(layout)
    const isShown = parsed !== null && this.restore(parsed)
    if (isShown) this.#changed()
    else this.reset()
    return isShown
  }

  body(panel: PanelId): HTMLElement | null {
    return this.#api.getPanel(panel)?.view.content.element ?? null
  }

  layout(): string {
    return JSON.stringify(this.#api.toJSON())
  }

  keep(): void {
    this.#options.onLayout(this.layout(), { atOnce: true })
  }

  groups(): readonly (readonly PanelId[])[] {
    return this.#api.groups.map(({ panels: own }) => own.map(({ id }) => id).filter(isPanelId))
  }

  reveal(panel: PanelId): void {
    const found = this.#api.getPanel(panel) ?? this.#open(panel)
    this.#drawHidden(panel)
    found.api.setActive()
    focusWithin(found)
  }

  /** What had the focus is gone; it goes to what came in its place. */
  close(panel: PanelId): void {
    const found = this.#api.getPanel(panel)
    if (found === undefined) return
    const { group } = found
    const hadFocus = group.element.contains(document.activeElement)
    found.api.close()
    const next = group.activePanel ?? this.#api.activePanel
    if (hadFocus && next !== undefined) tabOf(next)?.focus()
  }

  closeOthers(panel: PanelId): void {
    const found = this.#api.getPanel(panel)
    for (const other of found?.group.panels.slice() ?? []) if (other !== found) other.api.close()
    this.focusTab(panel)
  }

  move(panel: PanelId, side: PanelSide): void {
    const found = this.#api.getPanel(panel)
    if (found === undefined) return
    this.#api.exitMaximizedGroup()
    const { group } = found
    const [position, direction] = sides[side]
    const neighbour = this.#api.adjacentGroupInDirection(group, direction)
    const beside =
      group.panels.length > 1 ? group : this.#api.groups.find(({ id }) => id === neighbour?.id)
    if (beside !== undefined) found.api.moveTo({ group: beside, position })
    else group.api.moveTo({ position })
    this.focusTab(panel)
  }

  join(panel: PanelId, other: PanelId): void {
    const group = this.#api.getPanel(other)?.group
    if (group === undefined) return
    this.#api.exitMaximizedGroup()
    this.#api.getPanel(panel)?.api.moveTo({ group, position: 'center' })
    this.focusTab(panel)
  }

  maximise(panel: PanelId): void {
    const found = this.#api.getPanel(panel)
    if (found === undefined) return
    if (found.api.isMaximized()) found.api.exitMaximized()
    else found.api.maximize()
  }

  step(by: 1 | -1): void {
    const groups = this.#api.groups.filter(({ api }) => api.isVisible)
    const focused = document.activeElement
    const at = groups.findIndex(({ element }) => element.contains(focused))
    const next = groups.at(at === -1 && by === 1 ? 0 : (at + by) % groups.length)
    if (next?.activePanel === undefined) return
    next.activePanel.api.setActive()
    focusWithin(next.activePanel)
  }

  present(): PanelId | null {
    const id = this.#api.activePanel?.id
    return id !== undefined && isPanelId(id) ? id : null
  }

  openMenu(panel: PanelId): void {
    const found = this.#api.getPanel(panel)
    const anchor = found === undefined ? null : tabOf(found)
    if (anchor !== null) this.#options.onMenu({ panel, anchor })
  }

  focusTab(panel: PanelId): void {
    const found = this.#api.getPanel(panel)
    if (found !== undefined) tabOf(found)?.focus()
  }

  find(): void {
    this.#api.activeGroup?.element.querySelector<HTMLElement>('input[type=search]')?.focus()
  }

  dispose(): void {
    this.#api.dispose()
    this.#frame.remove()
  }

  /** Draws what is behind another tab, one after the other; false once there is none left. */
  drawNext(): boolean {
    const [next] = this.#hidden.keys()
    if (next !== undefined) this.#drawHidden(next)
    return this.#hidden.size > 0
  }

  /** Of a whole layout, what is in sight comes first. */
  #draw(panel: PanelId, mounted: MovableElement<{ panel: PanelId }>): void {
    const show = () => mounted.show(PanelBody, { panel })
    if (this.#isDrawing) this.#hidden.set(panel, show)
    else show()
  }

  #drawHidden(panel: PanelId): void {
    this.#hidden.get(panel)?.()
    this.#hidden.delete(panel)
  }

  #drawSeen(): void {
    for (const { activePanel } of this.#api.groups)
      if (activePanel !== undefined && isPanelId(activePanel.id)) this.#drawHidden(activePanel.id)
  }

  #changed(): void {
    if (this.#isDrawing) return
    this.#drawSeen()
    this.#tell()
    this.#options.onLayout(this.layout(), { atOnce: false })
  }

  #open(id: PanelId) {
    const { panels } = this.#options
    const { side, title } = panels[id]
    const beside = this.#api.panels.find((one) => isPanelId(one.id) && panels[one.id].side === side)
    return this.#api.addPanel({
      id,
      component: id,
      tabComponent: 'tab',
      title,
      position:
        beside === undefined
          ? { direction: side }
          : { referenceGroup: beside.group, direction: 'within' },
    })
  }

  #tell(): void {
    const known = (ids: (string | undefined)[]) =>
      ids.filter((id) => id !== undefined && isPanelId(id))
    this.#options.onPanels({
      open: known(this.#api.panels.map(({ id }) => id)),
      visible: known(
        this.#api.groups
          .filter(({ api }) => api.isVisible)
          .map(({ activePanel }) => activePanel?.id),
      ),
      isMaximised: this.#api.hasMaximizedGroup(),
    })
  }
}
