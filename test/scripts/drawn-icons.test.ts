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

const imported = /import (\w+) from '@lucide\/svelte\/icons\/([\w-]+)'/g

it('an icon is drawn as markup, with all that the library gives it', async () => {
  const library = join(root, 'node_modules/@lucide/svelte/dist/icons')
  const drawn = await drawnIcon(readFileSync(join(library, 'chevron-down.svelte'), 'utf8'))
  const start = drawn.indexOf('<svg')
  expect(drawn.slice(0, start)).toBe('<script>let { size = 24 } = $props()</script>')
  const [svg = '', path] = drawn.slice(start).split(/(?=<path)/)
  expect(path).toBe('<path d="m6 9 6 6 6-6" /></svg>')
  for (const attribute of [
    'width="{size}"',
    'height="{size}"',
    'viewBox="0 0 24 24"',
    'fill="none"',
    'stroke="currentColor"',
    'stroke-width="2"',
    'aria-hidden="true"',
    'class="lucide lucide-chevron-down lucide-icon"',
  ])
    expect(svg).toContain(attribute)
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
  const strange = tags.filter(
    ({ given }) => !/^(size=\{\d+\})?\s*(aria-hidden="true")?$/.test(given),
  )
  expect(strange).toEqual([])
})
