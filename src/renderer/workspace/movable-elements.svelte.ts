import { type Component, mount, unmount } from 'svelte'
import type { PanelId } from '../core/panels.ts'
import { activeOf, type LayoutGroup } from './layout.ts'
import PanelBody from './PanelBody.svelte'
import PanelTab from './PanelTab.svelte'
import PanelTools from './PanelTools.svelte'

/** A component in an element of its own, that whatever frame there is puts where it belongs. */
export class MovableElement<Props extends Record<string, unknown>> {
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
    this.#mounted ??= mount(component, {
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

/** What stands in the first frame, for the one that takes its place. */
export class MovableElements {
  readonly context: Map<unknown, unknown>
  readonly bodies = new Map<string, MovableElement<{ panel: PanelId }>>()
  readonly tabs = new Map<string, MovableElement<{ panel: PanelId }>>()
  /** By the name of their group. */
  readonly tools = new Map<string, MovableElement<{ panel: string | undefined }>>()

  constructor(context: Map<unknown, unknown>) {
    this.context = context
  }

  /** Puts what a group shows into its places. Called within an effect that lasts longer than the frame. */
  furnish(frame: ParentNode, group: LayoutGroup): void {
    const place = (of: string, name: string) =>
      frame.querySelector(`[data-${of}-of="${CSS.escape(name)}"]`)
    const active = activeOf(group)
    for (const panel of group.views) {
      const tab = new MovableElement<{ panel: PanelId }>(this.context, 'panel-tab')
      place('tab', panel)?.append(tab.element)
      tab.show(PanelTab, { panel })
      this.tabs.set(panel, tab)
    }
    const tools = new MovableElement<{ panel: string | undefined }>(this.context, 'panel-tools')
    place('tools', group.id)?.append(tools.element)
    tools.show(PanelTools, { panel: active })
    this.tools.set(group.id, tools)
    const body = new MovableElement<{ panel: PanelId }>(this.context, 'panel-body')
    place('body', active)?.append(body.element)
    body.show(PanelBody, { panel: active })
    this.bodies.set(active, body)
  }

  dispose(): void {
    for (const island of [...this.bodies.values(), ...this.tabs.values(), ...this.tools.values()])
      island.dispose()
  }
}

/** Takes one out, or makes it. */
export function taken<Props extends Record<string, unknown>>(
  movable: Map<string, MovableElement<Props>>,
  key: string,
  make: () => MovableElement<Props>,
): MovableElement<Props> {
  const found = movable.get(key)
  movable.delete(key)
  return found ?? make()
}
