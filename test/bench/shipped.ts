import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { BenchResult } from './result.ts'

const assets = fileURLToPath(new URL('../../out/renderer/assets', import.meta.url))
const goal = 300

/** All scripts and styles of the window, also those that it loads only when they are asked for. */
export async function p12(): Promise<BenchResult> {
  const names = await readdir(assets)
  const sizeOf = async (endings: readonly string[]): Promise<number> => {
    const files = names.filter((name) => endings.some((ending) => name.endsWith(ending)))
    const sizes = files.map(async (name) => gzipSync(await readFile(join(assets, name))).length)
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000
  }
  const code = await sizeOf(['.js', '.css'])
  const fonts = await sizeOf(['.woff2'])
  return {
    row: 'P12',
    ratio: code / goal,
    spread: `${code.toFixed(0)} kB gzip of scripts and styles, ${fonts.toFixed(0)} kB of fonts beside them`,
    goal: `≤ 1 (${goal} kB)`,
    met: code <= goal,
  }
}
