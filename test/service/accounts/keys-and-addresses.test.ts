import { once } from 'node:events'
import { cp } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { FileKeyStore } from '../../../src/main/accounts/vault/file-key-store.ts'
import type { Input } from '../../../src/shared/contract.ts'
import { usualTrading } from '../../../src/shared/orders/limits.ts'
import { TestKeychain } from '../../unit/main/accounts/places.ts'
import { type RunningDesk, runDesk, tempDir } from '../running-desk.ts'

const passphrase = 'correct horse battery'
const own = { apiKey: 'canary-key-51c9', apiSecret: 'canary-secret-7f3a' }
const others = { apiKey: 'key of another', apiSecret: 'secret of another' }

/** A service that hears what it is sent, and knows nobody. */
async function runService() {
  const heard: string[] = []
  const server = createServer((request, response) => {
    let asked = ''
    request.on('data', (chunk) => (asked += String(chunk)))
    request.on('end', () => {
      heard.push(asked)
      response.writeHead(403, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ status: 'error', error_msg: 'Invalid api key' }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const has = (keys: typeof own): boolean =>
    heard.some((asked) => asked.includes(keys.apiKey) || asked.includes(keys.apiSecret))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, has }
}

const at = (url: string, id?: string): Input<'saveAccount'>['profile'] => ({
  ...(id !== undefined && { id }),
  name: 'Main',
  broker: 'ZE',
  service: { kind: 'url', url },
  strategy: 'Manual',
  colour: 'blue',
  enabled: true,
  polls: {},
  readsPerSecond: 5,
  trading: usualTrading,
})

/** The desk asks the service in the account's name, and has its answer, or its own reason not to. */
const asked = (desk: RunningDesk, account: string) => desk.call('testAccount', { account })

async function namesInFile(dataDir: string): Promise<string[]> {
  const opened = await new FileKeyStore(join(dataDir, 'keys.sealed')).open({
    passphrase,
    mayCreate: false,
  })
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.value
}

describe('no address is sent keys that were typed for another', () => {
  it('after a kill while the keychain was still asking about the new keys', async () => {
    const [first, second] = [await runService(), await runService()]
    const keychain = new TestKeychain()
    const desk = await runDesk({ keychain })
    await desk.ask('chooseVault', { kind: 'keychain' })
    const { id } = await desk.ask('saveAccount', { profile: at(first.url), keys: own })
    const { promise: prompt, resolve: answer } = Promise.withResolvers<void>()
    const { promise: isAsking, resolve: ask } = Promise.withResolvers<void>()
    keychain.before = async (verb, name) => {
      if (verb !== 'set' || name.includes('checks that')) return
      ask()
      await prompt
    }
    const saving = desk.call('saveAccount', { profile: at(second.url, id), keys: others })
    await isAsking
    // What a kill leaves at this moment.
    const dataDir = await tempDir()
    await cp(desk.dataDir, dataDir, { recursive: true })
    const left = new TestKeychain()
    for (const [name, text] of keychain.entries) left.entries.set(name, text)
    answer()
    await saving

    const later = await runDesk({ dataDir, keychain: left })
    await asked(later, id)
    expect(second.has(own)).toBe(false)
    expect(first.has(others)).toBe(false)
    expect(first.has(own)).toBe(true)
  })

  it('after the address was edited while the file of keys was locked', async () => {
    const [first, second] = [await runService(), await runService()]
    const earlier = await runDesk()
    await earlier.ask('chooseVault', { kind: 'file', passphrase })
    const { id } = await earlier.ask('saveAccount', { profile: at(first.url), keys: own })
    await earlier.desk.stop()

    const desk = await runDesk({ dataDir: earlier.dataDir })
    await desk.ask('chooseVault', { kind: 'session' })
    await desk.ask('saveAccount', { profile: at(second.url, id) })
    await desk.ask('chooseVault', { kind: 'file', passphrase })
    const reply = await asked(desk, id)
    expect(second.has(own)).toBe(false)
    expect(reply).toMatchObject({ ok: false, error: { code: 'no-keys', field: 'keys' } })
    expect(reply.ok ? '' : reply.error.message).toContain(`typed for ${first.url}`)
  })
})

it('an account that was switched to practice and deleted leaves no keys in the file', async () => {
  const { url } = await runService()
  const desk = await runDesk()
  await desk.ask('chooseVault', { kind: 'file', passphrase })
  const { id } = await desk.ask('saveAccount', { profile: at(url), keys: own })
  expect(await namesInFile(desk.dataDir)).toHaveLength(1)
  const practice = { kind: 'practice', client: 'practice-1' } as const
  await desk.ask('saveAccount', { profile: { ...at(url, id), service: practice } })
  await desk.ask('deleteAccount', { account: id })
  expect(await namesInFile(desk.dataDir)).toEqual([])
})
