import { parseArgs } from 'node:util'
import { wrongOption } from '../shared/core/command-line.ts'
import { isFaultName } from './faults/faults.ts'
import type { PracticeOptions } from './server.ts'
import { unknownFault } from './faults/fault-switches.ts'

const usage =
  'npm run practice -- [--port N] [--seed N] [--speed X] [--fault NAME] [--data DIR] [--empty] [--hours] [--control]'

const known = {
  port: { type: 'string' },
  seed: { type: 'string' },
  speed: { type: 'string' },
  fault: { type: 'string' },
  data: { type: 'string' },
  empty: { type: 'boolean' },
  hours: { type: 'boolean' },
  control: { type: 'boolean' },
} as const

/** The options that the command line asks for, or what is wrong with it. */
export function readPracticeOptions(args: string[]): PracticeOptions | string | { help: string } {
  // Node's own strictness would speak in Node's words.
  const { tokens } = parseArgs({ args, options: known, strict: false, tokens: true })
  if (args.includes('--help')) return { help: usage }
  const wrong = wrongOption(tokens, known)
  if (wrong !== null) return `${wrong}\n${usage}`
  const { values } = parseArgs({ args, options: known, allowPositionals: true })
  const { port = '7070', seed, speed, fault, data, empty, hours, control } = values
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return '--port takes a port number'
  if (seed !== undefined && !/^\d{1,9}$/.test(seed)) return '--seed takes a whole number'
  if (speed !== undefined && !/^\d{1,5}(\.\d+)?$/.test(speed))
    return '--speed takes a number; 0 stops the clock, 1 is real time'
  if (fault !== undefined && !isFaultName(fault)) return unknownFault(fault)
  return {
    port: Number(port),
    opening: empty ? 'empty' : 'demo',
    hours: hours ? 'exchange' : 'always',
    control: control ?? false,
    ...(seed !== undefined && { seed: Number(seed) }),
    ...(speed !== undefined && { speed: Number(speed) }),
    ...(fault !== undefined && { fault }),
    ...(data !== undefined && { dataDir: data }),
  }
}
