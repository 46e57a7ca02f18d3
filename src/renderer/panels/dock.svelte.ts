import { createDockview, type DockviewApi, type SerializedDockview } from 'dockview-core'
import { type Component, mount, unmount } from 'svelte'
import { isPanelId, type PanelId } from '../state/layout.ts'
import { panels } from './panels.ts'
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
  context: Map<unknown, unknown>
  onLayout: (layout: string) => void
  onVisible: (panels: readonly PanelId[]) => void
}

/** The frame of the panels: where they stand, which are in sight. */
export class Dock {
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
      noPanelsOverlay: 'emptyGroup',
      createComponent: ({ name }) => {
        const island = new Island<Record<string, never>>(context, 'panel-body')
        return {
          element: island.element,
          init: () => isPanelId(name) && island.show(panels[name].component, {}),
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
      this.#tellVisible()
    }
  }

  arrange(): void {
    this.#isDrawing = true
    this.#api.clear()
    const add = (id: PanelId, position?: { referencePanel: PanelId; direction: Place }) =>
      this.#api.addPanel({
        id,
        component: id,
        tabComponent: 'tab',
        title: panels[id].title,
        ...(position && { position }),
      })
    const { width, height } = this.#api
    const positions = add('positions')
    const funds = add('funds', { referencePanel: 'positions', direction: 'right' })
    const orders = add('orders', { referencePanel: 'positions', direction: 'below' })
    add('holdings', { referencePanel: 'positions', direction: 'within' })
    add('trades', { referencePanel: 'orders', direction: 'within' })
    add('journal', { referencePanel: 'orders', direction: 'within' })
    add('account', { referencePanel: 'funds', direction: 'within' })
    add('timeline', { referencePanel: 'funds', direction: 'within' })
    funds.api.setSize({ width: Math.min(372, Math.round(width * 0.25)) })
    orders.api.setSize({ height: Math.round(height * 0.46) })
    for (const panel of [funds, orders, positions]) panel.api.setActive()
    this.#isDrawing = false
    this.#changed()
  }

  /** To the front of its group, with the focus. */
  reveal(panel: PanelId): void {
    const found = this.#api.getPanel(panel)
    found?.api.setActive()
    found?.view.content.element.querySelector<HTMLElement>('[tabindex="0"], button, input')?.focus()
  }

  dispose(): void {
    this.#api.dispose()
    this.#frame.remove()
  }

  #changed(): void {
    if (this.#isDrawing) return
    this.#tellVisible()
    this.#options.onLayout(JSON.stringify(this.#api.toJSON()))
  }

  #tellVisible(): void {
    this.#options.onVisible(
      this.#api.groups.flatMap(({ activePanel }) =>
        activePanel !== undefined && isPanelId(activePanel.id) ? [activePanel.id] : [],
      ),
    )
  }
}

type Place = 'right' | 'below' | 'within'
