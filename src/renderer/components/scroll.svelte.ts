import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
} from '@tanstack/virtual-core'

export interface ScrollOptions {
  count: number
  rowHeight: number
  /** The header stays on top of the rows, and takes its part of the height. */
  headHeight: number
}

/** Which rows are in sight. Rows are all of one height, so a first and a last say it. */
export class ScrollWindow {
  #first = $state(0)
  #end = $state(0)
  readonly #virtualizer: Virtualizer<HTMLElement, HTMLElement>

  constructor(element: HTMLElement, options: ScrollOptions) {
    this.#virtualizer = new Virtualizer<HTMLElement, HTMLElement>({
      ...this.#optionsFor(element, options),
    })
  }

  get first(): number {
    return this.#first
  }
  get end(): number {
    return this.#end
  }

  start(): () => void {
    const stop = this.#virtualizer._didMount()
    this.#virtualizer._willUpdate()
    this.#read()
    return stop
  }

  update(element: HTMLElement, options: ScrollOptions): void {
    const before = this.#virtualizer.options.estimateSize(0)
    this.#virtualizer.setOptions(this.#optionsFor(element, options))
    if (before !== options.rowHeight) this.#virtualizer.measure()
    this.#virtualizer._willUpdate()
    this.#read()
  }

  /** Rows that fit, less one, so that a page keeps a row of the one before. */
  get page(): number {
    const height = this.#virtualizer.scrollRect?.height ?? 0
    const { estimateSize, scrollPaddingStart } = this.#virtualizer.options
    return Math.max(1, Math.floor((height - scrollPaddingStart) / estimateSize(0)) - 1)
  }

  reveal(index: number): void {
    this.#virtualizer.scrollToIndex(index, { align: 'auto' })
  }

  #optionsFor(element: HTMLElement, { count, rowHeight, headHeight }: ScrollOptions) {
    return {
      count,
      getScrollElement: () => element,
      estimateSize: () => rowHeight,
      scrollPaddingStart: headHeight,
      overscan: 6,
      observeElementRect,
      observeElementOffset,
      scrollToFn: elementScroll,
      onChange: () => this.#read(),
    }
  }

  #read(): void {
    const items = this.#virtualizer.getVirtualItems()
    this.#first = items[0]?.index ?? 0
    this.#end = (items.at(-1)?.index ?? -1) + 1
  }
}
