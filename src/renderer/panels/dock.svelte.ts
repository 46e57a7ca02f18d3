import { createDockview, type DockviewApi, type SerializedDockview } from 'dockview-core'
import { type Component, mount, unmount } from 'svelte'
import { layoutOf, usualArrangement } from '../state/arrangements.ts'
import type { PanelFrame } from '../state/desktop.svelte.ts'
import { isPanelId, type PanelId } from '../state/layout.ts'
import NoPanels from './NoPanels.svelte'
import PanelBody from './PanelBody.svelte'
import { type PanelKin, panels } from './panels.ts'
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
  onPanels: (panels: { open: readonly PanelId[]; visible: readonly PanelId[] }) => void
}

/** Where a panel goes whose kin is closed. */
const ownGroup: Record<PanelKin, 'above' | 'below' | 'right'> = {
  held: 'above',
  sent: 'below',
  beside: 'right',
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

  reset(): void {
    const { width, height } = this.#api
    this.restore(layoutOf(usualArrangement, { width, height }, panels))
    this.#changed()
  }

  /** To the front of its group, with the focus; one that is closed is opened beside its kin. */
  reveal(panel: PanelId): void {
    const found = this.#api.getPanel(panel) ?? this.#open(panel)
    found.api.setActive()
    found.view.content.element.querySelector<HTMLElement>('[tabindex="0"], button, input')?.focus()
  }

  close(panel: PanelId): void {
    this.#api.getPanel(panel)?.api.close()
  }

  dispose(): void {
    this.#api.dispose()
    this.#frame.remove()
  }

  #changed(): void {
    if (this.#isDrawing) return
    this.#tell()
    this.#options.onLayout(JSON.stringify(this.#api.toJSON()))
  }

  #open(id: PanelId) {
    const { kin, title } = panels[id]
    const beside = this.#api.panels.find((one) => isPanelId(one.id) && panels[one.id].kin === kin)
    return this.#api.addPanel({
      id,
      component: id,
      tabComponent: 'tab',
      title,
      position:
        beside === undefined
          ? { direction: ownGroup[kin] }
          : { referenceGroup: beside.group, direction: 'within' },
    })
  }

  #tell(): void {
    const known = (ids: (string | undefined)[]) =>
      ids.filter((id) => id !== undefined && isPanelId(id))
    this.#options.onPanels({
      open: known(this.#api.panels.map(({ id }) => id)),
      visible: known(this.#api.groups.map(({ activePanel }) => activePanel?.id)),
    })
  }
}
