import type { TlsOptions } from 'node:tls'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  createServiceClient,
  type Login,
  type ServiceClient,
} from '../../src/main/service/client.ts'
import { operationNames } from '../../src/shared/service/operations.ts'
import { authority, type Certificate, leaf } from './certificates.ts'
import { http, json, type PeerOptions, startPeer } from './peer.ts'
import { canary, isRead, loginAt, paramsOf, sampleAnswer, verdict } from './samples.ts'

const deadline = 2_000
const answersWell: PeerOptions['answer'] = (socket, { path }) =>
  void socket.write(json(sampleAnswer(operationNames.find((name) => path.endsWith(`/${name}`))!)))

const codesWith = async (client: ServiceClient, login: Login): Promise<Set<string>> =>
  new Set(
    await Promise.all(
      operationNames.map(async (name) => (await verdict(client, name, login, { deadline })).code),
    ),
  )

const codesAt = async (login: Login, ca?: string): Promise<Set<string>> => {
  const client = createServiceClient(ca === undefined ? {} : { ca })
  const codes = await codesWith(client, login)
  await client.close()
  return codes
}

describe('keys at a redirect', () => {
  test.each([301, 302, 303, 307, 308])('%i sends no byte to the second address', async (status) => {
    const second = await startPeer({ answer: answersWell })
    const first = await startPeer({
      answer: (socket, { path }) =>
        void socket.write(http(status, '', { location: `${second.url}${path}` })),
    })
    expect(await codesAt(loginAt(first.url))).toEqual(new Set(['unreadable', 'in-doubt']))
    expect(first.posts).toHaveLength(operationNames.length)
    expect(second).toMatchObject({ connections: 0, received: '' })
  })
})

describe('keys and certificates', () => {
  let trusted: Certificate
  let trustedRsa: Certificate
  let stranger: Certificate
  beforeAll(async () => {
    trusted = await authority()
    trustedRsa = await authority('Test RSA authority', 'rsa')
    stranger = await authority('Another authority')
  })

  const bad: Record<string, () => Promise<TlsOptions>> = {
    expired: () => leaf({ by: trusted, from: -30, to: -1 }),
    'not yet valid': () => leaf({ by: trusted, from: 2, to: 30 }),
    'for another address': () => leaf({ by: trusted, altNames: [{ type: 7, ip: '127.0.0.2' }] }),
    'for another name': () =>
      leaf({ by: trusted, altNames: [{ type: 2, value: 'api.example.com' }] }),
    'self-signed': () => leaf({}),
    'of an unknown authority': () => leaf({ by: stranger }),
    'of a stranger with the name of the trusted authority': async () =>
      leaf({ by: await authority() }),
    'for clients, not for servers': () => leaf({ by: trusted, purpose: 'clientAuth' }),
    'with a key too weak': async () => ({
      ...(await leaf({ by: trustedRsa, rsaBits: 1024 })),
      ciphers: 'DEFAULT@SECLEVEL=0',
    }),
    'signed by a certificate that is no authority': async () => {
      const middle = await leaf({ by: trusted })
      const last = await leaf({ by: middle })
      return { key: last.key, cert: `${last.cert}\n${middle.cert}` }
    },
    'offered over an outdated TLS': async () => ({
      ...(await leaf({ by: trusted })),
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    }),
  }

  test('a good certificate is accepted, so that the refusals below mean something', async () => {
    const peer = await startPeer({ answer: answersWell, tls: await leaf({ by: trusted }) })
    expect(await codesAt(loginAt(peer.url), trusted.cert)).toEqual(new Set(['ok']))
    expect(peer.received).toContain('canary')
  })

  test('a proxy that the environment names gets nothing: what is sent goes to the service itself', async () => {
    const proxy = await startPeer({ answer: answersWell })
    const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']
    for (const name of [...names, ...names.map((name) => name.toLowerCase())])
      vi.stubEnv(name, proxy.url)
    vi.stubEnv('NODE_USE_ENV_PROXY', '1')
    onTestFinished(() => void vi.unstubAllEnvs())
    const client = createServiceClient({ ca: trusted.cert })
    for (const tls of [{ tls: await leaf({ by: trusted }) }, {}]) {
      const { url } = await startPeer({ answer: answersWell, ...tls })
      expect((await verdict(client, 'OrderBook', loginAt(url), { deadline: 20_000 })).code).toBe(
        'ok',
      )
    }
    await client.close()
    expect(proxy.connections).toBe(0)
  })

  describe.each([
    ['as usual', undefined],
    ['with checks switched off by the environment', '0'],
  ])('%s', (_, setting) => {
    beforeAll(() => {
      vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', setting)
    })
    afterAll(() => {
      vi.unstubAllEnvs()
    })

    test.each(Object.entries(bad))(
      'one %s gets no byte, also not at a second try',
      async (_, make) => {
        const peer = await startPeer({ answer: answersWell, tls: await make() })
        const client = createServiceClient({ ca: `${trusted.cert}\n${trustedRsa.cert}` })
        for (let attempt = 1; attempt <= 2; attempt += 1)
          expect(await codesWith(client, loginAt(peer.url))).toEqual(new Set(['not-sent']))
        await client.close()
        expect(peer.connections).toBeGreaterThanOrEqual(2 * operationNames.length)
        expect(peer.received).toBe('')
      },
    )
  })

  test('a session with a wrong host is not resumed into a trusted one', async () => {
    const peer = await startPeer({
      answer: answersWell,
      tls: {
        ...(await leaf({ by: trusted, altNames: [{ type: 7, ip: '127.0.0.2' }] })),
        maxVersion: 'TLSv1.2',
      },
    })
    const client = createServiceClient({ ca: trusted.cert })
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(await verdict(client, 'CancelAllOrder', loginAt(peer.url))).toMatchObject({
        code: 'not-sent',
      })
    await client.close()
    expect(peer.received).toBe('')
  })
})

describe('keys and addresses', () => {
  test.each([
    'http://api.example.com',
    'http://10.0.0.1:8080',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://0.0.0.0:1',
    'http://[::ffff:10.0.0.1]',
    'ftp://127.0.0.1',
    'https://user:word@127.0.0.1',
    'not an address',
  ])('%s is refused before any socket is opened', async (url) => {
    const connect = vi.spyOn((await import('node:net')).Socket.prototype, 'connect')
    expect(await codesAt(loginAt(url))).toEqual(new Set(['invalid']))
    expect(connect).not.toHaveBeenCalled()
    connect.mockRestore()
  })

  test('one request never carries the keys of another service', async () => {
    const peer = await startPeer({ answer: answersWell })
    const here = loginAt(peer.url)
    const elsewhere = loginAt('https://api.example.com')
    const [order] = paramsOf(elsewhere).PlaceMultiOrder.orders
    const client = createServiceClient()
    const reply = await client.call('PlaceMultiOrder', here, {
      orders: [...paramsOf(here).PlaceMultiOrder.orders, order!],
    })
    await client.close()
    expect(reply).toMatchObject({ ok: false, error: { code: 'invalid', field: 'orders.1' } })
    expect(peer.connections).toBe(0)
  })
})

const text = (secret: string): Record<string, string> => ({
  raw: secret,
  JSON: JSON.stringify(secret).slice(1, -1),
  URL: encodeURIComponent(secret),
  base64: Buffer.from(secret).toString('base64'),
  'base64 with a name before it': Buffer.from(`key=${secret};`).toString('base64'),
  'base64 of both': Buffer.from(`${canary.apiKey}:${secret}`).toString('base64'),
  hex: Buffer.from(secret).toString('hex'),
  'upper-case hex': Buffer.from(secret).toString('hex').toUpperCase(),
  'UTF-16': [...secret].join('\0'),
})

/** Every text of a reply, however deep, with its names. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => [name, ...textsOf(item)])
}

describe.each(Object.entries(text(canary.apiSecret)))(
  'a service that echoes a key, %s',
  (_, echo) => {
    const answers: Record<string, Buffer> = {
      'in an error': json({ status: 'error', error_msg: `No such key: ${echo}.` }, 403),
      'in a list of errors': json([{ status: 'error', error_msg: echo }]),
      'as its data': json({ status: 'success', data: `Hello ${echo}` }),
      'in a record': json({
        status: 'success',
        data: { orderid: echo, symbol: `x${echo}`, client_id: echo, [echo]: 1, bookedpnl: echo },
      }),
      'in a page': http(200, `<p>${echo}</p>`),
      'in a header': http(302, '', { location: `https://x.invalid/?${encodeURIComponent(echo)}` }),
    }
    test.each(Object.entries(answers))('%s, never sees it get out', async (_, answer) => {
      const peer = await startPeer({ answer: (socket) => void socket.write(answer) })
      const client = createServiceClient()
      for (const name of operationNames) {
        const { reply } = await verdict(client, name, loginAt(peer.url), { deadline })
        for (const said of textsOf(reply))
          for (const form of Object.values({ ...text(canary.apiSecret), ...text(canary.apiKey) }))
            expect(said.includes(form), `${name} says ${said}`).toBe(false)
      }
      const raw = await client.fetch('OrderBook', loginAt(peer.url), {})
      if (raw.ok) expect(raw.value.bytes.includes(echo)).toBe(false)
      await client.close()
    })
  },
)

test('keys are nowhere in an error about a wrong parameter', async () => {
  const client = createServiceClient()
  const login = loginAt('http://127.0.0.1:9')
  for (const name of operationNames.filter(isRead)) {
    const reply = await client.call(name, login, { [canary.apiKey]: 1 } as never)
    expect(reply).toMatchObject({ ok: false, error: { code: 'invalid' } })
  }
  await client.close()
})
