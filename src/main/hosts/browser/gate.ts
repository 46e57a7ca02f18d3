import type { IncomingMessage } from 'node:http'

/** Where the page posts its token, and asks whether it is still known. */
const sessionPath = '/session'
export const bridgePath = '/bridge'

/** The only names under which this server answers. */
export interface Address {
  host: string
  origin: string
}

export const addressOf = ({ name, port }: { name: string; port: number }): Address => ({
  host: `${name}:${port}`,
  origin: `http://${name}:${port}`,
})

/** The part of a request that decides where it goes. */
export type RequestHead = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'headersDistinct'>

export type Route =
  | { to: 'file'; path: string }
  | { to: 'enter' }
  | { to: 'ask' }
  | { to: 'refusal'; status: 403 | 404 | 405 | 415; allow?: string }

/** Decides about an ordinary request. The session itself is not looked at here. */
export function route(knock: RequestHead, own: Address): Route {
  if (!comesTo(knock, own) || !mayComeFrom(knock, own)) return { to: 'refusal', status: 403 }
  const { method, url = '' } = knock
  if (url === bridgePath) return { to: 'refusal', status: 404 }
  if (url === sessionPath) {
    if (method === 'GET')
      return isFromOwnPage(knock) ? { to: 'ask' } : { to: 'refusal', status: 403 }
    if (method !== 'POST') return { to: 'refusal', status: 405, allow: 'GET, POST' }
    if (!comesFrom(knock, own)) return { to: 'refusal', status: 403 }
    // A type that no form and no plain cross-site request can have without asking first.
    if (knock.headers['content-type'] !== 'application/json') return { to: 'refusal', status: 415 }
    return { to: 'enter' }
  }
  if (method !== 'GET' && method !== 'HEAD') {
    return { to: 'refusal', status: 405, allow: 'GET, HEAD' }
  }
  return { to: 'file', path: url }
}

/** Decides about a WebSocket; the cookie is still to be looked at. */
export const mayConnect = (knock: RequestHead, own: Address): boolean =>
  knock.method === 'GET' && knock.url === bridgePath && comesTo(knock, own) && comesFrom(knock, own)

/** An exact Host, once: a name that an attacker points at this machine is not ours. */
const comesTo = ({ headersDistinct: { host } }: RequestHead, own: Address): boolean =>
  host?.length === 1 && host[0] === own.host

const comesFrom = (knock: RequestHead, own: Address): boolean => {
  const { origin } = knock.headersDistinct
  return origin?.length === 1 && origin[0] === own.origin && isFromOwnPage(knock)
}

const mayComeFrom = (knock: RequestHead, own: Address): boolean =>
  knock.headersDistinct.origin === undefined || comesFrom(knock, own)

/** Browsers that say where a request was made say so truthfully; the rest stay silent. */
const isFromOwnPage = ({ headers }: RequestHead): boolean =>
  (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin'
