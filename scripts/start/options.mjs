import { noSystem } from '../set-up/system.mjs'

/**
 * @typedef {object} StartOptions
 * @property {'electron' | 'browser' | null} host  what was asked for
 * @property {boolean} open
 * @property {string | null} data
 * @property {number | null} port
 * @property {boolean} system  root may have the system's packages installed that are missing
 */

const usage = `Options of npm start, after --:
  --electron   the Electron window
  --browser    the browser host
  --no-open    the browser host, opening nothing
  --data DIR   where accounts, settings and keys are kept
  --port N     the browser host at 127.0.0.1:N, for a tunnel
  --no-system  installs nothing from the system's packages, also as root`

/**
 * @param {readonly string[]} args
 * @returns {{ ok: true, options: StartOptions } | { ok: false, message: string, code: 0 | 2 }} `code` is what the process ends with
 */
export function readStartOptions(args) {
  /** @type {StartOptions} */
  const options = { host: null, open: true, data: null, port: null, system: true }
  /** @param {string} problem */
  const bad = (problem) => {
    const message = `${problem}\n${usage}`
    return { ok: /** @type {const} */ (false), message, code: /** @type {const} */ (2) }
  }

  const rest = args.flatMap((arg) => {
    const at = arg.indexOf('=')
    return arg.startsWith('--') && at > 0 ? [arg.slice(0, at), arg.slice(at + 1)] : [arg]
  })
  while (rest.length > 0) {
    const name = rest.shift()
    if (name === '--browser' || name === '--electron') {
      const host = name === '--browser' ? 'browser' : 'electron'
      if (options.host !== null && options.host !== host)
        return bad('--browser and --electron exclude each other.')
      options.host = host
    } else if (name === '--help') {
      return { ok: false, message: usage, code: 0 }
    } else if (name === '--no-open') {
      options.open = false
    } else if (name === noSystem) {
      options.system = false
    } else if (name === '--data') {
      const folder = rest.shift()
      if (folder === undefined || folder === '') return bad('--data needs a folder.')
      options.data = folder
    } else if (name === '--port') {
      const port = rest.shift() ?? ''
      if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
        return bad('--port needs a number from 0 to 65535.')
      options.port = Number(port)
    } else {
      return bad(`Unknown option: ${name}`)
    }
  }
  if (options.host === 'electron' && (!options.open || options.port !== null))
    return bad('--no-open and --port belong to the browser host, not to --electron.')
  return { ok: true, options }
}

/** The options as the browser host takes them.
 * @param {StartOptions} options */
export const browserArgs = ({ open, data, port }) => [
  ...(open ? [] : ['--no-open']),
  ...(data === null ? [] : ['--data', data]),
  ...(port === null ? [] : ['--port', String(port)]),
]
