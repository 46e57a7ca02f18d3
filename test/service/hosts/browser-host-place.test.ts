import { once } from 'node:events'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect, it, onTestFinished } from 'vitest'
import { placesFor } from '../../../src/main/hosts/browser/own-place.ts'
import { startHost } from './browser-host.ts'

/** What a machine has that has one loopback address: none of the network for documents is its own. */
const onlyOne = () => [{ name: '192.0.2.1', listensAt: ['192.0.2.1'] as const }, placesFor(0)[1]!]

/** As many of both as this machine has: some have no IPv6. */
const loopbacks = ['127.0.0.1', '::1'].filter((address) =>
  Object.values(networkInterfaces()).some((all) => all?.some((one) => one.address === address)),
)

const started = async (...options: Parameters<typeof startHost>) => {
  const at = await startHost(...options)
  onTestFinished(() => at.host.stop())
  return at
}

it('Nobody can have been where a desk is: it is nowhere else than at an address of its own', async () => {
  const [one, other] = await Promise.all([started(), started()])
  expect(one.hostname).not.toBe(other.hostname)
  for (const { hostname, ask, own, port } of [one, other]) {
    expect(hostname).not.toBe('127.0.0.1')
    expect((await ask({ path: '/', headers: { Host: own } })).status).toBe(200)
    await expect(ask({ path: '/', headers: { Host: own }, at: '127.0.0.1' })).rejects.toThrow(
      'ECONNREFUSED',
    )
    // Not by another one's name either.
    const headers = { Host: `127.0.0.1:${port}` }
    expect((await ask({ path: '/', headers })).status).toBe(403)
  }
})

it('Where there is one loopback address, the desk has a name of its own, at both addresses that a browser may try', async () => {
  const at = await started({ places: onlyOne() })
  expect(at.hostname).toMatch(/^q[\da-f]{20}\.localhost$/)
  for (const address of loopbacks) {
    const knock = (host: string) => at.ask({ path: '/', headers: { Host: host }, at: address })
    expect((await knock(at.own)).status, address).toBe(200)
    expect((await knock(`127.0.0.1:${at.port}`)).status, address).toBe(403)
    const theirs = createServer().listen(at.port, address)
    const [cause] = (await once(theirs, 'error')) as [NodeJS.ErrnoException]
    expect(cause.code, address).toBe('EADDRINUSE')
  }
  await at.host.stop()
  for (const address of loopbacks) {
    const next = createServer().listen(at.port, address)
    await once(next, 'listening')
    next.close()
  }
})

it('A port that somebody chose is at 127.0.0.1, and one that is taken is refused in words', async () => {
  const theirs = createServer().listen(0, '127.0.0.1')
  await once(theirs, 'listening')
  const { port } = theirs.address() as { port: number }
  await expect(startHost({ port })).rejects.toThrow(`Port ${port} is taken by another program.`)
  theirs.close()
  await once(theirs, 'close')
  const at = await started({ port })
  expect(at.own).toBe(`127.0.0.1:${port}`)
  expect((await at.ask({ path: '/', headers: { Host: at.own } })).status).toBe(200)
})
