import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Measured } from './goals.ts'

const folder = fileURLToPath(new URL('../../out/renderer', import.meta.url))
const assets = join(folder, 'assets')

/** All scripts and styles of the window, also those that it loads only when they are asked for. */
export async function p12(): Promise<Measured<'P12'>> {
  const names = await readdir(assets)
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const code = names.filter((name) => /\.(js|css)$/.test(name))
  const all = await weigh(code)
  const first = await weigh(code.filter((name) => page.includes(name)))
  const fonts = await weigh(names.filter((name) => name.endsWith('.woff2')))
  return { figures: { first, all }, note: `${fonts.toFixed(0)} kB of fonts beside them` }
}

/** Kilobytes, each file compressed by itself, as a browser would get it. */
async function weigh(names: readonly string[]): Promise<number> {
  const sizes = names.map(async (name) => gzipSync(await readFile(join(assets, name))).length)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000
}
