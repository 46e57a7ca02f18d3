import type { Column } from '../components/grid/columns.ts'
import { unarranged } from '../components/grid/arranging.ts'
import { writeCsv } from '../components/grid/sheet.ts'
import { csvFile, saveFile } from '../components/save-file.ts'
import type { Command } from '../core/commands.svelte.ts'
import { useCommands, useSession } from '../core/context.ts'
import { canShowExposure, withExposure } from './exposure.ts'
import type { GridState } from './grid-state.svelte.ts'

interface Drawn {
  view: { name: string; grid: GridState }
  title: string
  columns: readonly Column<never>[]
}

/** As a file for a spreadsheet. */
export function saveSheet(grid: GridState, name: string, now: number): void {
  const sheet = grid.sheet()
  if (sheet === null) return
  const content = csvFile(writeCsv(sheet))
  saveFile({ name: `quarterdeck-${name}-${grid.dayOfFile(now)}.csv`, content })
}

/** What can be done with a grid, for the palette and for keys; for as long as it is drawn. */
export function useGridCommands(drawn: () => Drawn): void {
  const session = useSession()
  const commands = useCommands()
  $effect(() => commands.add(commandsOf(drawn(), () => session.clock.wall)))
}

/** By what a person asks how much there is in each. */
const exposedBy = ['underlying', 'product', 'account', 'instrument', 'expiry']

function commandsOf({ view: { name, grid }, title, columns }: Drawn, now: () => number): Command[] {
  const of = title.toLowerCase()
  const command = (id: string, said: string, run: () => void): Command => ({
    id: `grid.${name}.${id}`,
    title: said,
    group: 'Panels',
    words: 'table grid columns rows',
    run,
  })
  return [
    command('filter', `Filter ${of} by column`, () => (grid.isFiltering = !grid.isFiltering)),
    {
      ...command('all', `Clear the filters of ${of}`, () => grid.showAll()),
      isOpen: () => grid.filterCount > 0,
    },
    {
      ...command('csv', `Export ${of} as CSV`, () => saveSheet(grid, name, now())),
      isOpen: () => grid.isDrawn,
    },
    command('reset', `Reset the columns of ${of}`, () => grid.keep(unarranged(grid.look))),
    ...columns
      .filter(({ group }) => group !== undefined)
      .map((column) =>
        command(`group.${column.id}`, `Group ${of} by ${column.title.toLowerCase()}`, () =>
          grid.keep({ ...grid.look, group: column.id }),
        ),
      ),
    ...columns
      .filter(({ id }) => canShowExposure(columns) && exposedBy.includes(id))
      .map((column) =>
        command(`exposure.${column.id}`, `Exposure by ${column.title.toLowerCase()}`, () =>
          grid.keep(withExposure({ ...grid.look, group: column.id }, true)),
        ),
      ),
    {
      ...command('group', `Do not group ${of}`, () => grid.keep({ ...grid.look, group: null })),
      isOpen: () => grid.look.group !== null,
    },
  ]
}
