import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { loadKeytar } from '../../../src/main/accounts/vault/keychain-key-store.ts'
import { compiledOnce } from '../../compiled-once.ts'

const script = fileURLToPath(new URL('./keychain-session.ts', import.meta.url))
const keys = {
  apiKey: 'canary-key-5d1f',
  apiSecret: 'canary-secret-9b27',
  origin: 'https://api.example.com',
}

const isInstalled = (program: string): boolean =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined

async function whyNot(): Promise<string | null> {
  if (process.platform !== 'linux') return 'there is no Secret Service on this system'
  for (const program of ['dbus-run-session', 'dbus-send', 'gnome-keyring-daemon'])
    if (!isInstalled(program)) return `${program} is not installed`
  return loadKeytar().then(
    () => null,
    () => 'keytar does not load',
  )
}

const reason = await whyNot()

interface Session {
  report: Record<string, { ok?: boolean; error?: { code: string; message: string } }>
  folder: string
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** Runs a scenario in a home, a bus and a keyring of its own. */
async function run(
  scenario: string,
  {
    bus = 'private',
    hasPatientPrompt = false,
    folder = temporaryFolder(),
  }: { bus?: string; hasPatientPrompt?: boolean; folder?: string } = {},
): Promise<Session> {
  const home = (name: string) => {
    mkdirSync(join(folder, name), { recursive: true, mode: 0o700 })
    return join(folder, name)
  }
  const env = {
    ...compiledOnce,
    PATH: process.env.PATH,
    HOME: home('home'),
    XDG_RUNTIME_DIR: home('run'),
    XDG_DATA_HOME: home('share'),
    XDG_CONFIG_HOME: home('config'),
    XDG_CACHE_HOME: home('cache'),
    ...(bus.startsWith('unix:') && { DBUS_SESSION_BUS_ADDRESS: bus }),
  }
  // Instead of the desktop's dialog, one that nobody answers.
  if (hasPatientPrompt)
    writeFileSync(
      join(home('share/dbus-1/services'), 'prompt.service'),
      '[D-BUS Service]\nName=org.gnome.keyring.SystemPrompter\nExec=/bin/sleep 60\n',
    )
  const words = [process.execPath, script, scenario, join(folder, 'data')]
  const [program = '', ...rest] = bus === 'private' ? ['dbus-run-session', '--', ...words] : words
  // In a group of its own, so that all that it started can be ended.
  const session = spawn(program, rest, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const endGroup = () => {
    try {
      process.kill(-session.pid!, 'SIGKILL')
    } catch {
      // All of it has ended by itself.
    }
  }
  onTestFinished(endGroup)
  let output = ''
  let noise = ''
  session.stdout.on('data', (chunk) => (output += String(chunk)))
  session.stderr.on('data', (chunk) => (noise += String(chunk)))
  await once(session, 'exit')
  expect(output, noise).not.toBe('')
  return { report: JSON.parse(output) as Session['report'], folder }
}

const kept = { ok: true, value: null }
const fails = (code: string) => ({ ok: false, error: { code } })

const title = `the system's keychain${reason === null ? '' : ` (not tested: ${reason})`}`

describe.skipIf(reason !== null)(title, () => {
  test('keeps keys from one start to the next, and gives them up when asked', async () => {
    const { report, folder } = await run('works')
    expect(report).toMatchObject({
      chosen: { ok: true, value: { kind: 'keychain', state: 'open', keychain: null } },
      written: kept,
      known: [true, false],
      missing: kept,
      read: { ok: true, value: keys },
      rewritten: kept,
      removed: kept,
      gone: kept,
      status: { state: 'open', trouble: null },
    })
    // Not where the keyring has its sockets, which it takes away as it ends.
    const places = readdirSync(folder).filter((place) => place !== 'run')
    const files = places.flatMap((place) =>
      readdirSync(join(folder, place), { recursive: true, withFileTypes: true }),
    )
    const contents = files
      .filter((file) => file.isFile())
      .map((file) => readFileSync(join(file.parentPath, file.name), 'latin1'))
    expect(contents.length).toBeGreaterThan(0)
    for (const content of contents) expect(content).not.toContain('canary')
  })

  test('lets keys move out and in again', async () => {
    const { report, folder } = await run('moves')
    expect(report).toMatchObject({
      toFile: { ok: true, value: { kind: 'file', state: 'open', trouble: null, hasFile: true } },
      back: { ok: true, value: { kind: 'keychain', state: 'open', trouble: null, hasFile: false } },
      read: { ok: true, value: keys },
    })
    expect(readdirSync(join(folder, 'data'))).toEqual(['vault.json'])
  })

  test('when it gets locked says so and loses nothing: unlocked, it has the keys', async () => {
    const { report, folder } = await run('locked')
    expect(report).toMatchObject({
      read: fails('vault-locked'),
      rewritten: fails('vault-locked'),
      removed: fails('vault-locked'),
      status: { kind: 'keychain', state: 'locked' },
    })
    const later = await run('unlocked at the next login', { folder })
    expect(later.report).toMatchObject({
      status: { state: 'open', trouble: null },
      read: { ok: true, value: keys },
    })
  })

  test('that is locked at the start says so', async () => {
    const { report } = await run('locked at the start')
    expect(report).toMatchObject({
      read: fails('vault-locked'),
      rewritten: fails('vault-locked'),
      removed: fails('vault-locked'),
      status: { kind: 'keychain', state: 'locked', keychain: { code: 'vault-locked' } },
    })
  })

  test('that was never unlocked is not chosen', async () => {
    const { report } = await run('never unlocked')
    expect(report).toMatchObject({
      chosen: fails('vault-locked'),
      status: { kind: null, state: 'not-chosen', keychain: { code: 'vault-locked' } },
    })
  })

  test('whose prompt nobody answers holds up neither the vault nor the end of the program', async () => {
    const { report } = await run('waiting at a prompt', { hasPatientPrompt: true })
    expect(report).toMatchObject({
      read: fails('vault-locked'),
      rewritten: fails('vault-locked'),
      removed: fails('vault-locked'),
      session: { ok: true, value: { kind: 'session', state: 'open' } },
    })
  })

  test('that dies midway says so, and another place can be chosen', async () => {
    const { report } = await run('killed')
    expect(report).toMatchObject({
      read: fails('vault-failed'),
      rewritten: fails('vault-failed'),
      removed: fails('vault-failed'),
      status: { kind: 'keychain', state: 'failed' },
      session: { ok: true, value: { kind: 'session', state: 'open' } },
      sessionWritten: kept,
    })
  })

  test.each([
    ['there is no bus', 'none'],
    ['the bus is not where it is said to be', 'unix:path=/nonexistent/bus'],
  ])('is missing when %s', async (_what, bus) => {
    const { report } = await run('no bus', { bus })
    expect(report).toMatchObject({
      offered: { kind: null, state: 'not-chosen', keychain: { code: 'vault-missing' } },
      chosen: fails('vault-missing'),
      status: { kind: null, state: 'not-chosen' },
    })
  })

  test.each(['locked', 'killed', 'waiting at a prompt'])(
    'tells no secret in its troubles: %s',
    async (scenario) => {
      const { report } = await run(scenario, { hasPatientPrompt: scenario.startsWith('waiting') })
      expect(report['read']).toMatchObject({ ok: false })
      expect(JSON.stringify(report)).not.toContain('canary')
    },
  )
})
