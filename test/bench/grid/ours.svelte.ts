import { type Component, createRawSnippet, flushSync, mount, unmount } from 'svelte'
import { change, formatPrice, quantity, tone } from '../../../src/renderer/components/amounts.ts'
import type { Column } from '../../../src/renderer/components/grid/columns.ts'
import Grid from '../../../src/renderer/components/grid/Grid.svelte'
import type { GridUnderTest } from './page.ts'
import type { BenchRow } from './rows.ts'

const word = (id: keyof BenchRow, title: string, width: number): Column<BenchRow> => ({
  id,
  title,
  width,
  value: (row) => row[id],
  text: (row) => String(row[id]),
})

const figure = (
  id: 'quantity' | 'average' | 'ltp' | 'realised' | 'unrealised' | 'net',
  title: string,
  text: (value: number) => string,
): Column<BenchRow> => ({
  id,
  title,
  width: 95,
  align: 'end',
  value: (row) => row[id],
  text: (row) => text(row[id]),
  flash: true,
  ...(text === change && { look: (row: BenchRow) => tone(row[id]) }),
})

const columns: readonly Column<BenchRow>[] = [
  { ...word('symbol', 'Symbol', 176), pinned: true },
  word('product', 'Product', 92),
  word('account', 'Account', 118),
  figure('quantity', 'Net qty', quantity),
  figure('average', 'Avg', formatPrice),
  figure('ltp', 'LTP', formatPrice),
  figure('realised', 'Realised', change),
  figure('unrealised', 'Unrealised', change),
  figure('net', 'P&L', change),
]

/** The product's own grid, fed as a book's panel feeds it: a new array at each poll. */
export function ours(
  place: HTMLElement,
  rows: readonly BenchRow[],
  isSorted: boolean,
): GridUnderTest {
  let held = $state.raw(rows)
  const props = {
    label: 'Positions',
    get rows() {
      return held
    },
    columns,
    rowHeight: 26,
    empty: createRawSnippet(() => ({ render: () => '<p>None.</p>' })),
    ...(isSorted && { startSort: { column: 'net', down: true } }),
  }
  const grid = mount(Grid as unknown as Component<typeof props>, { target: place, props })
  flushSync()
  return {
    update(changes) {
      const next = [...held]
      for (const { at, row } of changes) next[at] = row
      held = next
      flushSync()
    },
    scroller: () => place.querySelector<HTMLElement>('[role=grid]')!,
    rowsDrawn: () => place.querySelectorAll('.body [role=row]').length,
    close: () => void unmount(grid),
  }
}
