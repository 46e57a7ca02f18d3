import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

const declaration =
  /^export (?:abstract |async |declare )*(?:class|const|enum|function\*?|interface|let|type) (\w+)/gm
const moduleScript = /<script\b[^>]*\smodule\b[^>]*>(.*?)<\/script>/gs

/** What a file exports under a name of its own; a component's, of its module script. */
function exportedBy(file: string, text: string): string[] {
  const code = file.endsWith('.svelte')
    ? [...text.matchAll(moduleScript)].map(([, script]) => dedented(script!)).join('\n')
    : text
  // A schema and its type share a name, and are one.
  return [...new Set([...code.matchAll(declaration)].map(([, name]) => name!))]
}

const dedented = (text: string): string => text.replaceAll(/^ {2}/gm, '')

/** Names that are exported by more than one file, each with the files. */
function declaredTwice(files: ReadonlyMap<string, string>): Record<string, string[]> {
  const filesOf = new Map<string, string[]>()
  for (const [file, text] of files)
    for (const name of exportedBy(file, text))
      filesOf.set(name, [...(filesOf.get(name) ?? []), file])
  return Object.fromEntries([...filesOf].filter(([, declaring]) => declaring.length > 1))
}

it('no exported name is declared in two files', () => {
  const sources = globSync('src/**/*.{ts,svelte}', { cwd: root })
  expect(sources.length).toBeGreaterThan(400)
  const files = new Map(sources.map((file) => [file, readFileSync(`${root}/${file}`, 'utf8')]))
  expect(declaredTwice(files)).toEqual({})
})

it('finds a name that two files export, in components as well, and takes a schema and its type for one', () => {
  const files = new Map([
    ['a.ts', 'export const Row = 1\nexport type Row = number\nexport async function load() {}'],
    ['b.ts', 'export interface Other {}\nconst Row = 2\nexport function* load() {}'],
    ['C.svelte', '<script lang="ts" module>\n  export interface Other {}\n</script>'],
    ['D.svelte', '<script lang="ts">\n  export const Row = 1\n</script>'],
  ])
  expect(declaredTwice(files)).toEqual({ load: ['a.ts', 'b.ts'], Other: ['b.ts', 'C.svelte'] })
})
