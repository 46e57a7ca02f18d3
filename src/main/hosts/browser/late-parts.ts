import { createHash } from 'node:crypto'
import type { StaticFile, StaticFiles } from '../static-files.ts'

/** The window's files as a browser gets them, and the scripts that its page may run. */
export interface CheckedFiles {
  read: StaticFiles['read']
  scripts: string
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
  const late = files.paths.filter((path) => path.endsWith('.js') && !text.includes(path))
  const first = text.indexOf('<script')
  if (page === null || first < 0 || late.length === 0)
    return { read: files.read, scripts: "'self'" }
  const map = JSON.stringify({
    integrity: Object.fromEntries(late.map((path) => [path, hashOf(files.read(path)!.body)])),
  })
  const checked: StaticFile = {
    type: page.type,
    body: Buffer.from(
      `${text.slice(0, first)}<script type="importmap">${map}</script>\n    ${text.slice(first)}`,
    ),
  }
  return {
    read: (path) => (files.read(path) === page ? checked : files.read(path)),
    scripts: `'self' '${hashOf(map)}'`,
  }
}

const hashOf = (body: string | Buffer): string =>
  `sha256-${createHash('sha256').update(body).digest('base64')}`
