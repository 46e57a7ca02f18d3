import { request } from 'node:http'
import { expect, it } from 'vitest'
import { openPractice, keys, regular } from './practice-client.ts'

const order = JSON.stringify({ ...keys(), data: { orders: [{ ...keys(), data: regular() }] } })

/** As a browser or a bare client would ask: fetch of Node chooses some of these headers itself. */
function asked(
  url: string,
  { method = 'POST', path = '/v1/PlaceMultiOrder', headers = {} as Record<string, string> },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const asking = request(url + path, { method, headers }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
    })
    asking.once('error', reject)
    asking.end(method === 'POST' ? order : undefined)
  })
}

it('no page of a web site places an order or reads a book', async () => {
  const { practice } = await openPractice({ control: true })
  const { url } = practice
  const { port } = new URL(url)
  const pages: Record<string, string>[] = [
    { origin: 'https://evil.example', 'content-type': 'text/plain' },
    // A sandboxed page, or one that was redirected here.
    { origin: 'null', 'content-type': 'application/x-www-form-urlencoded' },
    { 'sec-fetch-site': 'cross-site' },
    // A name of its own that points here by now: to the browser it is the same site.
    { host: `evil.example:${port}` },
    { host: `evil.example:${port}`, origin: `http://evil.example:${port}` },
    { host: `127.0.0.1.evil.example:${port}` },
    { host: `localhost.evil.example:${port}` },
    { origin: url },
  ]
  for (const headers of pages) {
    const what = JSON.stringify(headers)
    expect(await asked(url, { headers }), what).toBe(403)
    expect(await asked(url, { headers, path: '/control/clear' }), what).toBe(403)
    expect(await asked(url, { headers, path: '/instruments', method: 'GET' }), what).toBe(403)
  }
  expect(practice.ledger.entries).toEqual([])
})

it('a client that sends what the document names, and no more, is answered', async () => {
  const { practice } = await openPractice()
  const { url } = practice
  const { port } = new URL(url)
  // The document names no header: the body is JSON, and that is all.
  const clients: Record<string, string>[] = [
    {},
    { 'content-type': 'application/json' },
    { 'content-type': 'text/plain;charset=UTF-8', 'sec-fetch-mode': 'cors' },
    { host: `localhost:${port}` },
  ]
  for (const headers of clients)
    expect(await asked(url, { headers }), JSON.stringify(headers)).toBe(200)
  expect(practice.ledger.entries).not.toEqual([])
})
