import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refusal, errorEnvelope } from '../market/refusal.ts'

export interface HttpAnswer {
  status: number
  body: string | Buffer
}

const MOST_BYTES = 1_000_000
/** An oversized body is read to its end, so that the answer can be read too; within reason. */
const MOST_DRAINED = 32_000_000

/** The body's bytes, or nothing when there are too many. */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= MOST_BYTES) chunks.push(chunk)
    if (size > MOST_DRAINED) break
  }
  return size <= MOST_BYTES ? Buffer.concat(chunks) : undefined
}

/** Names that no stranger can point here. */
const ownHost = /^(127\.0\.0\.1|localhost)(:\d{1,5})?$/i

/**
 * Whether a page in a browser asks: it says where it is from, or calls this machine by a name of
 * its own. Of headers the service's document says nothing, so a client needs none of them.
 */
export function isOfPage({ headersDistinct }: IncomingMessage): boolean {
  const { host = [], origin, 'sec-fetch-site': site = [] } = headersDistinct
  const isForUs = host.length === 1 && ownHost.test(host[0]!)
  // What a person types into the address bar is of no page.
  return !isForUs || origin !== undefined || site.some((from) => from !== 'none')
}

export function parseJson(body: Buffer | undefined): unknown {
  if (!body) throw new Refusal(413, `the request is larger than ${MOST_BYTES} bytes`)
  try {
    return JSON.parse(body.toString())
  } catch {
    throw new Refusal(400, 'the request is not JSON')
  }
}

export function reply(response: ServerResponse, { status, body }: HttpAnswer): void {
  if (status === 413) response.setHeader('Connection', 'close')
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
}

export const refusal = (status: number, message: string): HttpAnswer => ({
  status,
  body: JSON.stringify(errorEnvelope(message)),
})

/** A Refusal thrown on the way becomes its answer. */
export function answerOrRefusal(run: () => HttpAnswer): HttpAnswer {
  try {
    return run()
  } catch (error) {
    if (error instanceof Refusal) return refusal(error.status, error.message)
    throw error
  }
}

/** What a peer gets that does not speak HTTP. */
export function notHttp(): string {
  const { body } = refusal(400, 'the request is not HTTP')
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${String(body)}`
}
