import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { withoutUnusedDockParts } from '../../scripts/set-up/without-unused-dock-parts.ts'

const installed = new URL(
  '../../node_modules/dockview-core/dist/package/main.esm.mjs',
  import.meta.url,
)

const parts = ['FloatingGroup', 'PopoutWindow', 'EdgeGroup', 'TabGroupChips', 'ContextMenu']

it('leaves of the installed library what the frame of the panels is made of', async () => {
  const code = await readFile(installed, 'utf8')
  const rest = withoutUnusedDockParts(code)
  const [list = ''] = rest.match(/^const AllModules = \[[^\]]*\]/m) ?? []
  expect(list.match(/\w+(?=Module\b)/g)).toEqual([
    'Watermark',
    'RootDropTarget',
    'HeaderActions',
    'LiveRegion',
    'AdvancedDnD',
  ])
  expect(rest.match(/^export .*$/m)?.[0]).toBe(code.match(/^export .*$/m)?.[0])
})

it('leaves out what comes after the question for a part that is not there', async () => {
  const rest = withoutUnusedDockParts(await readFile(installed, 'utf8'))
  for (const made of ['Overlay', 'PopoutWindow', 'EdgeGroupView', 'TabGroup', 'TabGroupChip'])
    expect(rest).not.toContain(`new ${made}(`)
  // The question itself stays, with its answer: who asks for such a part is told that it is not there.
  for (const said of ['api.addFloatingGroup', 'api.addPopoutGroup', 'api.addEdgeGroup'])
    expect(rest).toContain(`"${said}"`)
  const whole = `const AllModules = [\n${parts.map((part) => `\t${part}Module,\n`).join('')}\tWatermarkModule\n];\n`
  expect(() => withoutUnusedDockParts(whole)).toThrow('dockview has changed')
})

it('leaves out methods that nobody calls, and none that is called', async () => {
  const rest = withoutUnusedDockParts(await readFile(installed, 'utf8'))
  for (const name of ['movePanelBetweenGroups', 'removeEdgeView', 'deserializeNestedGridview'])
    expect(rest).not.toContain(name)
  expect(rest).toContain('adjacentGroupInDirection(')
})

it('builds no window of a library that it does not know', () => {
  expect(() => withoutUnusedDockParts('export const createDockview = () => 1')).toThrow(
    'dockview has changed',
  )
})
