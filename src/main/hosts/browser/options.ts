import { parseArgs } from 'node:util'
import { type Machine, defaultDataDir } from '../data-folder.ts'

export interface BrowserOptions {
  dataDir: string
  port: number
  isOpening: boolean
}

/** Reads the command line. Throws an Error in plain words. */
export function readHostOptions(args: string[], machine: Machine): BrowserOptions {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      port: { type: 'string', default: '0' },
      'no-open': { type: 'boolean', default: false },
    },
  })
  const port = Number(values.port)
  if (!/^\d{1,5}$/.test(values.port) || port > 65_535) {
    throw new Error(`--port takes a number from 0 to 65535, not '${values.port}'.`)
  }
  return { dataDir: values.data ?? defaultDataDir(machine), port, isOpening: !values['no-open'] }
}
