import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { sweepDrafts } from '../../../src/main/core/atomic-file.ts'
import { FileKeyStore } from '../../../src/main/accounts/vault/file-key-store.ts'
import { compiledOnce } from '../../compiled-once.ts'
import { fastestFolder } from '../../fastest-folder.ts'

const cost = { logN: 14, r: 8, p: 1 }
const passphrase = 'correct horse battery'

function temporaryFolder(): string {
  const folder = mkdtempSync(join(fastestFolder, 'quarterdeck-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

type Writer = ChildProcessByStdio<null, Readable, null>

const bytesWriter = new URL('./bytes-writer.ts', import.meta.url)
const vaultWriter = new URL('./vault-writer.ts', import.meta.url)

const startWriter = (script: URL, ...words: string[]): Writer =>
  spawn(process.execPath, [fileURLToPath(script), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...compiledOnce },
  })

async function kill(writer: Writer): Promise<void> {
  const ended = once(writer, 'close')
  writer.kill('SIGKILL')
  await ended
}

test('a file is whole after each of 40 kills in the midst of writing it', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'keys.sealed')
  const versions = [0, 1, 2].map((count) => {
    const name = join(folder, `version-${count}`)
    writeFileSync(name, randomBytes(400_000 + count))
    return name
  })
  const contents = versions.map((name) => readFileSync(name))
  let cutShort = 0
  for (let round = 0; round < 40; round += 1) {
    const writer = startWriter(bytesWriter, file, ...versions)
    await once(writer.stdout, 'data')
    // The moments spread over several writes.
    await wait((round * 7) % 11)
    await kill(writer)
    const bytes = readFileSync(file)
    expect(contents.some((content) => content.equals(bytes))).toBe(true)
    cutShort = readdirSync(folder).filter((name) => name.endsWith('.draft')).length
  }
  // Otherwise no kill came at a moment that matters, and nothing was shown.
  expect(cutShort).toBeGreaterThan(0)
})

test('keys that were said to be kept are there after a kill, and the file opens', async () => {
  const file = join(temporaryFolder(), 'keys.sealed')
  await new FileKeyStore(file, cost).open({ passphrase, mayCreate: true })
  for (let round = 0; round < 6; round += 1) {
    const writer = startWriter(vaultWriter, 'keys', file, passphrase)
    let said = ''
    writer.stdout.on('data', (chunk) => (said += String(chunk)))
    while (said.split('\n').length < 3 + round) await once(writer.stdout, 'data')
    await kill(writer)
    const last = Number(said.trim().split('\n').at(-1))
    const place = new FileKeyStore(file, cost)
    expect(await place.open({ passphrase, mayCreate: false })).toEqual({
      ok: true,
      value: ['one'],
    })
    const kept = await place.read('one')
    const count = Number(kept.ok && kept.value?.apiKey.slice('key '.length))
    // The next write may have been done, and its word not yet out.
    expect([last, last + 1]).toContain(count)
  }
})

test('a kill while the passphrase is changed leaves the keys under the old one or the new one', async () => {
  const file = join(temporaryFolder(), 'keys.sealed')
  const keys = { apiKey: 'key', apiSecret: 'secret', origin: 'https://api.example.com' }
  const first = new FileKeyStore(file, cost)
  await first.open({ passphrase, mayCreate: true })
  await first.change(new Map([['one', keys]]))
  let present = passphrase
  for (let round = 0; round < 8; round += 1) {
    const other = present === passphrase ? 'another battery' : passphrase
    const writer = startWriter(vaultWriter, 'passphrases', file, present, other)
    await once(writer.stdout, 'data')
    // The moments spread over deriving, writing and renaming.
    await wait((round * 37) % 300)
    await kill(writer)
    const place = new FileKeyStore(file, cost)
    const opened = await place.open({ passphrase: present, mayCreate: false })
    if (!opened.ok) present = other
    expect(await place.open({ passphrase: present, mayCreate: false })).toMatchObject({
      ok: true,
    })
    expect(await place.read('one')).toEqual({ ok: true, value: keys })
  }
})

test('drafts of killed writers are swept away, and those of living ones are not', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'keys.sealed')
  for (const name of ['keys.sealed', 'keys.sealed.0a.draft', 'keys.sealed.0b.draft', 'my.draft'])
    writeFileSync(join(folder, name), '')
  const longAgo = statSync(file).mtimeMs / 1000 - 3600
  for (const name of ['keys.sealed', 'keys.sealed.0a.draft', 'my.draft'])
    utimesSync(join(folder, name), longAgo, longAgo)
  await sweepDrafts(file)
  expect(readdirSync(folder).sort()).toEqual(['keys.sealed', 'keys.sealed.0b.draft', 'my.draft'])
})
