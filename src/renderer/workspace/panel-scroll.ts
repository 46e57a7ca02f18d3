/** Frames within which a panel that is in sight has its rows. */
const patience = 120

/** What of a panel is scrolled, if it is one thing: its rows. */
const rowsIn = (body: HTMLElement): HTMLElement | undefined =>
  [...body.querySelectorAll<HTMLElement>('*')]
    .filter(({ scrollHeight, clientHeight }) => clientHeight > 0 && scrollHeight > clientHeight)
    .toSorted((one, other) => other.scrollHeight - one.scrollHeight)[0]

/** How far a panel is scrolled, also while it is behind another tab: what is not in the page forgets that. */
export class PanelScroll {
  readonly #body: HTMLElement
  readonly #places = new Map<Element, { left: number; top: number }>()
  /** Where it stood in another window, until it has as many rows here. */
  #wanted: number | null = null

  constructor(body: HTMLElement) {
    this.#body = body
    body.addEventListener('scroll', this.#note, { capture: true, passive: true })
  }

  /** Pixels above what is seen of its rows. */
  get top(): number {
    const tops = [...this.#places.values()].map(({ top }) => top)
    return Math.round(this.#wanted ?? Math.max(0, ...tops))
  }

  /** As soon as it is in sight, and has as many rows. */
  goTo(top: number): void {
    this.#wanted = top === 0 ? null : top
    this.#try(patience)
  }

  /** It may have come back into sight. */
  restore(): void {
    for (const [element, { left, top }] of this.#places)
      if (!this.#body.contains(element)) this.#places.delete(element)
      else if (element.scrollTop === 0 && element.scrollLeft === 0)
        element.scrollTo({ left, top, behavior: 'instant' })
    this.#try(patience)
  }

  readonly #note = ({ target }: Event): void => {
    if (!(target instanceof Element) || !target.isConnected) return
    const { scrollLeft: left, scrollTop: top } = target
    this.#places.set(target, { left, top })
  }

  #try(frames: number): void {
    const top = this.#wanted
    if (top === null || !this.#body.isConnected) return
    const rows = rowsIn(this.#body)
    const hasAll = rows !== undefined && rows.scrollHeight - rows.clientHeight >= top
    if (hasAll) rows.scrollTop = top
    if (hasAll || frames === 0) this.#wanted = null
    else requestAnimationFrame(() => this.#try(frames - 1))
  }
}
