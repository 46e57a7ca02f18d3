import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * A seed that is another one whenever the desk or its simulation is: every change meets seeds that
 * nobody has seen, and one that was green is not red on the next machine.
 */
export function seedOfCode(): number {
  const hash = createHash('sha256')
  const files = globSync(['src/{main,shared}/**/*.ts', 'test/simulation/**/*.ts'], { cwd: root })
  for (const file of files.toSorted()) hash.update(readFileSync(join(root, file)))
  return 1 + (hash.digest().readUInt32BE() % 2 ** 30)
}
