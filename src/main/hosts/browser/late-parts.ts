import { createHash } from 'node:crypto'
import type { StaticFile, StaticFiles } from '../static-files.ts'

/** The window's files as a browser gets them, and the scripts that its page may run. */
export interface CheckedFiles {
  read: StaticFiles['read']
  scripts: string
  /** Paths of what the page fetches at once, but its icon: not every browser does. */
  first: readonly string[]
}

/**
 * Tells the page the hash of every script that it does not fetch at once: a panel may be opened when
 * the desk has crashed, and its port is a stranger's. A browser refuses what has another hash, however
 * late it is imported, and by whom. What the page itself names comes with it, from where it came.
 *
 * An import map has to stand in the page. The policy lets that one text in by its own hash, and it
 * can do nothing but hold others off.
 */
export function checkLateParts(files: StaticFiles): CheckedFiles {
  const page = files.read('/')
  const text = page?.body.toString() ?? ''
  const isNamed = (path: string): boolean => text.includes(path)
  const first = files.paths.filter((path) => /\.(js|css|woff2)$/.test(path) && isNamed(path))
  const late = files.paths.filter((path) => path.endsWith('.js') && !isNamed(path))
  const at = text.indexOf('<script')
  if (page === null || at < 0 || late.length === 0)
    return { read: files.read, scripts: "'self'", first }
  const map = JSON.stringify({
    integrity: Object.fromEntries(late.map((path) => [path, hashOf(files.read(path)!.body)])),
  })
  const checked: StaticFile = {
    type: page.type,
    body: Buffer.from(
      `${text.slice(0, at)}<script type="importmap">${map}</script>\n    ${text.slice(at)}`,
    ),
  }
  return {
    read: (path) => (files.read(path) === page ? checked : files.read(path)),
    scripts: `'self' '${hashOf(map)}'`,
    first,
  }
}

const hashOf = (body: string | Buffer): string =>
  `sha256-${createHash('sha256').update(body).digest('base64')}`
