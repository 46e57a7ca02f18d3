import {
  createDockview,
  type DockviewApi,
  type IDockviewPanel,
  type SerializedDockview,
} from 'dockview-core'
import { type Component, mount, unmount } from 'svelte'
import { fitted, layoutOf, usualArrangement } from './arrangements.ts'
import type { PanelFrame, PanelSide } from '../core/desktop.svelte.ts'
import { type Arrangement, isPanelId, type PanelId, type Panels } from '../core/panels.ts'
import { parseLayout } from './layout.ts'
import NoPanels from './NoPanels.svelte'
import PanelBody from './PanelBody.svelte'
import PanelTab from './PanelTab.svelte'
import PanelTools from './PanelTools.svelte'

/** Keeps the frame's element and the component inside it together for as long as either lives. */
class Island<Props extends Record<string, unknown>> {
  readonly element = document.createElement('div')
  readonly props = $state({}) as Props
  readonly #context: Map<unknown, unknown>
  #mounted: Record<string, unknown> | null = null

  constructor(context: Map<unknown, unknown>, className: string) {
    this.#context = context
    this.element.className = className
  }

  show(component: Component<Props>, props: Props): void {
    Object.assign(this.props, props)
    this.#mounted = mount(component, {
      target: this.element,
      props: this.props,
      context: this.#context,
    })
  }

  dispose(): void {
    if (this.#mounted !== null) void unmount(this.#mounted)
    this.#mounted = null
  }
}

export interface DockOptions {
  panels: Panels
  context: Map<unknown, unknown>
  onLayout: (layout: string) => void
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

  constructor(size: { width: number; height: number }, options: DockOptions) {
    this.#options = options
    const { context } = options
    this.#frame.className = 'dock-frame'
    this.#api = createDockview(this.#frame, {
      theme: { name: 'quarterdeck', className: 'dock-theme', gap: 8, dndTabIndicator: 'line' },
      disableFloatingGroups: true,
      scrollbars: 'native',
      noPanelsOverlay: 'watermark',
      createComponent: ({ name }) => {
        const island = new Island<{ panel: PanelId }>(context, 'panel-body')
        return {
          element: island.element,
          init: () => isPanelId(name) && island.show(PanelBody, { panel: name }),
          dispose: () => island.dispose(),
        }
      },
      createWatermarkComponent: () => {
        const island = new Island<Record<string, never>>(context, 'panel-body')
        return {
          element: island.element,
          init: () => island.show(NoPanels, {}),
          dispose: () => island.dispose(),
        }
      },
      createTabComponent: ({ id }) => {
        const island = new Island<{ panel: PanelId }>(context, 'panel-tab')
        return {
          element: island.element,
          init: () => isPanelId(id) && island.show(PanelTab, { panel: id }),
          dispose: () => island.dispose(),
        }
      },
      createRightHeaderActionComponent: (group) => {
        const island = new Island<{ panel: string | undefined }>(context, 'panel-tools')
        const following = group.api.onDidActivePanelChange(({ panel }) => {
          island.props.panel = panel?.id
        })
        return {
          element: island.element,
          init: () => island.show(PanelTools, { panel: group.activePanel?.id }),
          dispose: () => {
            following.dispose()
            island.dispose()
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

  layout(): string {
    return JSON.stringify(this.#api.toJSON())
  }

  groups(): readonly (readonly PanelId[])[] {
    return this.#api.groups.map(({ panels: own }) => own.map(({ id }) => id).filter(isPanelId))
  }

  reveal(panel: PanelId): void {
    const found = this.#api.getPanel(panel) ?? this.#open(panel)
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

  #changed(): void {
    if (this.#isDrawing) return
    this.#tell()
    this.#options.onLayout(this.layout())
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
