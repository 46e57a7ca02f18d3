import fs, {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename, dirname, join, sep } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { OpenConf } from '../../../src/main/core/documents.ts'
import { fastestFolder } from '../../fastest-folder.ts'

/** Called around each change of a journal that is to be on disk, with the folder that it is in. */
type AroundCommit = (folder: string, step: 'before' | 'after') => void

let around: AroundCommit = () => undefined
const open = new Set<DatabaseSync>()
/** Where the files are that were opened, by their numbers. */
const openFiles = new Map<number, string>()

/**
 * Watches every journal of this process: between an append and what it is for, a desk can be killed.
 * And every file that is opened: no machine closes those of a desk that is killed here.
 */
export function watchDisk(): void {
  watchJournals()
  watchFiles()
}

function watchFiles(): void {
  const { openSync, closeSync } = fs
  fs.openSync = (path, ...of) => {
    const file = openSync(path, ...of)
    openFiles.set(file, String(path))
    return file
  }
  fs.closeSync = (file) => {
    openFiles.delete(file)
    closeSync(file)
  }
  syncBuiltinESMExports()
}

function watchJournals(): void {
  const prepare = DatabaseSync.prototype.prepare
  DatabaseSync.prototype.prepare = function (this: DatabaseSync, ...[sql, ...of]) {
    open.add(this)
    const statement = prepare.call(this, sql, ...of)
    const path = this.location()
    if (path === null || basename(path) !== 'journal.db') return statement
    const step = sql === 'BEGIN IMMEDIATE' ? 'before' : sql === 'COMMIT' ? 'after' : null
    if (step === null) return statement
    const run = statement.run.bind(statement)
    statement.run = (...values: never[]) => {
      if (step === 'before') around(dirname(path), step)
      const ran = run(...values)
      if (step === 'after') around(dirname(path), step)
      return ran
    }
    return statement
  }
}

/** The folders of one run. */
export class Disk {
  readonly #folder = mkdtempSync(join(fastestFolder, 'quarterdeck-simulation-'))
  #copies = 0

  constructor(aroundCommit: AroundCommit) {
    around = aroundCommit
  }

  newFolder(): string {
    this.#copies += 1
    const folder = join(this.#folder, String(this.#copies))
    mkdirSync(folder)
    return folder
  }

  /** What a desk leaves that is killed now: all that it wrote, and nothing that it was about to. */
  copyOf(folder: string): string {
    const copy = this.newFolder()
    cpSync(folder, copy, { recursive: true, filter: (from) => !from.endsWith('-shm') })
    return copy
  }

  /** Once no desk of the run does anything any more: the numbers of its files are given again. */
  clear(): void {
    around = () => undefined
    for (const database of open) if (database.isOpen) database.close()
    open.clear()
    for (const [file, path] of openFiles)
      if (path.startsWith(this.#folder + sep)) fs.closeSync(file)
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** Documents as the hosts keep them, without a sync that nobody waits for here. */
export const openConf: OpenConf = ({ cwd, configName }) => {
  const path = join(cwd, `${configName}.json`)
  return {
    path,
    get store() {
      return existsSync(path)
        ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>)
        : {}
    },
    set store(value) {
      writeFileSync(path, JSON.stringify(value))
    },
  }
}
