import { existsSync, readFileSync } from 'node:fs'
import { findElectron } from '../set-up/electron.mjs'

/**
 * @typedef {object} Machine
 * @property {boolean} hasRuntime  Electron's runtime is here
 * @property {boolean} hasDisplay
 * @property {string | null} noSandbox  why Electron's sandbox cannot work here, if it cannot
 */

/** @typedef {{ host: 'electron' } | { host: 'browser', why: string } | { host: null, why: string }} Choice */

/**
 * Electron where it can run, the browser host elsewhere.
 * @param {Pick<import('./options.mjs').StartOptions, 'host' | 'open' | 'port'>} asked
 * @param {Machine} machine
 * @returns {Choice}
 */
export function chooseHost({ host, open, port }, { hasRuntime, hasDisplay, noSandbox }) {
  if (host === 'browser') return { host, why: 'as asked' }
  if (host === null && !open) return { host: 'browser', why: '--no-open asks for it' }
  if (host === null && port !== null) return { host: 'browser', why: '--port asks for it' }
  // The runtime last: whether it is worth a download is seen by what else stands in its way.
  const obstacle = !hasDisplay
    ? 'there is no display for a window'
    : (noSandbox ?? (hasRuntime ? null : 'Electron’s runtime is not installed'))
  if (obstacle === null) return { host: 'electron' }
  return { host: host === 'electron' ? null : 'browser', why: obstacle }
}

/**
 * Whether Electron would open if its runtime were here.
 * @param {Parameters<typeof chooseHost>[0]} asked @param {Machine} machine
 */
export const wantsElectron = (asked, machine) =>
  chooseHost(asked, { ...machine, hasRuntime: true }).host === 'electron'

/** @param {NodeJS.Platform} platform @param {NodeJS.ProcessEnv} env */
export const hasDisplay = (platform, env) =>
  platform === 'win32' || platform === 'darwin' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])

/** @returns {Machine} */
export const thisMachine = () => ({
  hasRuntime: findElectron() !== null,
  hasDisplay: hasDisplay(process.platform, process.env),
  noSandbox: sandboxObstacle(),
})

/** Quarterdeck never runs Electron without its sandbox, so where that cannot work Electron cannot. */
function sandboxObstacle() {
  if (process.platform !== 'linux') return null
  if (process.getuid?.() === 0) return 'Electron’s sandbox does not run as root'
  const forbidden = [
    { file: '/proc/sys/kernel/apparmor_restrict_unprivileged_userns', value: '1' },
    { file: '/proc/sys/kernel/unprivileged_userns_clone', value: '0' },
  ].some(({ file, value }) => existsSync(file) && readFileSync(file, 'utf8').trim() === value)
  return forbidden ? 'this system forbids the user namespaces that Electron’s sandbox needs' : null
}
