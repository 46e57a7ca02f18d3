import { readFile } from 'node:fs/promises'

const icons = /@lucide\/svelte\/dist\/icons\/[^/?]+\.svelte$/
const library = new URL('../../node_modules/@lucide/svelte/dist/', import.meta.url)

type Shape = [tag: string, attributes: Readonly<Record<string, string>>]
type Build = (
  icon: object,
  params: Readonly<Record<string, string | boolean>>,
) => [svg: 'svg', attributes: Shape[1], shapes: readonly Shape[]]

const written = (attributes: Shape[1]): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')

/** The library's own answer of how an icon is drawn, as markup in place of the code that works it out. */
export async function drawnIcon(source: string): Promise<string> {
  const place = new URL('utils/buildLucideIconNode.js', library)
  const { default: build } = (await import(place.href)) as { default: Build }
  const data = /const iconData = (\{.*\});/.exec(source)?.[1]
  if (data === undefined) throw new Error('An icon of @lucide/svelte is not as it used to be.')
  const [, attributes, shapes] = build(JSON.parse(data) as object, {
    width: '{size}',
    height: '{size}',
    color: 'currentColor',
    className: 'lucide-icon',
    hasA11yProp: false,
  })
  const drawn = shapes.map(([tag, own]) => `<${tag}${written(own)} />`).join('')
  return `<script>let { size = 24 } = $props()</script><svg${written(attributes)}>${drawn}</svg>`
}

/**
 * Has the window's icons drawn when it is built. In the library each works out some fifteen attributes
 * at every place where it stands, while the first frame waits. What is drawn takes a size and nothing
 * else.
 */
export const drawnIcons = () => ({
  name: 'drawn-icons',
  enforce: 'pre' as const,
  load: async (id: string) => (icons.test(id) ? drawnIcon(await readFile(id, 'utf8')) : null),
})
