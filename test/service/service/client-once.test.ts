import { once } from 'node:events'
import * as net from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  createServiceClient,
  type Login,
  type ServiceClient,
} from '../../../src/main/service/client.ts'
import { nextTurn } from '../../../src/main/core/turns.ts'
import { operationNames } from '../../../src/shared/service/operations.ts'
import { authority, leaf } from '../../faults/certificates.ts'
import { allInTime } from '../../faults/in-time.ts'
import { http, json, type Peer, type Post, startPeer } from '../../faults/peer.ts'
import { isRead, loginAt, paramsOf, sampleAnswer, verdict } from '../../faults/samples.ts'

const orders = operationNames.filter((name) => !isRead(name))
const reads = operationNames.filter(isRead)
const placed = json([{ status: 'success', data: { broker: 'ZE', orderid: '1' } }])
const answers = (socket: net.Socket, { path }: Post): void =>
  void socket.write(json(sampleAnswer(operationNames.find((name) => path.endsWith(`/${name}`))!)))

function newClient(options?: Parameters<typeof createServiceClient>[0]): ServiceClient {
  const client = createServiceClient(options)
  onTestFinished(() => client.close())
  return client
}

/** Resolves when the peer has had so many whole requests. */
function arrivals(count: number) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let left = count
  return {
    all: promise,
    note: () => {
      left -= 1
      if (left === 0) resolve()
    },
  }
}

function cancelNamed(client: ServiceClient, login: Login, strategy: string) {
  return client.call('CancelAllOrder', login, { strategy }, { deadline: 1_000 })
}

const timesNamed = (posts: readonly Post[], strategy: string): number =>
  posts.filter(({ body }) => JSON.parse(body).data.strategy === strategy).length

describe('a placement or an exit on a connection that its server gives up', () => {
  const endings: Record<string, (socket: net.Socket) => void> = {
    'with its answer': (socket) => void socket.end(placed),
    'right after its answer': (socket) =>
      void socket.write(placed, () => setImmediate(() => socket.end())),
    'by a reset after its answer': (socket) =>
      void socket.write(placed, () => setImmediate(() => socket.resetAndDestroy())),
    'by a reset when the next request begins': (socket) => {
      socket.write(placed)
      socket.once('data', () => socket.resetAndDestroy())
    },
    'by a close when the next request begins': (socket) => {
      socket.write(placed)
      socket.once('data', () => socket.end())
    },
  }

  test.each(Object.entries(endings))(
    '%s, is sent at most once and never said to be more',
    async (_, end) => {
      const peer = await startPeer({ answer: end })
      const client = newClient()
      const codes = new Set<string>()
      for (let round = 0; round < 60; round += 1) {
        const strategy = `S${round}`
        const reply = await cancelNamed(client, loginAt(peer.url), strategy)
        const times = timesNamed(peer.posts, strategy)
        codes.add(reply.ok ? 'ok' : reply.error.code)
        if (reply.ok) expect(times).toBe(1)
        else if (reply.error.code === 'not-sent') expect(times).toBe(0)
        else expect(reply.error.code).toBe('in-doubt')
        expect(times).toBeLessThanOrEqual(1)
      }
      expect(codes).toContain('ok')
    },
  )

  test('that lies idle is written to a new connection, once', async () => {
    const closed = Promise.withResolvers<void>()
    const peer = await startPeer({
      answer: (socket) => void socket.write(placed, () => setTimeout(() => socket.end(), 20)),
      greet: (socket) => void socket.on('close', () => closed.resolve()),
    })
    const client = newClient()
    await cancelNamed(client, loginAt(peer.url), 'first')
    await closed.promise
    expect(await cancelNamed(client, loginAt(peer.url), 'second')).toMatchObject({ ok: true })
    expect(timesNamed(peer.posts, 'second')).toBe(1)
    expect(peer.connections).toBe(2)
  })
})

describe('asking again', () => {
  const failFirst = (times: number, how: (socket: net.Socket) => void) => {
    const seen = new Map<string, number>()
    return (socket: net.Socket, post: Post): void => {
      const before = seen.get(post.path) ?? 0
      seen.set(post.path, before + 1)
      if (before < times) how(socket)
      else answers(socket, post)
    }
  }
  const passing: Record<string, (socket: net.Socket) => void> = {
    'HTTP 502': (socket) => void socket.write(http(502)),
    'HTTP 503': (socket) => void socket.write(http(503)),
    'HTTP 504': (socket) => void socket.write(http(504)),
    'a reset': (socket) => void socket.resetAndDestroy(),
    'a cut body': (socket) => void socket.end(placed.subarray(0, -5)),
  }

  test.each(Object.entries(passing))('after %s a read does, up to twice', async (_, how) => {
    const peer = await startPeer({ answer: failFirst(2, how) })
    const client = newClient()
    for (const { code } of await Promise.all(
      reads.map((name) => verdict(client, name, loginAt(peer.url))),
    ))
      expect(code).toBe('ok')
    expect(peer.posts).toHaveLength(3 * reads.length)
  })

  test.each(Object.entries(passing))(
    'after %s a placement or an exit never does',
    async (_, how) => {
      const peer = await startPeer({ answer: failFirst(1, how) })
      const client = newClient()
      for (const { code } of await Promise.all(
        orders.map((name) => verdict(client, name, loginAt(peer.url))),
      ))
        expect(code).toBe('in-doubt')
      await client.close()
      expect(peer.posts).toHaveLength(orders.length)
    },
  )

  test.each([400, 401, 403, 404, 429, 500])('after HTTP %i nothing does', async (status) => {
    const peer = await startPeer({ answer: failFirst(1, (socket) => socket.write(http(status))) })
    const client = newClient()
    await Promise.all(operationNames.map((name) => verdict(client, name, loginAt(peer.url))))
    await client.close()
    expect(peer.posts).toHaveLength(operationNames.length)
  })
})

test('a read that is asked again keeps to the deadline of the whole call', async () => {
  const peer = await startPeer({
    answer: (socket) => {
      if (peer.posts.length === 1) socket.write(http(503))
    },
  })
  const client = newClient()
  const [ended] = await allInTime(800, ['Funds'] as const, (name) =>
    verdict(client, name, loginAt(peer.url), { deadline: 800 }),
  )
  expect(ended?.code).toBe('too-late')
  expect(peer.posts).toHaveLength(2)
})

describe('calling off', () => {
  test('before anything is sent opens no connection', async () => {
    const peer = await startPeer({ answer: answers })
    const client = newClient()
    const signal = AbortSignal.abort()
    for (const name of operationNames)
      expect(await verdict(client, name, loginAt(peer.url), { signal })).toMatchObject({
        code: isRead(name) ? 'cancelled' : 'not-sent',
      })
    expect(peer.connections).toBe(0)
  })

  test('after it is sent leaves an order in doubt and cancels a read', async () => {
    const arrived = arrivals(operationNames.length)
    const peer = await startPeer({ answer: arrived.note })
    const client = newClient()
    const stop = new AbortController()
    const calls = operationNames.map((name) =>
      verdict(client, name, loginAt(peer.url), { signal: stop.signal }),
    )
    await arrived.all
    stop.abort()
    expect((await Promise.all(calls)).map(({ code }) => code)).toEqual(
      operationNames.map((name) => (isRead(name) ? 'cancelled' : 'in-doubt')),
    )
    expect(peer.posts).toHaveLength(operationNames.length)
  })

  test('during the handshake sends nothing, not even when the handshake is done later', async () => {
    const trusted = await authority()
    const secure = await startPeer({ answer: answers, tls: await leaf({ by: trusted }) })
    const gate = await heldBack(secure)
    const client = newClient({ ca: trusted.cert })
    const stop = new AbortController()
    const calls = operationNames.map((name) =>
      verdict(client, name, loginAt(gate.url), { signal: stop.signal }),
    )
    await gate.waiting(operationNames.length)
    stop.abort()
    expect((await Promise.all(calls)).map(({ code }) => code)).toEqual(
      operationNames.map((name) => (isRead(name) ? 'cancelled' : 'not-sent')),
    )
    await gate.release()
    expect(secure.connections).toBe(operationNames.length)
    expect(secure.received).toBe('')
  })
})

describe('leave to go', () => {
  test('is asked for when the connection stands, and where it is gone no byte is sent', async () => {
    const trusted = await authority()
    const secure = await startPeer({ answer: answers, tls: await leaf({ by: trusted }) })
    const gate = await heldBack(secure)
    const client = newClient({ ca: trusted.cert })
    let asked = 0
    let isStopped = false
    const tryToLeave = (): boolean => {
      asked++
      return !isStopped
    }
    const calls = orders.map((name) => verdict(client, name, loginAt(gate.url), { tryToLeave }))
    await gate.waiting(orders.length)
    expect(asked).toBe(0)
    isStopped = true
    const released = gate.release()
    expect((await Promise.all(calls)).map(({ code }) => code)).toEqual(orders.map(() => 'not-sent'))
    expect(asked).toBe(orders.length)
    await client.close()
    await released
    expect(secure.connections).toBe(orders.length)
    expect(secure.received).toBe('')
  })

  test('that is given is asked for once, and the request goes as ever', async () => {
    const peer = await startPeer({ answer: answers })
    const client = newClient()
    for (const name of orders) {
      const tryToLeave = vi.fn(() => true)
      expect(await verdict(client, name, loginAt(peer.url), { tryToLeave })).toMatchObject({
        code: 'ok',
      })
      expect(tryToLeave).toHaveBeenCalledTimes(1)
    }
    expect(peer.posts).toHaveLength(orders.length)
  })

  test('is asked for anew by each, so that those after the stop stay on a connection that stands', async () => {
    const peer = await startPeer({ answer: answers })
    const client = newClient()
    let isStopped = false
    const tryToLeave = (): boolean => !isStopped
    const login = loginAt(peer.url)
    expect(await verdict(client, 'PlaceMultiOrder', login, { tryToLeave })).toMatchObject({
      code: 'ok',
    })
    isStopped = true
    expect(await verdict(client, 'PlaceMultiOrder', login, { tryToLeave })).toMatchObject({
      code: 'not-sent',
    })
    isStopped = false
    expect(await verdict(client, 'PlaceMultiOrder', login, { tryToLeave })).toMatchObject({
      code: 'ok',
    })
    expect(peer.posts).toHaveLength(2)
  })
})

/** Stands before a peer and holds what clients say until it is released. */
async function heldBack(peer: Peer) {
  const held: net.Socket[] = []
  const server = net.createServer((socket) => {
    held.push(socket.pause().on('error', () => undefined))
    server.emit('held')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return {
    url: peer.url.replace(String(peer.port), String((server.address() as net.AddressInfo).port)),
    waiting: async (count: number) => {
      while (held.length < count) await once(server, 'held')
    },
    /** Resolves when every client has gone. */
    release: async () => {
      await Promise.all(
        held.map(async (socket) => {
          const inner = net.connect(peer.port, '127.0.0.1').on('error', () => undefined)
          socket.pipe(inner).pipe(socket)
          await once(socket, 'close')
          inner.destroy()
        }),
      )
    },
  }
}

describe('connections', () => {
  test('of orders are not held up by polls or by other orders that hang', async () => {
    const arrived = arrivals(48)
    const peer = await startPeer({
      answer: (socket, post) => {
        if (post.body.includes('quick')) socket.write(placed)
        else arrived.note()
      },
    })
    const client = newClient()
    const login = loginAt(peer.url)
    const stop = new AbortController()
    const hanging = Array.from({ length: 24 }, (_, at) => [
      client.call('OrderBook', login, {}, { signal: stop.signal }),
      client.call('CancelAllOrder', login, { strategy: `S${at}` }, { signal: stop.signal }),
    ]).flat()
    await arrived.all
    expect(await cancelNamed(client, login, 'quick')).toMatchObject({ ok: true })
    stop.abort()
    await Promise.all(hanging)
  })

  test('are kept for the next call', async () => {
    const peer = await startPeer({ answer: answers })
    const client = newClient()
    for (let round = 0; round < 5; round += 1) {
      await verdict(client, 'Funds', loginAt(peer.url))
      await verdict(client, 'PlaceMultiOrder', loginAt(peer.url))
    }
    expect(peer.connections).toBe(2)
  })

  test('never give a late answer to the next call', async () => {
    const late = Promise.withResolvers<net.Socket>()
    const peer = await startPeer({
      answer: (socket, post) => {
        if (post.body.includes('slow')) late.resolve(socket)
        else socket.write(json([{ status: 'success', data: { orderid: '2' } }]))
      },
    })
    const client = newClient()
    const login = loginAt(peer.url)
    const stop = new AbortController()
    const { signal } = stop
    const slow = client.call('CancelAllOrder', login, { strategy: 'slow' }, { signal })
    const socket = await late.promise
    // As its deadline would, which on a busy machine may come before the request.
    stop.abort()
    expect(await slow).toMatchObject({ error: { code: 'in-doubt' } })
    socket.write(json([{ status: 'success', data: { orderid: '1' } }]))
    expect(await cancelNamed(client, login, 'next')).toEqual({
      ok: true,
      value: { outcomes: [[{ ok: true, value: { orderid: '2' } }]] },
    })
  })
})

describe('closing', () => {
  test('lets orders have their answer, breaks reads off, and takes nothing more', async () => {
    const arrived = arrivals(2)
    const waiting: net.Socket[] = []
    const peer = await startPeer({
      answer: (socket, { path }) => {
        if (path.endsWith('CancelAllOrder')) waiting.push(socket)
        arrived.note()
      },
    })
    const client = createServiceClient()
    const login = loginAt(peer.url)
    const read = client.call('Funds', login, {})
    const exit = client.call('CancelAllOrder', login, {})
    await arrived.all
    const closed = client.close()
    expect(await read).toMatchObject({ error: { code: 'cancelled' } })
    expect(await verdict(client, 'PlaceMultiOrder', login)).toMatchObject({ code: 'not-sent' })
    for (const socket of waiting) socket.write(placed)
    expect(await exit).toMatchObject({ ok: true })
    await closed
    expect(peer.posts).toHaveLength(2)
  })
})

test('every operation posts its own path with the documented envelope', async () => {
  const peer = await startPeer({ answer: answers })
  const client = newClient()
  const login = loginAt(`${peer.url}/base/`)
  for (const name of operationNames) await verdict(client, name, login)
  for (const [at, name] of operationNames.entries()) {
    const { path, body } = peer.posts[at]!
    expect(path).toBe(`/base/v1/${name}`)
    const { apiKey: api_key, apiSecret: api_secret } = login.keys
    const params = paramsOf(login)[name]
    const data =
      'orders' in params
        ? {
            orders: params.orders.map((order) => ({
              api_key,
              api_secret,
              data: { ...order.params, broker: 'ZE' },
            })),
          }
        : { ...params, broker: 'ZE' }
    expect(JSON.parse(body)).toEqual({ api_key, api_secret, data })
  }
})

test('only a book may be larger than a megabyte: an order in such an answer is in doubt', async () => {
  const padding = 'x'.repeat(1024 * 1024)
  const peer = await startPeer({
    answer: (socket, { path }) => {
      const name = operationNames.find((one) => path.endsWith(`/${one}`))!
      socket.write(json({ status: 'success', data: [], padding: [padding], of: name }))
    },
  })
  const client = newClient()
  const login = loginAt(peer.url)
  for (const name of [...orders, 'Funds'] as const) {
    const { code, reply } = await verdict(client, name, login)
    expect(code, name).toBe(name === 'Funds' ? 'unreadable' : 'in-doubt')
    expect(JSON.stringify(reply)).toContain('over 1048576 bytes')
  }
  expect(await verdict(client, 'OrderBook', login)).toMatchObject({ code: 'ok' })
})

test('an order leaves before the next step of a long work, by a connection that stands', async () => {
  const peer = await startPeer({ answer: answers })
  const client = newClient()
  const rounds: string[][] = []
  // A loop that stands still for milliseconds lets works go on.
  for (let round = 0; round < 5; round++) {
    const happened: string[] = []
    const work = nextTurn().then(() => happened.push('work'))
    const tryToLeave = (): boolean => happened.push('order') > 0
    await verdict(client, 'CancelAllOrder', loginAt(peer.url), { tryToLeave })
    await work
    rounds.push(happened)
  }
  expect(rounds.slice(1)).toContainEqual(['order', 'work'])
})
