import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { expect, test } from 'vitest'
import { http, json, startPeer } from './peer.ts'
import { sampleAnswer } from './samples.ts'

const cap = 32 * 1024 * 1024
const eater = fileURLToPath(new URL('./bomb-eater.ts', import.meta.url))

/** A gigabyte of blanks, made in pieces: a gzip text is a row of members. */
function bomb(compress: (bytes: Buffer) => Buffer): Buffer {
  const member = compress(Buffer.alloc(64 * 1024 * 1024, ' '))
  return Buffer.concat(Array.from({ length: 16 }, () => member))
}

test.each([
  ['gzip', bomb((bytes) => zlib.gzipSync(bytes, { level: 9 }))],
  [
    'br',
    zlib.brotliCompressSync(Buffer.alloc(256 * 1024 * 1024, ' '), {
      params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 },
    }),
  ],
])('a %s bomb costs no more memory than twice the cap', async (encoding, bytes) => {
  const peer = await startPeer({
    answer: (socket, { path }) =>
      void socket.write(
        path.endsWith('Funds')
          ? json(sampleAnswer('Funds'))
          : http(200, bytes, { 'content-encoding': encoding }),
      ),
  })
  const { stdout } = await promisify(execFile)(process.execPath, [eater, peer.url, String(cap)])
  const { reply, cost } = JSON.parse(stdout) as { reply: unknown; cost: number }
  expect(reply).toMatchObject({ ok: false, error: { code: 'unreadable' } })
  expect(cost).toBeLessThanOrEqual(2 * cap)
  expect(cost).toBeGreaterThan(0)
})
