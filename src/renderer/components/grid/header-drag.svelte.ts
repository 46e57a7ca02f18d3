import { boundWidth } from './arranging.ts'

/** Pixels that the mouse may tremble before a press becomes a drag. */
const trembles = 5

export interface HeaderDragOptions {
  onmove: (move: { id: string; to: string }) => void
  onsize: (id: string, width: number) => void
}

const columnAt = ({ clientX, clientY }: PointerEvent): string | null =>
  document
    .elementFromPoint(clientX, clientY)
    ?.closest<HTMLElement>('[role=columnheader][data-column]')?.dataset['column'] ?? null

/** A header that is dragged to another place, or whose edge is dragged to another width. */
export class HeaderDrag {
  readonly #options: HeaderDragOptions
  /** The column that would make room, and on which side of it. */
  #target = $state.raw<{ id: string; to: string } | null>(null)
  #sizing = $state.raw<{ id: string; width: number } | null>(null)
  #stop: (() => void) | null = null
  /** The click that ends a drag is none. */
  #wasDrag = false

  constructor(options: HeaderDragOptions) {
    this.#options = options
  }

  get target(): { id: string; to: string } | null {
    return this.#target
  }
  get sizing(): { id: string; width: number } | null {
    return this.#sizing
  }

  /** Whether the click that is heard now ends a drag; asked once. */
  tookClick(): boolean {
    const was = this.#wasDrag
    this.#wasDrag = false
    return was
  }

  pressTitle(event: PointerEvent, id: string): void {
    if (event.button !== 0) return
    this.#wasDrag = false
    this.#follow(event, {
      move: (now) => {
        if (!this.#wasDrag && Math.abs(now.clientX - event.clientX) < trembles) return
        this.#wasDrag = true
        const to = columnAt(now)
        this.#target = to === null || to === id ? null : { id, to }
      },
      drop: () => {
        if (this.#target !== null) this.#options.onmove(this.#target)
      },
    })
  }

  pressEdge(event: PointerEvent, id: string): void {
    const cell = (event.currentTarget as Element).closest<HTMLElement>('[data-column]')
    if (event.button !== 0 || cell === null) return
    event.preventDefault()
    const scale = scaleOf(cell)
    const { width } = cell.getBoundingClientRect()
    this.#follow(event, {
      move: (now) => {
        this.#sizing = { id, width: boundWidth((width + now.clientX - event.clientX) / scale) }
      },
      drop: () => {
        if (this.#sizing !== null) this.#options.onsize(id, this.#sizing.width)
      },
    })
  }

  cancel(): boolean {
    if (this.#stop === null) return false
    this.#stop()
    return true
  }

  #follow(
    { currentTarget, pointerId }: PointerEvent,
    { move, drop }: { move: (event: PointerEvent) => void; drop: () => void },
  ): void {
    this.#stop?.()
    const element = currentTarget as HTMLElement
    const controller = new AbortController()
    const { signal } = controller
    this.#stop = () => {
      controller.abort()
      this.#stop = null
      this.#target = null
      this.#sizing = null
    }
    element.setPointerCapture(pointerId)
    element.addEventListener('pointermove', move, { signal })
    element.addEventListener('pointercancel', () => this.#stop?.(), { signal })
    element.addEventListener(
      'pointerup',
      () => {
        drop()
        this.#stop?.()
      },
      { signal },
    )
  }
}

/** What widths are multiplied by for larger letters. */
export const scaleOf = (element: Element): number =>
  Number(getComputedStyle(element).getPropertyValue('--scale')) || 1
