import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { Script } from 'node:vm'

// Not imported: an import would read all that this module lends out.
const { crc32 } = process.getBuiltinModule('node:zlib')

/** Before what V8 made stand the sums of the script that it was made of, and of itself. */
const sumLength = 4

type Run = (
  require: (name: string) => unknown,
  module: { exports: unknown },
  exports: unknown,
) => void

/**
 * Scripts that are run with all that V8 compiled of them the last time. What Node keeps by itself
 * (`compiled.ts`) it keeps as it loads them: of what runs then, it compiles each function anew at each
 * start. Each is a function of what CommonJS gives a module. The folder is the one
 * that `keepCompiled` answers, by whose care for who can write there this stands and falls.
 */
export class KeptScripts {
  readonly #folder: string | null
  readonly #modules = new Map<string, { exports: unknown }>()
  /** What keeps those of which nothing was kept. */
  readonly #unkept: (() => void)[] = []

  /** Nothing is kept where the folder is null. */
  constructor(folder: string | null) {
    this.#folder = folder
  }

  /** What the script at this path lends out; it is run where it was not yet, and so are those beside it that it asks for. */
  load(path: string): unknown {
    const known = this.#modules.get(path)
    if (known !== undefined) return known.exports
    const module = { exports: {} as unknown }
    this.#modules.set(path, module)
    const others = createRequire(path)
    const require = (name: string): unknown =>
      name.startsWith('./') ? this.load(join(dirname(path), name)) : others(name)
    this.#compile(path)(require, module, module.exports)
    return module.exports
  }

  /** Keeps for the next start what was compiled by now of scripts of which nothing was kept; answers of how many. */
  keep(): number {
    const unkept = this.#unkept.splice(0)
    for (const keep of unkept) keep()
    return unkept.length
  }

  #compile(path: string): Run {
    const code = readFileSync(path)
    const sum = sumOf(code)
    const place = this.#folder === null ? null : join(this.#folder, `${basename(path)}.kept`)
    const cachedData = place === null ? null : readKept(place, sum)
    const script = new Script(code.toString(), {
      filename: path,
      ...(cachedData && { cachedData }),
    })
    if (place !== null && (cachedData === null || script.cachedDataRejected === true))
      this.#unkept.push(() => writeKept(place, sum, script.createCachedData()))
    return script.runInThisContext() as Run
  }
}

function sumOf(bytes: Buffer): Buffer {
  const sum = Buffer.alloc(sumLength)
  sum.writeUInt32LE(crc32(bytes))
  return sum
}

/** Null where nothing is kept of this very script, or not all of it. */
function readKept(place: string, sum: Buffer): Buffer | null {
  try {
    const kept = readFileSync(place)
    const made = kept.subarray(2 * sumLength)
    return Buffer.concat([sum, sumOf(made)]).equals(kept.subarray(0, 2 * sumLength)) ? made : null
  } catch {
    return null
  }
}

/** In one go: another desk may be starting. */
function writeKept(place: string, sum: Buffer, made: Buffer): void {
  try {
    const next = `${place}.${process.pid}`
    writeFileSync(next, Buffer.concat([sum, sumOf(made), made]), { mode: 0o600 })
    renameSync(next, place)
  } catch {
    // A start that takes longer is none that fails.
  }
}
