import { mkdirSync, rmSync, statSync } from 'node:fs'
import { enableCompileCache, getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/** Who but the owner may write. */
const others = 0o022

/**
 * Keeps what is compiled in a folder of its own. It runs in place of the program, beside the keys:
 * what somebody else could have put there goes, and the folder is for its owner alone. Where it
 * cannot be had, all is compiled anew at each start. Answers the folder, and null where it is not ours
 * alone: what stands in it is not to be run.
 */
export function keepCompiled(folder: string): string | null {
  try {
    const before = statSync(folder, { throwIfNoEntry: false })
    if (before !== undefined && isOpenToOthers(before)) rmSync(folder, { recursive: true })
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    enableCompileCache(folder)
    return folder
  } catch {
    // A start that takes longer is none that fails.
    return null
  }
}

/** What a thread is started with, which keeps what it compiles only where it is told to. */
export function keepingCompiled(): NodeJS.ProcessEnv {
  const place = getCompileCacheDir()
  if (place === undefined) return process.env
  return { ...process.env, NODE_COMPILE_CACHE: dirname(place) }
}

const isOpenToOthers = ({ uid, mode }: { uid: number; mode: number }): boolean =>
  (mode & others) !== 0 || uid !== (process.getuid?.() ?? uid)
