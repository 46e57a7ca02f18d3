import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeOwnFolder, ownFile } from '../core/disk.ts'

/** What of a machine decides where a program's data belongs. */
export interface HostMachine {
  platform: NodeJS.Platform
  home: string
  env: Record<string, string | undefined>
}

/** One folder for both hosts: whoever changes from one to the other keeps their accounts. */
export function defaultDataDir({ platform, home: told, env }: HostMachine): string {
  // A relative folder, or none, would be another one wherever the program is started.
  const home = isAbsolute(told) ? told : userInfo().homedir
  switch (platform) {
    case 'win32':
      return join(env['APPDATA'] || join(home, 'AppData', 'Roaming'), 'Quarterdeck')
    case 'darwin':
      return join(home, 'Library', 'Application Support', 'Quarterdeck')
    default: {
      const share = env['XDG_DATA_HOME'] ?? ''
      return join(isAbsolute(share) ? share : join(home, '.local', 'share'), 'quarterdeck')
    }
  }
}

/** The folder that was asked for: a shell leaves the home's sign as it is where it stands behind `=`. */
export const askedDataDir = (asked: string, { home }: Pick<HostMachine, 'home'>): string =>
  asked === '~' || asked.startsWith('~/') ? join(home, asked.slice(1)) : asked

/** A lock that nobody refers to would be collected as garbage, and fall with it. */
const held = new Set<DatabaseSync>()

export type Claim = { ok: true; release: () => void } | { ok: false; holder: string }

/**
 * Claims a data folder for this desk: two that share one would overwrite each other. SQLite's lock
 * is the system's own, and falls with the process that holds it: there is no stale one to take
 * over, as there would be with a file that only says a process id.
 */
export function claimFolder(folder: string): Claim {
  makeOwnFolder(folder)
  const holderFile = join(folder, 'desk.pid')
  const lockFile = join(folder, 'desk.lock')
  const lock = new DatabaseSync(lockFile)
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    if (!isBusy(cause)) throw cause
    return { ok: false, holder: readHolder(holderFile) }
  }
  held.add(lock)
  // By its name: a system's lock on a file falls with the first opening of it that is closed.
  chmodSync(lockFile, ownFile)
  rmSync(holderFile, { force: true })
  writeFileSync(holderFile, String(process.pid), { mode: ownFile, flag: 'wx' })
  return {
    ok: true,
    release: () => {
      rmSync(holderFile, { force: true })
      lock.close()
      held.delete(lock)
    },
  }
}

/** What a person is told who starts a second desk on the same folder. */
export const folderTaken = (folder: string, holder: string): string =>
  `Quarterdeck is already running with ${folder} (${holder}). Use its window, stop it, or start with --data and another folder.`

function readHolder(file: string): string {
  try {
    return `process ${readFileSync(file, 'utf8')}`
  } catch {
    return 'process unknown'
  }
}

const sqliteBusy = 5
const isBusy = (cause: unknown): boolean =>
  cause instanceof Error && 'errcode' in cause && cause.errcode === sqliteBusy
