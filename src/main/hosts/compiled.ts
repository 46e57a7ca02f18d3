import { mkdirSync, rmSync, statSync } from 'node:fs'
import { enableCompileCache } from 'node:module'

/** Who but the owner may write. */
const others = 0o022

/**
 * Keeps what is compiled in a folder of its own. It runs in place of the program, beside the keys:
 * what somebody else could have put there goes, and the folder is for its owner alone. Where it
 * cannot be had, all is compiled anew at each start.
 */
export function keepCompiled(folder: string): void {
  try {
    const before = statSync(folder, { throwIfNoEntry: false })
    if (before !== undefined && isOpenToOthers(before)) rmSync(folder, { recursive: true })
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    enableCompileCache(folder)
  } catch {
    // A start that takes longer is none that fails.
  }
}

const isOpenToOthers = ({ uid, mode }: { uid: number; mode: number }): boolean =>
  (mode & others) !== 0 || uid !== (process.getuid?.() ?? uid)
