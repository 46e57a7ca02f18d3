import type { IncomingMessage, ServerResponse } from 'node:http'
import { type OperationName, operations } from '../../shared/service/operations.ts'

import { badGzip, gzipBomb } from './bombs.ts'
import {
  bareNa,
  casedIds,
  codeForId,
  contradictoryRows,
  duplicateRows,
  emptyLists,
  withErrorBeside,
  errorForSecond,
  failedExits,
  hostileTexts,
  idsInTurn,
  legsLeftOut,
  listForRecord,
  longIds,
  naForList,
  nested,
  netAndDay,
  nullFields,
  numericTexts,
  oddIds,
  otherClient,
  otherStates,
  pagedLists,
  pagedWithin,
  recordForList,
  rowsLeftOut,
  shortFills,
  stringData,
  textForId,
  unknownFields,
  unknownStatus,
  upperCase,
  withBrokersId,
} from './distort.ts'
import { envelope, errorEnvelope } from '../market/refusal.ts'
import type { HttpAnswer } from '../wire/http.ts'

export interface FaultSettings {
  /** Rows of a huge book. */
  rows: number
  /** Where a redirect points. */
  target: string
  /** Milliseconds: before a slow answer, or between two bytes of a dripping one. */
  delay: number
}

/** What a fault can do with one request. */
interface FaultScene {
  operation: OperationName
  request: IncomingMessage
  response: ServerResponse
  settings: FaultSettings
  /** Acts on the request, or on what is made of it, and gives the true answer. */
  act(rewrite?: (asked: unknown) => unknown): HttpAnswer
  /** A body of many rows for this operation; undefined where its result is one record. */
  abundance(rows: number): Buffer | undefined
  /** Runs after a while, unless the connection is gone by then. */
  later(delay: number, run: () => void): void
}

export interface Fault {
  does: string
  run(scene: FaultScene): void
}

const send = (
  { response }: FaultScene,
  { status, body }: HttpAnswer,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    ...headers,
  })
  response.end(body)
}

const refuse = (scene: FaultScene, status: number, message: string): void =>
  send(scene, { status, body: JSON.stringify(errorEnvelope(message)) })

const reset = ({ request }: FaultScene): void => void request.socket.resetAndDestroy()
const close = ({ request }: FaultScene): void => void request.socket.destroy()
const plain = (scene: FaultScene, status: number, text: string, type = 'text/plain'): void =>
  send(scene, { status, body: text }, { 'Content-Type': type })

/** The true answer, its successful body rewritten. Refusals pass unchanged. */
const rewritten = (does: string, rewrite: (body: string, scene: FaultScene) => string): Fault => ({
  does,
  run(scene) {
    const { status, body } = scene.act()
    send(scene, { status, body: status === 200 ? rewrite(String(body), scene) : body })
  },
})

const redirected = (status: number): Fault => ({
  does: `redirects with ${status}, without acting`,
  run(scene) {
    send(scene, { status, body: '' }, { Location: scene.settings.target })
  },
})

const page = '<!doctype html><title>Maintenance</title><h1>We will be back soon</h1>'

/** What a service of Python says when an inner answer was none. */
const unknownNo = "'NoneType' object is not subscriptable"

/** Every fault by its name. Where the name does not say 'before', the request has been acted on. */
export const faults = {
  slow: {
    does: 'acts, and answers after `delay` milliseconds (3000)',
    run(scene) {
      const answer = scene.act()
      scene.later(scene.settings.delay || 3000, () => send(scene, answer))
    },
  },
  drip: {
    does: 'acts, and sends the answer byte by byte, `delay` milliseconds (100) apart',
    run(scene) {
      const body = Buffer.from(scene.act().body)
      scene.response.writeHead(200, {
        'Content-Type': 'application/json',
        'Content-Length': body.length,
      })
      const drop = (sent: number): void => {
        if (sent === body.length) return void scene.response.end()
        scene.response.write(body.subarray(sent, sent + 1))
        scene.later(scene.settings.delay || 100, () => drop(sent + 1))
      }
      drop(0)
    },
  },
  'slow-headers': {
    does: 'acts, and sends the header byte by byte, `delay` milliseconds (100) apart',
    run(scene) {
      const { body } = scene.act()
      const text = `HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${String(body)}`
      const drop = (sent: number): void => {
        if (sent === text.length) return void scene.request.socket.end()
        scene.request.socket.write(text.charAt(sent))
        scene.later(scene.settings.delay || 100, () => drop(sent + 1))
      }
      drop(0)
    },
  },
  hang: { does: 'acts, and never answers', run: (scene) => void scene.act() },
  'hang-before': { does: 'neither acts nor answers', run: () => undefined },
  'reset-before': { does: 'resets the connection without acting', run: reset },
  'reset-after': {
    does: 'acts, and resets the connection',
    run(scene) {
      scene.act()
      reset(scene)
    },
  },
  'close-before': { does: 'closes the connection without acting', run: close },
  'close-after': {
    does: 'acts, and closes the connection without a reply',
    run(scene) {
      scene.act()
      close(scene)
    },
  },
  '5xx-before': {
    does: 'answers 500 in plain text, without acting',
    run: (scene) => plain(scene, 500, 'Internal Server Error'),
  },
  '5xx-after': {
    does: 'acts, and answers 500 in plain text',
    run(scene) {
      scene.act()
      plain(scene, 500, 'Internal Server Error')
    },
  },
  'gateway-after': {
    does: 'acts, and answers 504 with a page, as a proxy that lost patience',
    run(scene) {
      scene.act()
      plain(scene, 504, page, 'text/html')
    },
  },
  'error-5xx': {
    does: 'answers 500 with an error envelope, without acting',
    run: (scene) => refuse(scene, 500, 'The broker is not reachable'),
  },
  cut: {
    does: 'acts, promises the whole body, sends half and closes',
    run(scene) {
      const body = Buffer.from(scene.act().body)
      scene.response.writeHead(200, {
        'Content-Type': 'application/json',
        'Content-Length': body.length,
      })
      scene.response.write(body.subarray(0, body.length >> 1), () => close(scene))
    },
  },
  'cut-json': rewritten('sends half of the JSON as if it were all', (body) =>
    body.slice(0, body.length >> 1),
  ),
  html: {
    does: 'acts, and answers 200 with a page',
    run(scene) {
      scene.act()
      plain(scene, 200, page, 'text/html')
    },
  },
  empty: {
    does: 'acts, and answers 200 with no body',
    run(scene) {
      scene.act()
      send(scene, { status: 200, body: '' })
    },
  },
  'not-http': {
    does: 'acts, and answers with bytes that are not HTTP',
    run({ act, request }) {
      act()
      request.socket.end('\u0000\u0001 BYE\r\n\r\n')
    },
  },
  'bad-content-length': {
    does: 'acts, and promises a body of an impossible length',
    run({ act, request }) {
      request.socket.end(`HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n${String(act().body)}`)
    },
  },
  'gzip-bomb': {
    does: 'acts, and answers a few kilobytes that unpack to 512 MB',
    run(scene) {
      scene.act()
      send(scene, { status: 200, body: gzipBomb() }, { 'Content-Encoding': 'gzip' })
    },
  },
  'bad-gzip': {
    does: 'acts, and answers bytes that claim to be gzip and are not',
    run(scene) {
      const body = badGzip(scene.act().body)
      send(scene, { status: 200, body }, { 'Content-Encoding': 'gzip' })
    },
  },
  'deep-json': {
    does: 'acts, and answers JSON a hundred thousand levels deep',
    run(scene) {
      scene.act()
      send(scene, { status: 200, body: '['.repeat(100_000) + ']'.repeat(100_000) })
    },
  },
  'list-for-record': rewritten('wraps every `data` in one list more', listForRecord),
  'record-for-list': rewritten('gives the first record where a list belongs', recordForList),
  nested: rewritten('hides the records one object deeper in `data`', nested),
  'string-data': rewritten('gives `data` as text', stringData),
  'bare-na': rewritten('writes NA, which is not JSON, for averages that are zero', bareNa),
  'numeric-text': rewritten('writes every number as text', numericTexts),
  'null-fields': rewritten('writes null for all but what identifies a record', nullFields),
  'wrong-case': rewritten('writes all field names of records in upper case', upperCase),
  'unknown-fields': rewritten('adds fields that nobody knows', unknownFields),
  'unknown-status': rewritten('gives statuses that nobody knows', unknownStatus),
  'text-for-id': rewritten('gives a reason where the id of an order belongs', textForId),
  'code-for-id': rewritten('gives an error’s code where the id of an order belongs', codeForId),
  'long-ids': rewritten('writes ids of orders as numbers of nineteen digits', longIds),
  'odd-ids': {
    does: 'spells ids of orders with blanks in answers, and with zeros in front in the order book',
    run(scene) {
      const { status, body } = scene.act(withBrokersId)
      send(scene, { status, body: status === 200 ? oddIds(String(body), scene.operation) : body })
    },
  },
  'cased-ids': {
    does: 'gives ids of orders letters, small ones in answers and capitals in lists',
    run(scene) {
      const { status, body } = scene.act(withBrokersId)
      send(scene, { status, body: status === 200 ? casedIds(String(body), scene.operation) : body })
    },
  },
  paged: rewritten('says of every result that there is more on another page', pagedLists),
  'paged-within': rewritten(
    'gives lists without their rows, and says deeper inside that there is another page',
    pagedWithin,
  ),
  'error-beside': rewritten('empties lists, with an error beside the success', withErrorBeside),
  'na-for-list': rewritten('writes "NA" in place of lists', naForList),
  'http-202': {
    does: 'acts, and empties lists, with the HTTP status of what is not done yet',
    run(scene) {
      const { status, body } = scene.act()
      send(
        scene,
        status === 200 ? { status: 202, body: emptyLists(String(body)) } : { status, body },
      )
    },
  },
  'http-206': {
    does: 'acts, and answers with the HTTP status of a part',
    run(scene) {
      send(scene, { status: 206, body: scene.act().body })
    },
  },
  'rows-left-out': rewritten('leaves out the first row of every list', rowsLeftOut),
  'legs-left-out': rewritten('leaves out the legs of brackets and covers', legsLeftOut),
  'contradictory-rows': rewritten(
    'gives every position twice, the second time as if nothing were held',
    contradictoryRows,
  ),
  'net-and-day': rewritten(
    'gives the positions twice, as they are and of the day alone',
    (body, { operation }) => (operation === 'PositionBook' ? netAndDay(body) : body),
  ),
  'other-client': rewritten('answers profiles as if the keys were another client’s', otherClient),
  'other-states': rewritten('calls the states of orders as other brokers do', otherStates),
  'short-fills': rewritten('calls orders done (Traded 50/100) of which half is filled', shortFills),
  'hostile-text': rewritten('gives texts that are HTML and script', hostileTexts),
  'duplicate-rows': rewritten('gives every row twice', duplicateRows),
  'empty-lists': rewritten('gives lists as if nothing were in them', emptyLists),
  'logged-out': {
    does: 'answers as some do where nobody is logged in: lists are empty, and all else is refused',
    run(scene) {
      const { kind, holds } = operations[scene.operation]
      if (kind === 'read' && holds === 'many')
        send(scene, { status: 200, body: JSON.stringify(envelope([])) })
      else refuse(scene, 200, 'Session expired. Please login again')
    },
  },
  'huge-book': {
    does: 'answers lists with `rows` rows (5000), without acting',
    run(scene) {
      const body = scene.abundance(scene.settings.rows || 5000)
      send(scene, body ? { status: 200, body } : scene.act())
    },
  },
  'error-element': {
    does: 'answers a list with an error among its elements; that one was not acted on',
    run(scene) {
      const error = JSON.stringify(errorEnvelope('Insufficient funds'))
      const rest = actOnRest(scene)
      const others = rest?.status === 200 ? elementsOf(String(rest.body)) : ''
      const body = `[${error}${others === '' ? '' : `,${others}`}]`
      send(scene, { status: 200, body })
    },
  },
  'unknown-no-before': {
    does: 'answers an error in words that nobody knows, without acting',
    run: (scene) => refuse(scene, 200, unknownNo),
  },
  'unknown-no-after': {
    does: 'acts, and answers an error in words that nobody knows',
    run(scene) {
      scene.act()
      refuse(scene, 200, unknownNo)
    },
  },
  'error-with-id': {
    does: 'acts, and answers an error that names the first order which it placed',
    run(scene) {
      const { body } = scene.act()
      const error = { ...errorEnvelope(unknownNo), data: firstPlacedIn(String(body)) }
      send(scene, { status: 200, body: JSON.stringify(error) })
    },
  },
  'error-with-id-within': rewritten(
    'answers a placement with a known no and a list, in which the first order stands that it placed',
    (body, { operation }) =>
      operations[operation].kind === 'place'
        ? JSON.stringify({ ...errorEnvelope('Insufficient funds'), data: [firstPlacedIn(body)] })
        : body,
  ),
  'ids-in-turn': rewritten(
    'acts, and gives each of several orders the id of the next one',
    (body, { operation }) => (operations[operation].kind === 'place' ? idsInTurn(body) : body),
  ),
  'exits-failed': rewritten(
    'acts, and says of each position and order that an exit is about that it failed',
    (body, { operation }) => (operations[operation].kind === 'exit' ? failedExits(body) : body),
  ),
  'results-twice': rewritten(
    'names each order that was cancelled, and each position that is being closed, twice',
    (body, { operation }) =>
      operations[operation].kind === 'exit' ? JSON.stringify(doubled(JSON.parse(body))) : body,
  ),
  'gate-among-results': rewritten(
    'answers ‘too many requests’ for the second of several orders or slices, which it placed',
    (body, { operation }) =>
      operations[operation].kind === 'place'
        ? errorForSecond(body, errorEnvelope('Too many requests'))
        : body,
  ),
  'one-no-for-all': {
    does: 'acts on the first order of several, and answers one error for all of them',
    run(scene) {
      scene.act(onlyFirstOfSeveral)
      refuse(scene, 200, 'Insufficient funds')
    },
  },
  'rate-limit': {
    does: 'answers 429, without acting',
    run(scene) {
      const body = JSON.stringify(errorEnvelope('Too many requests'))
      send(scene, { status: 429, body }, { 'Retry-After': '1' })
    },
  },
  'keys-refused-401': {
    does: 'answers 401, without acting',
    run: (scene) => refuse(scene, 401, 'Invalid api_key or api_secret'),
  },
  'keys-refused-403': {
    does: 'answers 403, without acting',
    run: (scene) => refuse(scene, 403, 'Access denied: session expired'),
  },
  'ip-refused': {
    does: 'answers 403 for an unregistered IP address, without acting',
    run: (scene) => refuse(scene, 403, 'Request from an unregistered IP address'),
  },
  'redirect-301': redirected(301),
  'redirect-302': redirected(302),
  'redirect-303': redirected(303),
  'redirect-307': redirected(307),
  'redirect-308': redirected(308),
} as const satisfies Record<string, Fault>

export type FaultName = keyof typeof faults
export const faultNames = Object.keys(faults) as FaultName[]

/** Acts on all but the first order of a multi-order request; on nothing else that places or exits. */
function actOnRest(scene: FaultScene): HttpAnswer | undefined {
  const { kind, multi } = operations[scene.operation]
  if (kind === 'read') return scene.act()
  return multi ? scene.act(withoutFirstOrder) : undefined
}

const withoutFirstOrder = (asked: unknown): unknown => someOrders(asked, 1)
/** A request of one order is left without any: nothing of it is acted on. */
function onlyFirstOfSeveral(asked: unknown): unknown {
  const { data } = asked as { data?: { orders?: unknown } }
  const isOfSeveral = Array.isArray(data?.orders) && data.orders.length > 1
  return isOfSeveral ? someOrders(asked, 0, 1) : {}
}

function someOrders(asked: unknown, ...range: [from: number, to?: number]): unknown {
  const { data } = asked as { data?: { orders?: unknown } }
  return Array.isArray(data?.orders)
    ? { ...(asked as object), data: { orders: data.orders.slice(...range) } }
    : asked
}

/** What a placement was told first; nothing where the answer names no order. */
function firstPlacedIn(body: string): { orderid: string } | undefined {
  const orderid = /"orderid":"([^"]+)"/.exec(body)?.[1]
  return orderid === undefined ? undefined : { orderid }
}

const doubled = (list: unknown): unknown =>
  Array.isArray(list) ? (list as unknown[]).flatMap((one) => [one, one]) : list

const elementsOf = (body: string): string => (body.startsWith('[') ? body.slice(1, -1) : body)

export const isFaultName = (name: unknown): name is FaultName =>
  typeof name === 'string' && Object.hasOwn(faults, name)
