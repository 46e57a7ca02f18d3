import type { Socket } from 'node:net'
import * as zlib from 'node:zlib'
import type { ErrorCode } from '../../src/shared/core/errors.ts'
import { http, json, type PeerOptions } from './peer.ts'

export interface Fault extends PeerOptions {
  /** What a read comes to, and what a placement or an exit does. */
  read: ErrorCode
  order: ErrorCode
  /** Of a placement, where that differs. */
  placement?: ErrorCode
}

export const cap = 256 * 1024

const error = (words: string): unknown => ({ status: 'error', error_msg: words, error_type: 'E' })
const html = '<!doctype html><title>Welcome</title><h1>Sign in</h1>'
const bomb = zlib.gzipSync(Buffer.alloc(64 * cap, ' '))
const gzipped = { 'content-encoding': 'gzip' }
const success = JSON.stringify({ status: 'success', data: { orderid: '1', broker: 'ZE' } })

const says = (bytes: Buffer | string) => ({ answer: (socket: Socket) => void socket.write(bytes) })
const saysAndEnds = (bytes: Buffer | string) => ({
  answer: (socket: Socket) => void socket.end(bytes),
})
const saysAndResets = (bytes: Buffer | string) => ({
  answer: (socket: Socket) => void socket.write(bytes, () => socket.resetAndDestroy()),
})
const redirect = (status: number) =>
  ({
    ...says(http(status, '', { location: 'https://127.0.0.1:1/v1/Elsewhere' })),
    read: 'unreadable',
    order: 'in-doubt',
  }) satisfies Fault
const lost = { read: 'no-answer', order: 'in-doubt' } as const
const late = { read: 'too-late', order: 'in-doubt' } as const
const garbled = { read: 'unreadable', order: 'in-doubt' } as const

function drip(bytes: Buffer) {
  return (socket: Socket): void => {
    let at = 0
    const timer = setInterval(() => socket.write(bytes.subarray(at, (at += 1))), 15)
    socket.on('close', () => clearInterval(timer))
  }
}

/** Ways in which a service fails; everything but the unreachable ones, which need no peer. */
export const faults: Record<string, Fault> = {
  'no answer at all': { answer: () => undefined, ...late },
  'headers, then silence': {
    ...says('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n'),
    ...late,
  },
  'half of the headers, then silence': { ...says('HTTP/1.1 200 OK\r\ncontent-le'), ...late },
  'half of the body, then silence': { ...says(http(200, success).subarray(0, -20)), ...late },
  'a body that drips': { answer: drip(http(200, success.padEnd(500))), ...late },
  'interim answers without end': {
    answer: (socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 103 Early\r\n\r\n'), 20)
      socket.on('close', () => clearInterval(timer))
    },
    ...late,
  },
  'compressed bytes that stall': {
    ...says(http(200, zlib.gzipSync(success), gzipped).subarray(0, -12)),
    ...late,
  },
  'a reset before any answer': { answer: (socket) => void socket.resetAndDestroy(), ...lost },
  'a close before any answer': { answer: (socket) => void socket.end(), ...lost },
  'a reset amid the headers': { ...saysAndResets('HTTP/1.1 200 OK\r\ncontent-'), ...lost },
  'a reset amid the body': { ...saysAndResets(http(200, success).subarray(0, -20)), ...lost },
  'a body cut short': { ...saysAndEnds(http(200, success).subarray(0, -20)), ...lost },
  'a chunked body cut short': {
    ...saysAndEnds(
      `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${success.length.toString(16)}\r\n${success}\r\n`,
    ),
    ...lost,
  },
  'bytes that are not HTTP': { ...saysAndEnds('SSH-2.0-OpenSSH_9.6\r\n\r\n'), ...lost },
  'two lengths that differ': {
    ...saysAndEnds(`HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 90\r\n\r\n${success}`),
    ...lost,
  },
  'headers too large': {
    ...says(http(200, success, { 'x-padding': 'x'.repeat(64 * 1024) })),
    ...lost,
  },
  'a switch of protocols': {
    ...says('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    ...lost,
  },
  'HTTP 500 with a page': { ...says(http(500, html)), ...lost },
  'HTTP 502 with a page': { ...says(http(502, html)), ...lost },
  'HTTP 503 with nothing': { ...says(http(503)), ...lost },
  'HTTP 504 with a page': { ...says(http(504, html)), ...lost },
  'HTTP 500 around a success': { ...says(http(500, success)), ...lost },
  'HTTP 500 with an error envelope': {
    ...says(json(error('Something failed'), 500)),
    read: 'refused',
    order: 'in-doubt',
  },
  'an error that says timeout': { ...says(json(error('Request timed out'), 200)), ...lost },
  'an error that blames a gateway': { ...says(json(error('Bad gateway'), 400)), ...lost },
  'HTTP 400 with an error envelope': {
    ...says(json(error('Insufficient funds'), 400)),
    read: 'refused',
    order: 'refused',
  },
  'an error envelope in an array': {
    ...says(json([error('Symbol not found')])),
    read: 'refused',
    order: 'refused',
  },
  'HTTP 401 with an error envelope': {
    ...says(json(error('No'), 401)),
    read: 'bad-keys',
    order: 'bad-keys',
  },
  'an error that names the key': {
    ...says(json(error(`Invalid API key`))),
    read: 'bad-keys',
    order: 'bad-keys',
  },
  'an error that names the address': {
    ...says(json(error('Request from unregistered IP address is not allowed'))),
    read: 'address-refused',
    order: 'address-refused',
  },
  'HTTP 429 with nothing': {
    ...says(http(429)),
    read: 'rate-limited',
    order: 'rate-limited',
    placement: 'said-no',
  },
  'HTTP 429 with an error envelope': {
    ...says(json(error('Slow down'), 429)),
    read: 'rate-limited',
    order: 'rate-limited',
  },
  'HTTP 404 with a page': { ...says(http(404, html)), ...garbled },
  'redirect 301': redirect(301),
  'redirect 302': redirect(302),
  'redirect 303': redirect(303),
  'redirect 307': redirect(307),
  'redirect 308': redirect(308),
  'a page instead of JSON': { ...says(http(200, html)), ...garbled },
  'an empty body': { ...says(http(200)), ...garbled },
  'HTTP 204': { ...says('HTTP/1.1 204 No Content\r\n\r\n'), ...garbled },
  'JSON cut short': { ...says(http(200, success.slice(0, -4))), ...garbled },
  'a number instead of an envelope': { ...says(json(42)), ...garbled },
  'a success without data': { ...says(json({ status: 'success' })), ...garbled },
  'a message instead of data': {
    ...says(json({ status: 'success', data: 'Your request was taken' })),
    ...garbled,
  },
  'a list of nonsense': { ...says(json([1, 'two', [[3]]])), ...garbled },
  'nesting without end': { ...says(http(200, '['.repeat(5000) + ']'.repeat(5000))), ...garbled },
  'a body over the cap': { ...says(http(200, Buffer.alloc(cap + 1, ' '))), ...garbled },
  'a gzip bomb': { ...says(http(200, bomb, gzipped)), ...garbled },
  'a brotli bomb': {
    ...says(
      http(200, zlib.brotliCompressSync(Buffer.alloc(8 * cap)), { 'content-encoding': 'br' }),
    ),
    ...garbled,
  },
  'compressed bytes cut short': {
    ...says(http(200, zlib.gzipSync(success).subarray(0, -6), gzipped)),
    ...garbled,
  },
  'plain bytes that claim to be compressed': { ...says(http(200, success, gzipped)), ...garbled },
  'an encoding nobody asked for': {
    ...says(http(200, success, { 'content-encoding': 'zstd' })),
    ...garbled,
  },
}
