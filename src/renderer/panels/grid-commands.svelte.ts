import type { Column } from '../components/grid/columns.ts'
import { unarranged } from '../components/grid/arranging.ts'
import { writeCsv } from '../components/grid/sheet.ts'
import type { Command } from '../state/commands.svelte.ts'
import { useCommands, useSession } from '../state/context.ts'
import type { GridState } from '../state/grid.svelte.ts'
import { save } from './saving.ts'

interface Drawn {
  view: { name: string; grid: GridState }
  title: string
  columns: readonly Column<never>[]
}

/** As a file for a spreadsheet, which knows by the mark at its beginning how its letters are written. */
export function saveSheet(grid: GridState, name: string, now: number): void {
  const sheet = grid.sheet()
  if (sheet === null) return
  const day = new Date(now).toISOString().slice(0, 10)
  const blob = new Blob(['\uFEFF', writeCsv(sheet)], { type: 'text/csv;charset=utf-8' })
  save({ name: `quarterdeck-${name}-${day}.csv`, blob })
}

/** What can be done with a grid, for the palette and for keys; for as long as it is drawn. */
export function useGridCommands(drawn: () => Drawn): void {
  const session = useSession()
  const commands = useCommands()
  $effect(() => commands.add(commandsOf(drawn(), () => session.clock.wall)))
}

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
    command('csv', `Export ${of} as CSV`, () => saveSheet(grid, name, now())),
    command('reset', `Reset the columns of ${of}`, () => grid.keep(unarranged(grid.look))),
    ...columns
      .filter(({ group }) => group !== undefined)
      .map((column) =>
        command(`group.${column.id}`, `Group ${of} by ${column.title.toLowerCase()}`, () =>
          grid.keep({ ...grid.look, group: column.id }),
        ),
      ),
    {
      ...command('group', `Do not group ${of}`, () => grid.keep({ ...grid.look, group: null })),
      isOpen: () => grid.look.group !== null,
    },
  ]
}
