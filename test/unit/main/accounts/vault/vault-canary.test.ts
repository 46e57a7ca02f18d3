import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openVault } from '../../../../../src/main/accounts/vault/vault.ts'
import type { VaultKind } from '../../../../../src/shared/accounts/accounts.ts'
import { TestKeychain, cheap, openConf, temporaryFolder, origin } from '../places.ts'
import { makeKeysCheap } from '../../../../cheap-keys.ts'

makeKeysCheap()

/** Letters that each encoding writes differently. */
const keys = { apiKey: 'cänary/"key"+\\1', apiSecret: 'cänary/"sécret"+\\2', origin }
const passphrase = 'cänary/"pass"+\\3 phrase'
const canaries = [keys.apiKey, keys.apiSecret, passphrase]

/** Every way in which a text could lie around. Base64 at each of its three alignments. */
function forms(text: string): Buffer[] {
  const utf8 = Buffer.from(text, 'utf8')
  const aligned = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), utf8])
      .toString('base64')
      .slice(shift === 0 ? 0 : 4, -4),
  )
  const texts = [
    text,
    text.normalize('NFKC'),
    JSON.stringify(text).slice(1, -1),
    JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1),
    inspect(text).slice(1, -1),
    encodeURIComponent(text),
    new URLSearchParams({ a: text }).toString().slice(2),
    utf8.toString('hex'),
    utf8.toString('hex').toUpperCase(),
    ...aligned,
    ...aligned.map((part) => part.replaceAll('+', '-').replaceAll('/', '_')),
  ]
  return [
    ...texts.map((form) => Buffer.from(form, 'utf8')),
    Buffer.from(text, 'latin1'),
    Buffer.from(text, 'utf16le'),
    Buffer.from(text, 'utf16le').swap16(),
  ]
}

const isLeaked = (bytes: Buffer): boolean =>
  canaries.flatMap(forms).some((form) => bytes.includes(form))

function textOf(value: unknown): Buffer {
  return Buffer.from(`${inspect(value, { depth: 20 })}\n${JSON.stringify(value)}`)
}

let printed = ''
beforeEach(() => {
  printed = ''
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      printed += String(chunk)
      return true
    })
})
afterEach(() => vi.restoreAllMocks())

test('the search finds a canary in every encoding', () => {
  const utf8 = Buffer.from(keys.apiSecret)
  for (const form of [
    `{"s":${JSON.stringify(keys.apiSecret)}}`,
    `?s=${encodeURIComponent(keys.apiSecret)}`,
    Buffer.from(`a${keys.apiSecret}b`).toString('base64'),
    Buffer.from(`ab${keys.apiSecret}cd`).toString('base64url'),
    utf8.toString('hex'),
    inspect({ keys }),
  ])
    expect(isLeaked(Buffer.from(form)), form).toBe(true)
  expect(isLeaked(Buffer.from(`x${keys.apiSecret}`, 'utf16le'))).toBe(true)
  expect(isLeaked(Buffer.from('nothing to see'))).toBe(false)
})

/** What can go wrong, each with a keychain that repeats all that it was told. */
const faults: Record<string, (ground: { keychain: TestKeychain; dataDir: string }) => void> = {
  nothing: () => {},
  'a keychain that quotes what it was given': ({ keychain }) => {
    keychain.setPassword = async (service, account, text) => {
      if (account === 'one') throw new Error(`failed: ${service} ${account} ${text}`)
      keychain.entries.set(account, text)
    }
  },
  'a keychain that quotes what it holds': ({ keychain }) => {
    keychain.getPassword = async (_service, account) => {
      const held = keychain.entries.get(account) ?? null
      if (account === 'one') throw new Error(`cannot give ${held} ${JSON.stringify(keys)}`)
      return held
    }
  },
  'a keychain whose entry is not whole': ({ keychain }) => {
    keychain.entries.set('one', JSON.stringify(keys).slice(0, -1))
  },
  'a keychain that is locked': ({ keychain }) => {
    keychain.before = () => {
      throw new Error('locked')
    }
  },
  'a damaged file': ({ dataDir }) => {
    writeFileSync(join(dataDir, 'keys.sealed'), JSON.stringify({ half: 'a file' }))
  },
}

const kinds: VaultKind[] = ['keychain', 'file', 'session']
const cases = kinds.flatMap((kind) => Object.keys(faults).map((fault) => ({ kind, fault })))

test.each(cases)('no secret is told or left lying about: $kind, $fault', async (point) => {
  const dataDir = temporaryFolder()
  const keychain = new TestKeychain()
  const said: unknown[] = []
  const start = () =>
    openVault({
      open: openConf,
      dataDir,
      accounts: () => ['one', 'two'],
      loadKeychain: async () => keychain,
      cost: cheap,
    })
  const use = async (vault: Awaited<ReturnType<typeof openVault>>) => {
    said.push(await vault.choose(point.kind, passphrase), vault)
    said.push(await vault.unlock(`${passphrase} mistyped`), await vault.unlock(passphrase))
    said.push(
      await vault.change(new Map([['one', keys]])),
      await vault.change(new Map([['two', keys]])),
    )
    const read = await vault.read('one')
    if (!read.ok) said.push(read)
    said.push(await vault.choose(point.kind === 'file' ? 'session' : 'file', passphrase))
    said.push(await vault.choose(point.kind, passphrase), vault.status())
  }
  await use(await start())
  faults[point.fault]!({ keychain, dataDir })
  await use(await start())

  expect(isLeaked(textOf(said))).toBe(false)
  expect(isLeaked(Buffer.from(printed))).toBe(false)
  for (const name of readdirSync(dataDir))
    expect(isLeaked(readFileSync(join(dataDir, name))), name).toBe(false)
})
