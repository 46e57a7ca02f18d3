import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { withoutUnusedDockParts } from '../../scripts/set-up/without-unused-dock-parts.ts'

const installed = new URL(
  '../../node_modules/dockview-core/dist/package/main.esm.mjs',
  import.meta.url,
)

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

it('builds no window of a library that it does not know', () => {
  expect(() => withoutUnusedDockParts('export const createDockview = () => 1')).toThrow(
    'dockview has changed',
  )
})
