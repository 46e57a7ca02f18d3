import { execFileSync } from 'node:child_process'
import { writeSync } from 'node:fs'
import Conf from 'conf'
import { type Vault, openVault } from '../../../src/main/accounts/vault/vault.ts'

// Run by keychain.test.ts inside a D-Bus session of its own; reports in one line of JSON.

const password = 'the password of the keyring'
const keys = {
  apiKey: 'canary-key-5d1f',
  apiSecret: 'canary-secret-9b27',
  origin: 'https://api.example.com',
}
const [scenario = '', dataDir = ''] = process.argv.slice(2)

const programs = { daemon: 'gnome-keyring-daemon', send: 'dbus-send' }
const report: Record<string, unknown> = {}

const start = (): Promise<Vault> =>
  openVault({
    open: (options) => new Conf(options),
    dataDir,
    accounts: () => ['one', 'two'],
    keychainLimit: 1500,
    patience: 5000,
  })

const startDaemon = (how: '--unlock' | '--start'): void =>
  void execFileSync(programs.daemon, [how, '--components=secrets'], {
    input: how === '--unlock' ? password : '',
    stdio: ['pipe', 'ignore', 'ignore'],
  })

const send = (to: string, path: string, method: string, ...words: string[]): string =>
  execFileSync(
    programs.send,
    ['--session', '--print-reply', `--dest=${to}`, path, method, ...words],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  )

const collection = '/org/freedesktop/secrets/collection/login'

/** Until the keyring says itself that it is locked: what is read before that is no secret told. */
async function lockKeyring(): Promise<void> {
  for (let time = 0; time < 20; time++) {
    send(
      'org.freedesktop.secrets',
      '/org/freedesktop/secrets',
      'org.freedesktop.Secret.Service.Lock',
      `array:objpath:${collection}`,
    )
    const answer = send(
      'org.freedesktop.secrets',
      collection,
      'org.freedesktop.DBus.Properties.Get',
      'string:org.freedesktop.Secret.Collection',
      'string:Locked',
    )
    if (/boolean true/.test(answer)) return
  }
  throw new Error('The keyring does not lock.')
}

function killDaemon(): void {
  const answer = send(
    'org.freedesktop.DBus',
    '/org/freedesktop/DBus',
    'org.freedesktop.DBus.GetConnectionUnixProcessID',
    'string:org.freedesktop.secrets',
  )
  process.kill(Number(/uint32 (\d+)/.exec(answer)?.[1]), 'SIGKILL')
}

async function openWithKeys(): Promise<Vault> {
  startDaemon('--unlock')
  const vault = await start()
  report.chosen = await vault.choose('keychain')
  report.written = await vault.change(new Map([['one', keys]]))
  return vault
}

async function useAll(vault: Vault): Promise<void> {
  report.read = await vault.read('one')
  report.rewritten = await vault.change(new Map([['one', keys]]))
  report.removed = await vault.change(new Map([['one', null]]))
  report.status = vault.status()
}

const scenarios: Record<string, () => Promise<void>> = {
  works: async () => {
    await openWithKeys()
    const next = await start()
    report.known = [next.has('one'), next.has('two')]
    report.missing = await next.read('two')
    await useAll(next)
    report.gone = await next.read('one')
  },
  moves: async () => {
    const vault = await openWithKeys()
    report.toFile = await vault.choose('file', password)
    report.back = await vault.choose('keychain')
    report.read = await vault.read('one')
  },
  locked: async () => {
    const vault = await openWithKeys()
    await lockKeyring()
    await useAll(vault)
  },
  'unlocked at the next login': async () => {
    startDaemon('--unlock')
    const vault = await start()
    report.status = vault.status()
    report.read = await vault.read('one')
  },
  'locked at the start': async () => {
    await openWithKeys()
    await lockKeyring()
    await useAll(await start())
  },
  'never unlocked': async () => {
    startDaemon('--start')
    const vault = await start()
    report.chosen = await vault.choose('keychain')
    report.status = vault.status()
  },
  'waiting at a prompt': async () => {
    const vault = await openWithKeys()
    await lockKeyring()
    await useAll(vault)
    report.session = await vault.choose('session')
  },
  killed: async () => {
    const vault = await openWithKeys()
    killDaemon()
    await useAll(vault)
    report.session = await vault.choose('session')
    report.sessionWritten = await vault.change(new Map([['one', keys]]))
  },
  'no bus': async () => {
    const vault = await start()
    report.offered = vault.status()
    report.chosen = await vault.choose('keychain')
    report.status = vault.status()
  },
}

await scenarios[scenario]!()
writeSync(1, JSON.stringify(report))
process.exit()
