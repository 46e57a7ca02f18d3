import { createServer } from 'node:http'
import { expect, it, vi } from 'vitest'
import { listenAt, placesFor } from '../../../../../src/main/hosts/browser/own-place.ts'

it('A desk is at another place at each start: one of millions of the loopback network, or a name that nobody can guess', () => {
  const starts = Array.from({ length: 2000 }, () => placesFor(0))
  for (const [address, name, ...others] of starts) {
    expect(others).toEqual([])
    const [net, second, third, last] = address!.name.split('.').map(Number)
    expect(net).toBe(127)
    for (const part of [second!, last!]) {
      expect(part).toBeGreaterThanOrEqual(1)
      expect(part).toBeLessThanOrEqual(254)
    }
    expect(third).toBeLessThanOrEqual(255)
    expect(address!.listensAt).toEqual([address!.name])
    // Of lower case letters, as a browser writes it into Host.
    expect(name!.name).toMatch(/^q[\da-f]{20}\.localhost$/)
    expect(name!.listensAt).toEqual(['127.0.0.1', '::1'])
  }
  expect(new Set(starts.map(([address]) => address!.name)).size).toBeGreaterThan(1990)
  expect(new Set(starts.map(([, name]) => name!.name)).size).toBe(2000)
})

it('A port that somebody chose is at the address that a tunnel leads to', () => {
  expect(placesFor(7071)).toEqual([{ name: '127.0.0.1', listensAt: ['127.0.0.1'] }])
})

it.each([
  [0, 'EADDRINUSE', 'Other programs of this machine hold every port'],
  [0, 'EACCES', 'The system lets no program of yours listen'],
  [7071, 'EADDRINUSE', 'Port 7071 is taken by another program. Choose another one with --port.'],
  [80, 'EACCES', 'Port 80 is not for programs of yours. Choose another one with --port.'],
])('A place that cannot be had is named as it was asked for: %s, %s', async (port, code, words) => {
  const server = createServer()
  vi.spyOn(server, 'listen').mockImplementation(() => {
    queueMicrotask(() => server.emit('error', Object.assign(new Error(code), { code })))
    return server
  })
  await expect(listenAt(server, { port, places: placesFor(port) })).rejects.toThrow(words)
})
