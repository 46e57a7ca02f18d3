import { moveTo } from './columns.ts'
import { RowGroup } from './grouping.ts'
import { scaleOf } from './header-drag.svelte.ts'
import type { GridParts } from './parts.ts'

export interface KeysOptions<Row> {
  /** Undefined where a row cannot be opened. */
  onopen: () => ((row: Row) => void) | undefined
  /** Reads aloud. */
  say: (text: string) => void
}

/** What the keys do in a grid. Each method answers whether the key was for it. */
export class GridKeys<Row extends { id: string }> {
  readonly #parts: GridParts<Row>
  readonly #options: KeysOptions<Row>

  constructor(parts: GridParts<Row>, options: KeysOptions<Row>) {
    this.#parts = parts
    this.#options = options
  }

  press(event: KeyboardEvent): boolean {
    const { cursor } = this.#parts
    if (isMenuKey(event) && cursor.active !== undefined) return openMenu(cursor.active)
    return cursor.head === null ? this.#onLines(event) : this.#onHead(event, cursor.head.id)
  }

  #onHead(event: KeyboardEvent, id: string): boolean {
    const { columns, cursor } = this.#parts
    const { key } = event
    const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : null
    if (by !== null && event.shiftKey) this.#options.say(columns.shift(id, by))
    else if (by !== null && event.altKey) this.#size(id, by)
    else if (event.ctrlKey || event.metaKey || event.altKey) return false
    else if (key === 'Enter' || key === ' ') columns.sortBy(id)
    else if (key === 'ArrowDown') cursor.leaveHead()
    else return cursor.sideways(key, true)
    return true
  }

  #size(id: string, by: -1 | 1): void {
    const { columns, cursor } = this.#parts
    const cell = document.getElementById(cursor.headId(id))
    if (cell !== null) columns.size(id, cell.getBoundingClientRect().width / scaleOf(cell) + by * 8)
  }

  #onLines(event: KeyboardEvent): boolean {
    const { cursor, choice, lines } = this.#parts
    const { key, shiftKey } = event
    if (event.altKey) return false
    if (choice.press(event, lines.all[cursor.index])) return true
    const isFar = event.ctrlKey || event.metaKey
    if (isFar && key !== 'Home' && key !== 'End') return false
    if (this.#onLine(key)) return true
    if (key === 'ArrowUp' && cursor.index <= 0 && !shiftKey) {
      cursor.enterHead()
      return true
    }
    return cursor.sideways(key, cursor.column !== null && !isFar) || this.#move(key, shiftKey)
  }

  /** What a key does with the line itself. */
  #onLine(key: string): boolean {
    const { columns, cursor, lines } = this.#parts
    const line = lines.all[cursor.index]
    const isWhole = cursor.column === null
    if (line === undefined) return false
    if (line instanceof RowGroup) {
      const isToggle = isWhole && key === (line.isOpen ? 'ArrowLeft' : 'ArrowRight')
      if (!isToggle && key !== 'Enter') return false
      cursor.toggleGroup(line)
      return true
    }
    const open = this.#options.onopen()
    if (key === 'Enter' && open) open(line)
    else if (key === 'ArrowLeft' && isWhole && columns.group !== null)
      cursor.goTo(
        lines.all.findLastIndex(
          (one, at) => at < cursor.index && one instanceof RowGroup && one.rows.includes(line),
        ),
      )
    else return false
    return true
  }

  #move(key: string, isRange: boolean): boolean {
    const { choice, cursor, lines, view } = this.#parts
    const { pointed: from, index } = cursor
    const to = moveTo(key, { from: index, count: lines.all.length, page: view.page })
    if (to === null) return false
    cursor.goTo(to)
    if (isRange) choice.extend({ from, to: cursor.pointed })
    else choice.endRange()
    return true
  }
}

const isMenuKey = ({ key, altKey, shiftKey }: KeyboardEvent): boolean =>
  key === 'ContextMenu' || (shiftKey && key === 'F10') || (altKey && key === 'ArrowDown')

/** As the mouse would, so that there is one menu and one way to it. */
function openMenu(id: string): boolean {
  const element = document.getElementById(id)
  if (element === null) return true
  const { left, bottom } = element.getBoundingClientRect()
  element.dispatchEvent(
    new MouseEvent('contextmenu', {
      bubbles: true,
      cancelable: true,
      clientX: left + 12,
      clientY: bottom - 4,
    }),
  )
  return true
}
