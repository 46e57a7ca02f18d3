import { readFileSync } from 'node:fs'

const prefix = 'icon:'
const library = new URL('../../node_modules/@iconify-json/lucide/icons.json', import.meta.url)
/** What each part of an icon says of its strokes, and the whole may as well. */
const strokes =
  'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"'

interface Icons {
  icons: Readonly<Record<string, { body: string }>>
  width: number
  height: number
}
let read: Icons | undefined
const icons = (): Icons => (read ??= JSON.parse(readFileSync(library, 'utf8')) as Icons)

/** A component that draws an icon: it takes a size and nothing else, and is not read aloud. */
export function drawnIcon(name: string): string {
  const { icons: all, width, height } = icons()
  const icon = all[name]
  if (icon === undefined) throw new Error(`There is no icon of the name ${name}.`)
  const body = icon.body.replaceAll(` ${strokes}`, '').replaceAll('<g>', '').replaceAll('</g>', '')
  const frame = `width={size} height={size} viewBox="0 0 ${width} ${height}" ${strokes}`
  return `<script>let { size = 24 } = $props()</script><svg class="icon" ${frame} aria-hidden="true">${body}</svg>`
}

/** Has `icon:name` drawn into what imports it when that is built, so that nothing is worked out then. */
export const drawnIcons = () => ({
  name: 'drawn-icons',
  enforce: 'pre' as const,
  resolveId: (id: string) => (id.startsWith(prefix) ? `\0${id}.svelte` : null),
  load: (id: string) =>
    id.startsWith(`\0${prefix}`) ? drawnIcon(id.slice(prefix.length + 1, -'.svelte'.length)) : null,
})
