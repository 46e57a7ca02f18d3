import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { OpenConf } from '../../../src/main/core/documents.ts'
import { fastestFolder } from '../../fastest-folder.ts'

/** Called around each change of a journal that is to be on disk, with the folder that it is in. */
type AroundCommit = (folder: string, step: 'before' | 'after') => void

let around: AroundCommit = () => undefined
const open = new Set<DatabaseSync>()

/** Watches every journal of this process: between an append and what it is for, a desk can be killed. */
export function watchJournals(): void {
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

  clear(): void {
    around = () => undefined
    for (const database of open) if (database.isOpen) database.close()
    open.clear()
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
