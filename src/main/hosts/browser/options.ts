import { join } from 'node:path'
import { parseArgs } from 'node:util'

export interface BrowserOptions {
  dataDir: string
  port: number
  isOpening: boolean
}

type Environment = Record<string, string | undefined>

/** Reads the command line. Throws an Error in plain words. */
export function readOptions(
  args: string[],
  machine: { platform: NodeJS.Platform; home: string; env: Environment },
): BrowserOptions {
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

function defaultDataDir(machine: {
  platform: NodeJS.Platform
  home: string
  env: Environment
}): string {
  const { platform, home, env } = machine
  switch (platform) {
    case 'win32':
      return join(env['APPDATA'] || join(home, 'AppData', 'Roaming'), 'Quarterdeck')
    case 'darwin':
      return join(home, 'Library', 'Application Support', 'Quarterdeck')
    default:
      return join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'quarterdeck')
  }
}
