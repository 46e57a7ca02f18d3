export interface ScrollOptions {
  count: number
  rowHeight: number
  /** The header stays on top of the rows, and takes its part of the height. */
  headHeight: number
}

/** Rows drawn beyond those in sight, so that a turn of the wheel finds them there; none in the first frame. */
const beyond = 6

/** Rows that are taken to be in sight until the frame has been measured, which costs a layout. */
const guess = 10

/** Which rows are in sight. Rows are all of one height, so a division says it. */
export class ScrollWindow {
  readonly #options: () => ScrollOptions
  #element: HTMLElement | null = null
  #top = $state(0)
  /** Null until it is measured. */
  #height = $state<number | null>(null)
  #isScrolled = $state(false)
  #hasMore = $state(false)
  #isTight = $state(false)
  #beyond = $state(0)

  readonly first: number = $derived.by(() => {
    const { count, rowHeight } = this.#options()
    return Math.min(count, Math.max(0, Math.floor(this.#top / rowHeight) - this.#beyond))
  })
  readonly end: number = $derived.by(() => {
    const { count, rowHeight, headHeight } = this.#options()
    if (this.#height === null) return Math.min(count, guess)
    const last = Math.ceil((this.#top + this.#height - headHeight) / rowHeight)
    return Math.min(count, last + this.#beyond)
  })

  constructor(options: () => ScrollOptions) {
    this.#options = options
  }

  /** What scrolls; null until it stands. */
  get element(): HTMLElement | null {
    return this.#element
  }
  /** Something is hidden at the left, beneath what is pinned. */
  get isScrolled(): boolean {
    return this.#isScrolled
  }
  /** Something is hidden at the right. */
  get hasMore(): boolean {
    return this.#hasMore
  }

  /** What is inside is wider than its frame, wherever it is scrolled to. */
  get isTight(): boolean {
    return this.#isTight
  }

  readonly attach = (element: HTMLElement): (() => void) => {
    this.#element = element
    const look = () => {
      const { scrollTop, scrollLeft, scrollWidth, clientWidth, clientHeight } = element
      this.#top = scrollTop
      this.#height = clientHeight
      this.#isScrolled = scrollLeft > 0
      this.#isTight = clientWidth < scrollWidth - 1
      this.#hasMore = scrollLeft + clientWidth < scrollWidth - 1
    }
    let idle: number | null = null
    const observer = new ResizeObserver(() => {
      look()
      idle ??= requestIdleCallback(() => (this.#beyond = beyond), { timeout: 300 })
    })
    observer.observe(element)
    // What is inside may become wider while the frame stays.
    if (element.firstElementChild !== null) observer.observe(element.firstElementChild)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      if (idle !== null) cancelIdleCallback(idle)
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }

  /** Pixels for rows: measured now, since what was noted is of a panel that was hidden a moment ago. */
  get #room(): number {
    return (this.#element?.clientHeight ?? 0) - this.#options().headHeight
  }

  /** Rows that fit, less one, so that a page keeps a row of the one before. */
  get page(): number {
    return Math.max(1, Math.floor(this.#room / this.#options().rowHeight) - 1)
  }

  /** The row at the upper edge. */
  get topIndex(): number {
    return Math.floor((this.#element?.scrollTop ?? 0) / this.#options().rowHeight)
  }

  /** Down by some rows, or up. */
  moveBy(rows: number): void {
    if (this.#element === null || rows === 0) return
    this.#element.scrollTop += rows * this.#options().rowHeight
    // The event comes a frame later, and the rows would be seen elsewhere until then.
    this.#top = this.#element.scrollTop
  }

  /** Whether at least the middle of a row is in sight. */
  shows(index: number): boolean {
    if (this.#element === null) return false
    const middle = (index + 0.5) * this.#options().rowHeight - this.#element.scrollTop
    return index >= 0 && middle > 0 && middle < this.#room
  }

  reveal(index: number): void {
    if (this.#element === null) return
    const { rowHeight } = this.#options()
    const top = index * rowHeight
    const bottom = top + rowHeight - this.#room
    if (top < this.#element.scrollTop) this.#element.scrollTop = top
    else if (bottom > this.#element.scrollTop) this.#element.scrollTop = bottom
    // The event comes a frame later, and the row is wanted now.
    this.#top = this.#element.scrollTop
  }
}
