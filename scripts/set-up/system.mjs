import { existsSync } from 'node:fs'
import { openAttempts } from './attempts.mjs'
import { findBrowser, findDrivenBrowser } from './browser.mjs'
import { reasonOfApt } from './reason.mjs'
import { childEnvironment, programOnPath, run, say } from './run.mjs'

/** @typedef {'keychain' | 'browser' | 'driven browser' | 'private keychain'} Need */

/**
 * Debian's name of what a need takes, and how to see that it is there.
 * @typedef {{ need: Need, pack: string, orElse?: string, isThere: () => boolean }} Row
 */

const rows = /** @type {Row[]} */ ([
  {
    need: 'keychain',
    pack: 'libsecret-1-dev',
    isThere: () => existsSync('/usr/include/libsecret-1/libsecret/secret.h'),
  },
  ...['pkg-config', 'python3', 'make', 'g++'].map((name) => ({
    need: 'keychain',
    pack: name,
    isThere: () => programOnPath(name) !== null,
  })),
  { need: 'browser', pack: 'chromium', isThere: () => findBrowser() !== null },
  {
    need: 'driven browser',
    pack: 'chromium-headless-shell',
    // Older systems have the whole browser alone.
    orElse: 'chromium',
    isThere: () => findDrivenBrowser() !== null,
  },
  {
    need: 'private keychain',
    pack: 'gnome-keyring',
    isThere: () => programOnPath('gnome-keyring-daemon') !== null,
  },
  {
    need: 'private keychain',
    pack: 'dbus',
    isThere: () => programOnPath('dbus-run-session') !== null,
  },
])

const purposes = /** @type {Record<Need, string>} */ ({
  keychain: 'the system keychain (its library is compiled here)',
  browser: 'a window',
  'driven browser': 'tests in a browser, the bench and pictures',
  'private keychain': 'tests of the system keychain',
})

/** What is lost without it, in a person's words. */
const without = /** @type {Record<Need, string>} */ ({
  keychain:
    'keys cannot go to the system keychain; a passphrase file or this session only still work',
  browser: 'no window opens by itself; the printed address works in any Chromium browser',
  'driven browser':
    'what drives a browser cannot run: tests in the window, some rows of the bench, pictures',
  'private keychain': 'the tests of the system keychain are skipped',
})

/** The packages that these needs still lack.
 * @param {readonly Need[]} needs */
const missingPackages = (needs) =>
  rows.filter(({ need, isThere }) => needs.includes(need) && !isThere())

/** @param {Need} need */
export const hasAllFor = (need) => missingPackages([need]).length === 0

/**
 * What can be done about missing packages on this machine.
 * @param {{ packages: string[], hasApt: boolean, isRoot: boolean }} facts
 * @returns {{ kind: 'nothing' } | { kind: 'install', packages: string[] } | { kind: 'tell', command: string | null }}
 */
export function planFor({ packages, hasApt, isRoot }) {
  if (packages.length === 0) return { kind: 'nothing' }
  if (hasApt && isRoot) return { kind: 'install', packages }
  return { kind: 'tell', command: hasApt ? `apt-get install -y ${packages.join(' ')}` : null }
}

/**
 * How to have what these needs still lack, in lines for a person: said whenever it is asked, while
 * the set-up says it once a day.
 * @param {readonly Need[]} needs @returns {string[]}
 */
export function remediesFor(needs) {
  if (process.platform !== 'linux') return []
  const missing = missingPackages(needs)
  if (missing.length === 0) return []
  const packages = missing.map(oftenThere)
  const plan = planFor({ packages, hasApt: programOnPath('apt-get') !== null, isRoot: false })
  const command = plan.kind === 'tell' ? plan.command : null
  const lacksBrowser = missing.some(({ need }) => need === 'driven browser')
  return [
    command === null
      ? `To have more of it tried, install what this machine lacks: ${packages.join(', ')}`
      : `To have more of it tried, run as root: ${command}`,
    ...(lacksBrowser
      ? ['A browser can be had without root too: npx playwright install chromium']
      : []),
  ]
}

/** How a person says that nothing of the system is to be changed. */
export const noSystem = '--no-system'

/**
 * Whether a command line leaves the system as it is, and what else it says.
 * @param {readonly string[]} args
 * @returns {{ system: boolean, args: string[] }}
 */
export const askedOfTheSystem = (args) => ({
  system: !args.includes(noSystem),
  args: args.filter((arg) => arg !== noSystem),
})

/**
 * Gets the system's part of what is needed, where it may. Only Linux lacks any of it.
 * @param {readonly Need[]} needs @param {{ mayInstall?: boolean }} [options]
 * @returns {Promise<{ all: Promise<void> }>} once npm can compile; the rest comes beside npm, which
 * works on one core and waits
 */
export async function getSystemPackages(needs, { mayInstall = true } = {}) {
  const nothing = { all: Promise.resolve() }
  if (process.platform !== 'linux') return nothing
  const missing = missingPackages(needs)
  const plan = planFor({
    packages: missing.map(oftenThere),
    hasApt: programOnPath('apt-get') !== null,
    isRoot: mayInstall && process.getuid?.() === 0,
  })
  if (plan.kind === 'nothing') return nothing

  const attempts = openAttempts()
  const attempt = `${plan.kind} system packages: ${missing.map(({ pack }) => pack).join(' ')}`
  if (attempts.failedToday(attempt)) return nothing

  if (plan.kind === 'tell') {
    attempts.failed(attempt)
    for (const line of consequences(missing)) say(line)
    if (plan.command !== null) say(`To change that, run as root: ${plan.command}`)
    return nothing
  }
  for (const line of announcement(missing)) say(line)
  await apt(['update'], 120)
  /** @param {Row[]} some */
  const install = async (some) => {
    const problem = some.length === 0 ? null : await aptInstall(some)
    if (problem === null) return
    attempts.failed(attempt)
    say(`They could not be installed: ${problem}`)
    for (const line of consequences(some.filter(({ isThere }) => !isThere()))) say(line)
  }
  await install(missing.filter(isToCompile))
  return { all: install(missing.filter((row) => !isToCompile(row))) }
}

/** @param {Row} row */
const isToCompile = ({ need }) => need === 'keychain'

/** The name under which more systems have it: what a person is told. @param {Row} row */
const oftenThere = ({ pack, orElse }) => orElse ?? pack

/** What root is told before anything is installed. @param {Row[]} missing */
function announcement(missing) {
  const needs = [...new Set(missing.map(({ need }) => need))]
  return [
    "You are root: this installs from the system's packages, where they can be had,",
    ...needs.map((need) => {
      const packages = missing.filter((row) => row.need === need).map(({ pack }) => pack)
      return `  ${packages.join(', ')}, for ${purposes[need]}`
    }),
    `With ${noSystem} it is left out.`,
  ]
}

/** @param {Row[]} missing */
function consequences(missing) {
  const needs = [...new Set(missing.map(({ need }) => need))]
  return needs.map((need) => {
    const packages = missing.filter((row) => row.need === need).map(oftenThere)
    return `Without ${packages.join(', ')}: ${without[need]}.`
  })
}

/** @param {string[]} args @param {number} seconds */
function apt(args, seconds) {
  const options = [
    'DPkg::Lock::Timeout=60',
    'Acquire::Retries=1',
    'Acquire::http::Timeout=20',
    'Acquire::https::Timeout=20',
  ]
  const command = ['-qq', ...options.flatMap((option) => ['-o', option]), ...args]
  return run(['apt-get', ...command], { seconds, env: aptEnvironment() })
}

const aptEnvironment = () => ({ ...childEnvironment(), DEBIAN_FRONTEND: 'noninteractive' })

/** @param {Row[]} missing @returns {Promise<string | null>} the problem, if there was one */
async function aptInstall(missing) {
  /** @param {string} pack */
  const isKnown = async (pack) =>
    (await run(['apt-cache', 'show', pack], { seconds: 60, env: aptEnvironment() })).code === 0
  const packages = await Promise.all(
    missing.map(async ({ pack, orElse }) =>
      orElse === undefined || (await isKnown(pack)) ? pack : orElse,
    ),
  )
  const { code, output, isTooLate } = await apt(
    ['install', '-y', '--no-install-recommends', ...packages],
    600,
  )
  if (code === 0) return null
  if (isTooLate) return 'it took longer than ten minutes'
  return reasonOfApt(output, code)
}
