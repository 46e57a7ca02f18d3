import { parseArgs } from 'node:util'
import { wrongOption } from '../../../shared/core/command-line.ts'
import { type HostMachine, askedDataDir, defaultDataDir } from '../data-folder.ts'

export interface BrowserOptions {
  dataDir: string
  port: number
  isOpening: boolean
}

const known = {
  data: { type: 'string' },
  port: { type: 'string', default: '0' },
  'no-open': { type: 'boolean', default: false },
} as const

/** Reads the command line. Throws an Error in plain words. */
export function readHostOptions(args: string[], machine: HostMachine): BrowserOptions {
  // Node's own strictness would speak in Node's words.
  const { tokens } = parseArgs({ args, options: known, strict: false, tokens: true })
  const wrong = wrongOption(tokens, known)
  if (wrong !== null) throw new Error(`${wrong} Those that there are: --data, --port, --no-open.`)
  const { values } = parseArgs({ args, options: known, allowPositionals: true })
  const port = Number(values.port)
  if (!/^\d{1,5}$/.test(values.port) || port > 65_535) {
    throw new Error(`--port takes a number from 0 to 65535, not '${values.port}'.`)
  }
  const dataDir =
    values.data === undefined ? defaultDataDir(machine) : askedDataDir(values.data, machine)
  return { dataDir, port, isOpening: !values['no-open'] }
}
