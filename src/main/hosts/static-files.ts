import { readFileSync, readdirSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'

/** The built window: page, scripts, styles, fonts. It holds no secrets. */
export interface StaticFiles {
  /** The file at this exact path of an address, or null. */
  read(path: string): StaticFile | null
  paths: readonly string[]
}

export interface StaticFile {
  type: string
  body: Buffer<ArrayBuffer>
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wav': 'audio/wav',
}

/**
 * Reads the folder once and answers only what it read. An address is never turned into a path of
 * the disk, so there is nothing to traverse; and whoever asks for a file a thousand times at once
 * costs the desk no descriptor and no second copy of it. At once: nobody is served before, and a
 * promise for each piece of each file takes longer than the reading.
 */
export function readStaticFiles(folder: string): StaticFiles {
  const files = new Map<string, StaticFile>()
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const type = types[extname(entry.name)]
    if (!entry.isFile() || type === undefined) continue
    const path = join(entry.parentPath, entry.name)
    const name = `/${relative(folder, path).split(sep).join('/')}`
    files.set(name, { type, body: readFileSync(path) })
  }
  const page = files.get('/index.html')
  if (page === undefined) throw new Error(`The window is not built: ${folder} has no index.html.`)
  files.set('/', page)
  return { read: (path) => files.get(path) ?? null, paths: [...files.keys()] }
}
