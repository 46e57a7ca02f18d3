import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * Makes a folder of the broker's own with those above it, one by one: Node's own way of making them
 * all turns in a circle for ever where the system takes none at all, such as below /proc.
 */
export function makeStateFolder(folder: string): void {
  if (isThere(folder)) return
  const above = path.dirname(folder)
  if (above !== folder) makeStateFolder(above)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (cause) {
    // Somebody else made it in the same moment.
    if (isThere(folder)) return
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT' && isThere(above))
      throw new Error(`the system takes no folders in ${above}. Choose another one with --data.`, {
        cause,
      })
    throw cause
  }
}

const isThere = (folder: string): boolean =>
  statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
