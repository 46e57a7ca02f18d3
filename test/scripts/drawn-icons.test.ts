import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { drawnIcon } from '../../scripts/set-up/drawn-icons.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const window = join(root, 'src/renderer')
const components = readdirSync(window, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.svelte'))
  .map((path) => ({ path, text: readFileSync(join(window, path), 'utf8') }))

const imported = /import (\w+) from 'icon:([\w-]+)'/g

it('an icon is drawn as markup that takes a size and the colour of its text', () => {
  const [script, svg] = drawnIcon('chevron-down').split(/(?=<svg)/)
  expect(script).toBe('<script>let { size = 24 } = $props()</script>')
  expect(svg).toBe(
    '<svg class="icon" width={size} height={size} viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2" aria-hidden="true"><path d="m6 9l6 6l6-6"/></svg>',
  )
})

it('every icon of the window is drawn by shapes alone, whose strokes are those of the whole', () => {
  const names = components.flatMap(({ text }) =>
    [...text.matchAll(imported)].map(([, , to]) => to!),
  )
  expect(names.length).toBeGreaterThan(40)
  for (const name of names)
    expect(drawnIcon(name)).toMatch(
      /aria-hidden="true">(<(path|rect|circle|line|ellipse|polyline|polygon)( (?!stroke|class|style)[\w-]+="[^"]*")+\/>)+<\/svg>$/,
    )
})

it('an icon that is not there is named', () => {
  expect(() => drawnIcon('cheveron')).toThrow('There is no icon of the name cheveron.')
})

it('nothing is given to an icon but its size, since nothing else is drawn', () => {
  const tags = components.flatMap(({ path, text }) => {
    const names = [...text.matchAll(imported)].map(([, name]) => name)
    const named = [...names, ...(names.length > 0 ? ['Icon'] : [])].join('|')
    if (named === '') return []
    const found = text.matchAll(new RegExp(`<(?:${named})\\b([^>]*?)/?>`, 'g'))
    return [...found].map(([tag, given = '']) => ({ path, tag, given: given.trim() }))
  })
  expect(tags.length).toBeGreaterThan(40)
  const strange = tags.filter(({ given }) => !/^(size=\{\d+\})?$/.test(given))
  expect(strange).toEqual([])
})
