import crypto from 'node:crypto'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import timersPromises from 'node:timers/promises'
import type { Random } from '../random.ts'

/** What a run is given in place of the machine's own time and chance. */
export interface Machine {
  /** Milliseconds since the run began. */
  now(): number
  /** Wall-clock milliseconds. */
  wall(): number
  random: Random
}

let machine: Machine | null = null
const turns: (() => void)[] = []
const realTurn = globalThis.setImmediate
const RealDate = globalThis.Date

/**
 * Takes from this process whatever would make two runs of one seed differ: names that are drawn,
 * the time of day, turns of the loop, and files that are written while others wait.
 */
export function takeOverMachine(): void {
  const given = (): Machine => machine!
  crypto.randomUUID = () => uuidOf(given().random)
  crypto.scrypt = scryptAtOnce as typeof crypto.scrypt
  performance.now = () => machine?.now() ?? 0
  Math.random = () => given().random.next()
  globalThis.Date = class extends RealDate {
    constructor(...args: unknown[]) {
      super(...((args.length === 0 && machine !== null ? [machine.wall()] : args) as [number]))
    }
    static override now(): number {
      return machine?.wall() ?? RealDate.now()
    }
  } as DateConstructor
  globalThis.setImmediate = ((task: (...given: unknown[]) => void, ...of: unknown[]) => {
    turns.push(() => task(...of))
    return undefined
  }) as unknown as typeof setImmediate
  Object.assign(timersPromises, {
    setImmediate: (value?: unknown) => new Promise((resolve) => turns.push(() => resolve(value))),
  })
  Object.assign(fs.promises, filesAtOnce)
  syncBuiltinESMExports()
}

/** Another run begins, which has nothing of the one before it. */
export function giveMachine(next: Machine): void {
  machine = next
  turns.length = 0
}

/** Settles when no promise and no turn of the loop is left to run before time has to pass. */
export async function quiet(): Promise<void> {
  for (;;) {
    // Promises that are kept already come before a turn of the loop, as on a real one.
    await new Promise((resolve) => realTurn(resolve))
    if (turns.length === 0) return
    for (const turn of turns.splice(0)) turn()
  }
}

/** As `crypto.scrypt`, but in a turn of the loop, and for next to nothing. */
function scryptAtOnce(
  ...[passphrase, salt, length, , told]: Required<Parameters<typeof crypto.scrypt>>
): void {
  const secret = crypto.createHmac('sha512', passphrase).update(salt).digest()
  setImmediate(told, null, secret.subarray(0, length))
}

/** As `node:fs/promises`, but done when they are called. */
const filesAtOnce: Record<string, (...given: never[]) => Promise<unknown>> = {
  readFile: async (...given: Parameters<typeof fs.readFileSync>) => fs.readFileSync(...given),
  readdir: async (path: string) => fs.readdirSync(path),
  stat: async (path: string) => fs.statSync(path),
  rm: async (...given: Parameters<typeof fs.rmSync>) => fs.rmSync(...given),
  mkdir: async (...given: Parameters<typeof fs.mkdirSync>) => fs.mkdirSync(...given),
  rename: async (...given: Parameters<typeof fs.renameSync>) => fs.renameSync(...given),
  open: async (...given: Parameters<typeof fs.openSync>) => {
    const handle = fs.openSync(...given)
    return {
      writeFile: async (bytes: Buffer) => fs.writeFileSync(handle, bytes),
      sync: async () => undefined,
      close: async () => fs.closeSync(handle),
    }
  },
}

function uuidOf({ next }: Random): ReturnType<typeof crypto.randomUUID> {
  const word = (): string =>
    Math.floor(next() * 2 ** 32)
      .toString(16)
      .padStart(8, '0')
  const [one, two, three, four] = [word(), word(), word(), word()]
  return `${one}-${two.slice(0, 4)}-4${two.slice(5)}-8${three.slice(1, 4)}-${three.slice(4)}${four}`
}
