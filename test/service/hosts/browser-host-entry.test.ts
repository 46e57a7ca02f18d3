import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHost, upgrade } from './browser-host.ts'

type Host = Awaited<ReturnType<typeof startHost>>
let at: Host
beforeAll(async () => {
  at = await startHost()
})
afterAll(() => at.host.stop())

const hostsOf = ({ own, hostname, port }: Host): (string | null)[] => [
  own,
  null,
  '',
  hostname,
  `${hostname}:${port + 1}`,
  `127.0.0.1:${port}`,
  `localhost:${port}`,
  'localhost',
  `127.1:${port}`,
  `0.0.0.0:${port}`,
  `[::1]:${port}`,
  `${own}.`,
  `user@${own}`,
  `rebound.test:${port}`,
  `${hostname}.rebound.test:${port}`,
]

const originsOf = ({ own, hostname, origin, port }: Host): (string | null)[] => [
  origin,
  null,
  '',
  'null',
  'file://',
  `https://${own}`,
  `${origin}/`,
  `${origin}.rebound.test`,
  `http://localhost:${port}`,
  `http://127.0.0.1:${port}`,
  `http://${hostname}:${port + 1}`,
  `http://${hostname}`,
  `http://rebound.test:${port}`,
  `${origin}, ${origin}`,
]

const sitesOf = (): (string | null)[] => [null, 'same-origin', 'same-site', 'cross-site']

const given = (name: string, value: string | null) => (value === null ? {} : { [name]: value })

/** Every host with every origin, told or untold where the request was made. */
const callers = (host: Host) =>
  hostsOf(host).flatMap((name) =>
    originsOf(host).flatMap((origin) =>
      sitesOf().map((site) => ({
        headers: {
          ...given('Host', name),
          ...given('Origin', origin),
          ...given('Sec-Fetch-Site', site),
        },
        isOwn:
          name === host.own && origin === host.origin && (site === null || site === 'same-origin'),
      })),
    ),
  )

describe('The browser host', () => {
  it('takes the token from no other host, origin or site, over hundreds of combinations', async () => {
    const strangers = callers(at).filter(({ isOwn }) => !isOwn)
    expect(strangers.length).toBeGreaterThanOrEqual(300)
    for (const { headers } of strangers) {
      const { status, headers: got } = await at.ask({
        method: 'POST',
        path: '/session',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ token: at.token }),
      })
      expect([400, 403], JSON.stringify(headers)).toContain(status)
      expect(got['set-cookie'], JSON.stringify(headers)).toBeUndefined()
    }
  })

  it('refuses wrong tokens and wrong forms without using up the right one', async () => {
    const wrong = [
      '',
      'x',
      at.token.slice(1),
      `${at.token}x`,
      at.token.toUpperCase(),
      '_'.repeat(20),
    ]
    for (const token of wrong) expect((await at.enter({}, token)).status, token).toBe(403)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      expect((await at.enter({ 'Content-Type': type })).status, type).toBe(415)
    }
    const own = { Host: at.own, Origin: at.origin, 'Content-Type': 'application/json' }
    const bodies = [
      '',
      '{',
      '[]',
      'null',
      `"${at.token}"`,
      JSON.stringify({ token: [at.token] }),
      JSON.stringify({ token: at.token, more: 1 }),
      JSON.stringify({ token: 'x'.repeat(100_000) }),
    ]
    for (const body of bodies) {
      const { status } = await at.ask({ method: 'POST', path: '/session', headers: own, body })
      expect(status, body.slice(0, 40)).toBe(403)
    }
  })

  it('opens its socket to the cookie alone, from its own page alone', async () => {
    const before = await startHost()
    const { cookie } = await before.window()
    const name = cookie.split('=')[0]!
    const cookies = [
      cookie,
      null,
      '',
      `${name}=`,
      `${name}=${before.token}`,
      `${cookie}x`,
      `x${cookie}`,
    ]
    let opened = 0
    let refused = 0
    for (const { headers, isOwn } of callers(before)) {
      // A wrong cookie is wrong wherever it is said to come from.
      for (const held of 'Sec-Fetch-Site' in headers ? [cookie] : cookies) {
        const { status } = await before.ask({
          path: '/bridge',
          headers: { ...upgrade, ...headers, ...given('Cookie', held) },
        })
        const isWelcome = isOwn && held === cookie
        const what = JSON.stringify({ headers, held })
        if (isWelcome) expect(status, what).toBe(101)
        else expect([400, 403], what).toContain(status)
        if (isWelcome) opened += 1
        else refused += 1
      }
    }
    expect(opened).toBe(2)
    expect(refused).toBeGreaterThan(1500)
    await before.host.stop()
  })

  it('opens no socket at another path, or by another method', async () => {
    const own = await startHost()
    const headers = {
      ...upgrade,
      Host: own.own,
      Origin: own.origin,
      Cookie: (await own.window()).cookie,
    }
    for (const path of ['/', '/bridge/', '/bridge?x', '/session', '/BRIDGE', '//bridge']) {
      expect((await own.ask({ path, headers })).status, path).toBe(403)
    }
    expect((await own.ask({ method: 'POST', path: '/bridge', headers })).status).toBe(403)
    expect((await own.ask({ path: '/bridge', headers: { Host: own.own } })).status).toBe(404)
    await own.host.stop()
  })

  it('serves the page and its files to its exact host, and to no other', async () => {
    for (const host of hostsOf(at)) {
      const { status } = await at.ask({ path: '/', headers: given('Host', host) })
      if (host === at.own) expect(status).toBe(200)
      else expect([400, 403], String(host)).toContain(status)
    }
    for (const origin of originsOf(at).filter((one) => one !== null && one !== at.origin)) {
      const headers = { Host: at.own, Origin: origin! }
      expect((await at.ask({ path: '/', headers })).status, origin!).toBe(403)
    }
  })

  it('refuses a request with two hosts', async () => {
    const socket = connect(at.port, at.hostname)
    socket.end(
      `GET / HTTP/1.1\r\nHost: ${at.own}\r\nHost: rebound.test\r\nConnection: close\r\n\r\n`,
    )
    let text = ''
    for await (const part of socket) text += String(part)
    expect(text).toMatch(/^HTTP\/1\.1 40[03] /)
    expect(text).not.toContain('<title>')
  })

  it('serves what was built, by exact path, and nothing else of the disk', async () => {
    const headers = { Host: at.own }
    const script = await at.ask({ path: '/assets/index.js', headers })
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8')
    const wrong = [
      '/../secret.html',
      '/assets/../../secret.html',
      '/%2e%2e/secret.html',
      '/..%2fsecret.html',
      '/..%5csecret.html',
      '/..\\secret.html',
      '/assets/..%00/secret.html',
      '/assets',
      '/assets/',
      '//index.html',
      '/./index.html',
      '/index.html/',
      '/index.html?x',
      '/INDEX.HTML',
      '/__proto__',
      '/constructor',
      `${at.origin}/index.html`,
      '*',
    ]
    for (const path of wrong) {
      expect((await at.ask({ path, headers })).status, path).toBe(404)
    }
  })

  it('knows few methods', async () => {
    const headers = { Host: at.own, Origin: at.origin }
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND']) {
      const { status, headers: got } = await at.ask({ method, path: '/', headers })
      expect({ status, allow: got['allow'] }, method).toEqual({ status: 405, allow: 'GET, HEAD' })
    }
    for (const method of ['PUT', 'DELETE', 'OPTIONS', 'HEAD']) {
      expect((await at.ask({ method, path: '/session', headers })).status, method).toBe(405)
    }
    expect(await at.ask({ method: 'HEAD', path: '/', headers })).toMatchObject({
      status: 200,
      body: '',
    })
  })

  it('sends the same strict headers with every answer, good or bad', async () => {
    for (const path of ['/', '/nowhere', '/session']) {
      const { headers } = await at.ask({ path, headers: { Host: at.own } })
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
      expect(policy).toContain(`connect-src 'self' ws://${at.own}/bridge`)
      expect(policy).not.toMatch(/unsafe|\*|data:/)
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      })
      expect(headers['access-control-allow-origin']).toBeUndefined()
    }
  })

  it('parts windows that open each other where a browser can, and keeps other origins away in all', async () => {
    const policyFor = async (agent: string): Promise<unknown> => {
      const { headers } = await at.ask({
        path: '/',
        headers: { Host: at.own, 'User-Agent': agent },
      })
      return headers['cross-origin-opener-policy']
    }
    const chromium = (version: number): string =>
      `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/${version}.0.0.0 Safari/537.36`
    expect(await policyFor(chromium(131))).toBe('noopener-allow-popups')
    expect(await policyFor(chromium(130))).toBe('same-origin')
    for (const other of ['', 'Mozilla/5.0 (X11; rv:140.0) Gecko/20100101 Firefox/140.0', 'Chrome/'])
      expect(await policyFor(other), other).toBe('same-origin')
  })

  it('changes the right token for a cookie once, and knows that cookie from then on', async () => {
    const own = { Host: at.own }
    expect((await at.ask({ path: '/session', headers: own })).status).toBe(403)
    const { status, headers } = await at.enter()
    expect(status).toBe(200)
    const [set] = headers['set-cookie'] as string[]
    expect(set).toMatch(/^quarterdeck-\d+=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/)
    expect(set).not.toContain(at.token)

    expect((await at.enter()).status).toBe(403)
    expect((await at.enter({ Cookie: set!.split(';')[0]! })).status).toBe(403)
    const Cookie = `other=1; ${set!.split(';')[0]!}`
    expect((await at.ask({ path: '/session', headers: { ...own, Cookie } })).status).toBe(204)
  })

  it('forgets a token that nobody used within ten minutes', async () => {
    let now = 1000
    const late = await startHost({ now: () => now })
    now += 10 * 60_000 + 1
    expect((await late.enter()).status).toBe(403)
    await late.host.stop()
    const early = await startHost({ now: () => now })
    now += 10 * 60_000
    expect((await early.enter()).status).toBe(200)
    await early.host.stop()
  })

  it('listens on the loopback alone', async () => {
    const { networkInterfaces } = await import('node:os')
    const others = Object.values(networkInterfaces())
      .flat()
      .filter((one) => one !== undefined && !one.internal && one.family === 'IPv4')
    for (const other of others) {
      const refused = await new Promise((resolve) => {
        const socket = connect(at.port, other!.address)
        socket.once('connect', () => resolve(false))
        socket.once('error', () => resolve(true))
      })
      expect(refused, other!.address).toBe(true)
    }
    expect(at.host.newAddress()).toMatch(/^http:\/\/127\.\d+\.\d+\.\d+:\d+\/#[\w-]{40}$/)
  })
})
