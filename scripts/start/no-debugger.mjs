import inspector from 'node:inspector'
import { runtimeNode } from '../set-up/run.mjs'

/** A signal would open Node's debugger to every user of the machine, and the keys are in its reach. */
const noDebugger = '--disable-sigusr1'

/** A Node of the machine's own may be one of those (before 22.14, 23.0 to 23.6) that have no such switch. */
const canShut = () => process.allowedNodeEnvironmentFlags.has(noDebugger)

/** The switches of a desk's Node. */
export const shut = () => (runtimeNode() === process.execPath && !canShut() ? [] : [noDebugger])

/** Begins this script anew, as the same process, where a signal could open its debugger. */
export function shutOwn() {
  const { execve, execArgv, execPath, argv, env } = process
  if (execve === undefined || execArgv.includes(noDebugger) || !canShut()) return
  if (process.platform !== 'win32')
    execve(execPath, [execPath, noDebugger, ...execArgv, ...argv.slice(1)], env)
}

const opening = /(?:^|[\s"])--inspect(?:[-_](?:brk|wait))?(?=$|[\s"=])/

/**
 * Why no desk is started where a debugger is open from the beginning, if one is: by the environment,
 * which all that is started has as well, or by an editor that attaches itself.
 * @param {{ nodeOptions?: string, isOpen?: boolean }} [of] @returns {string | null}
 */
export function whyOpen({
  nodeOptions = process.env['NODE_OPTIONS'] ?? '',
  isOpen = inspector.url() !== undefined,
} = {}) {
  if (!isOpen && !opening.test(nodeOptions)) return null
  const by = opening.test(nodeOptions) ? 'NODE_OPTIONS has --inspect' : 'An editor attaches itself'
  return `${by}: Node’s debugger would be open, and every user of this machine could read the keys by it and trade. Start it without, or use npm run dev.`
}
