import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const numbers = new Map(
  readdirSync(join(root, 'src/renderer'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.svelte'))
    .toSorted()
    .map((path, number) => [join(root, 'src/renderer', path), number.toString(36)]),
)

/**
 * The class by which a component's styles hold for it alone: its number among all of them, in place of
 * a hash, whose six letters stand in sheet and script and cannot be compressed.
 */
export function shortClass(of: { filename: string; hash: (text: string) => string }): string {
  const { filename, hash } = of
  return `s-${numbers.get(resolve(root, filename)) ?? hash(filename)}`
}
