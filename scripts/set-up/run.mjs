import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { delimiter, dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endWithParent } from './end-with-parent.mjs'
import { isNewEnough } from './node-version.mjs'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..')
export const isWindows = process.platform === 'win32'

/** How a script ends that could not do what it is for, through nobody's fault here. */
export const couldNotTry = 75

/** One line to the person. On stderr, because stdout belongs to the program that is started.
 * @param {string} line */
export const say = (line) => void process.stderr.write(`${line}\n`)

/** Where a program lies, or null.
 * @param {string} name
 * @param {NodeJS.ProcessEnv} [env] */
export function programOnPath(name, env = process.env) {
  const endings = isWindows ? ['.exe', '.cmd'] : ['']
  for (const folder of (env['PATH'] ?? env['Path'] ?? '').split(delimiter)) {
    for (const ending of endings) {
      const file = join(folder, name + ending)
      if (folder !== '' && isProgram(file)) return file
    }
  }
  return null
}

/** @param {string} file */
export function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

export const broughtVersion = '24.21.0'

/** Where the Node lies that is brought to a machine whose own is too old. Outside `node_modules`, which npm empties. */
export const broughtNode = join(
  root,
  '.cache',
  'runtime',
  broughtVersion,
  isWindows ? 'node.exe' : 'node',
)

/** Among the libraries: a former version kept its Node there, and npm runs us on it until it removes it.
 * @param {string} file */
const goesWithLibraries = (file) => file.startsWith(join(root, 'node_modules') + sep)

/** Whether all can run on this Node, now and once the libraries have been replaced.
 * @param {{ version: string, execPath: string }} [node] */
export const canServe = ({ version, execPath } = process) =>
  isNewEnough(version) && !goesWithLibraries(execPath)

/** The Node that everything but these scripts runs on: this one where it can serve, else the one that was brought. */
export const runtimeNode = () =>
  !canServe() && existsSync(broughtNode) ? broughtNode : process.execPath

/** The command line of an installed tool. Not its shim in `.bin`: on Windows that is a shell script.
 * @param {string} tool
 * @param {string[]} args
 * @returns {[string, ...string[]]} */
export function toolCommand(tool, args, pack = tool) {
  const folder = join(root, 'node_modules', pack)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return [runtimeNode(), join(folder, typeof bin === 'string' ? bin : bin[tool]), ...args]
}

/** The environment of everything that is started: quiet, never asking, on the right Node.
 * @returns {NodeJS.ProcessEnv} */
export function childEnvironment() {
  // A shell inside an editor that is itself Electron has it; ours would be a Node without a window.
  const inherited = { ...process.env }
  delete inherited['ELECTRON_RUN_AS_NODE']
  const path = inherited['PATH'] ?? inherited['Path'] ?? ''
  return {
    ...inherited,
    PATH: [dirname(runtimeNode()), path].join(delimiter),
    npm_config_yes: 'true',
    npm_config_update_notifier: 'false',
  }
}

/**
 * Runs a command to its end, without a terminal, and never longer than its time limit. With a limit
 * of silence it is ended too once it has written nothing for so many seconds.
 * @param {[string, ...string[]]} command
 * @param {{ seconds: number, silence?: number, env?: NodeJS.ProcessEnv, shell?: boolean, cwd?: string }} options
 * @returns {Promise<{ code: number, output: string, isTooLate: boolean, isSilent: boolean }>}
 */
export function run(
  [program, ...args],
  { seconds, silence, env = childEnvironment(), shell = false, cwd = root },
) {
  return new Promise((settle) => {
    // Its own process group, so that the time limit also ends what it has started itself.
    const child = spawn(program, args, {
      cwd,
      env,
      shell,
      detached: !isWindows,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.add(child)
    endWithParent(child, { isGroup: true })
    /** @type {Buffer[]} */
    const chunks = []
    const ended = { isTooLate: false, isSilent: false }
    /** @param {keyof typeof ended} why @param {number} after */
    const endAfter = (why, after) =>
      setTimeout(() => {
        ended[why] = true
        endGroup(child)
      }, after * 1000)
    const timer = endAfter('isTooLate', seconds)
    const quiet = silence === undefined ? undefined : endAfter('isSilent', silence)
    /** @param {number} code @param {string} [more] */
    const done = (code, more = '') => {
      clearTimeout(timer)
      clearTimeout(quiet)
      running.delete(child)
      settle({ code, output: Buffer.concat(chunks).toString() + more, ...ended })
    }
    /** @param {Buffer} chunk */
    const heard = (chunk) => {
      chunks.push(chunk)
      quiet?.refresh()
    }
    child.stdout.on('data', heard)
    child.stderr.on('data', heard)
    child.once('error', (error) => done(127, error.message))
    child.once('exit', () => {
      // A grandchild that outlives its parent would keep the pipes open for good.
      endGroup(child)
    })
    child.once('close', (code) => done(ended.isTooLate || ended.isSilent ? 124 : (code ?? 1)))
  })
}

/** npm's own two waits before it gives up on a registry are ten seconds and a minute, in silence. */
const shortWaits = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000']

/**
 * npm as it runs us, or as it is found. It says nothing itself while it fetches: after `patience`
 * seconds we do, since a network that swallows what is sent keeps it waiting for minutes.
 * @param {string[]} args
 * @param {{ seconds: number, cwd: string, env?: NodeJS.ProcessEnv, patience?: number }} options
 */
export function npm(args, { patience = 20, ...options }) {
  const all = [...args, ...shortWaits]
  const cli = process.env['npm_execpath']
  const isOwn = cli !== undefined && /npm-cli\.c?js$/.test(cli)
  const told = setTimeout(
    () => say(`Still waiting for npm, for ${Math.ceil(options.seconds / 60)} min at most`),
    patience * 1000,
  )
  const ended = isOwn
    ? run([process.execPath, cli, ...all], options)
    : run([isWindows ? 'npm.cmd' : 'npm', ...all], { ...options, shell: isWindows })
  return ended.finally(() => clearTimeout(told))
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/** Ends a process that was started detached, with all that it has started itself.
 * @param {import('node:child_process').ChildProcess} child */
export function endGroup(child) {
  if (child.pid === undefined) return
  try {
    if (!isWindows) process.kill(-child.pid, 'SIGKILL')
    else if (child.exitCode === null)
      spawn('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore' })
  } catch {
    // The group has ended.
  }
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    // Whoever listens beside us runs something in the foreground, and ends with it.
    if (running.size === 0 && process.listenerCount(signal) > 1) return
    for (const child of running) endGroup(child)
    process.exit(signal === 'SIGINT' ? 130 : 143)
  })
}
