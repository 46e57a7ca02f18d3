import {
  AllCommunityModule,
  type ColDef,
  createGrid,
  ModuleRegistry,
  themeQuartz,
} from 'ag-grid-community'
import { change, formatPrice, quantity } from '../../../src/renderer/components/amounts.ts'
import type { GridUnderTest } from './page.ts'
import type { BenchRow } from './rows.ts'

ModuleRegistry.registerModules([AllCommunityModule])

const figure = (
  field: keyof BenchRow,
  headerName: string,
  text: (value: number) => string,
): ColDef<BenchRow> => ({
  field,
  headerName,
  width: 95,
  type: 'rightAligned',
  valueFormatter: ({ value }: { value: number }) => text(value),
  enableCellChangeFlash: true,
  ...(text === change && {
    cellClassRules: {
      up: ({ value }: { value: number }) => value > 0,
      down: ({ value }: { value: number }) => value < 0,
    },
  }),
})

/** AG Grid Community as its makers advise: ids for the rows, transactions for the changes. */
export function theirs(
  place: HTMLElement,
  rows: readonly BenchRow[],
  isSorted: boolean,
): GridUnderTest {
  const net = figure('net', 'P&L', change)
  const grid = createGrid<BenchRow>(place, {
    theme: themeQuartz.withParams({ rowHeight: 26, headerHeight: 26, fontSize: 12 }),
    rowData: [...rows],
    getRowId: ({ data }) => data.id,
    columnDefs: [
      { field: 'symbol', headerName: 'Symbol', width: 176, pinned: 'left' },
      { field: 'product', headerName: 'Product', width: 92 },
      { field: 'account', headerName: 'Account', width: 118 },
      figure('quantity', 'Net qty', quantity),
      figure('average', 'Avg', formatPrice),
      figure('ltp', 'LTP', formatPrice),
      figure('realised', 'Realised', change),
      figure('unrealised', 'Unrealised', change),
      isSorted ? { ...net, sort: 'desc' } : net,
    ],
  })
  return {
    update(changes) {
      grid.applyTransaction({ update: changes.map(({ row }) => row) })
    },
    scroller: () => place.querySelector<HTMLElement>('.ag-grid-viewport')!,
    rowsDrawn: () => place.querySelectorAll('.ag-row').length,
    close: () => grid.destroy(),
  }
}
