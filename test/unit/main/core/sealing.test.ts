import crypto, { createHash } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import fc from 'fast-check'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  newKey,
  seal,
  sealKeyOf,
  sealWith,
  unseal,
  unsealWith,
  usualCost,
} from '../../../../src/main/core/sealing.ts'
import { cheap } from '../accounts/places.ts'

const passphrase = Buffer.from('correct horse battery')
const text = Buffer.from('the keys of the deck')
const run = { seed: 7, numRuns: 30 }
const checksumLength = 32
const saltEnd = 27

/** What a forger would do, and chance would not. */
function withChecksum(bytes: Buffer): Buffer {
  const body = bytes.subarray(0, -checksumLength)
  return Buffer.concat([body, createHash('sha256').update(body).digest()])
}

function flipped(bytes: Buffer, at: number, mask: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt8(copy.readUInt8(at) ^ mask, at)
  return copy
}

// Each derivation is costly on purpose.
describe('sealed bytes', () => {
  let sealed: Buffer
  beforeAll(async () => {
    sealed = await seal(text, passphrase, { cost: cheap })
  })

  test('are opened one at a time, however many ask: each takes 128 MB', async () => {
    const { scrypt } = crypto
    onTestFinished(() => put(scrypt))
    let [now, most] = [0, 0]
    const put = (derive: typeof scrypt): void => {
      crypto.scrypt = derive
      syncBuiltinESMExports()
    }
    put(((...[typed, salt, length, options, told]: Required<Parameters<typeof scrypt>>) => {
      most = Math.max(most, ++now)
      scrypt(typed, salt, length, options, (error, secret) => {
        now--
        told(error, secret)
      })
    }) as typeof scrypt)
    const wrong = Buffer.from('incorrect horse')
    const kinds = await Promise.all(
      [passphrase, wrong, passphrase].map(async (typed) => (await unseal(sealed, typed)).kind),
    )
    expect(kinds).toEqual(['opened', 'wrong-passphrase', 'opened'])
    expect(most).toBe(1)
  })

  test('open to what was sealed, whatever it was and whatever the passphrase', async () => {
    const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array))
    await fc.assert(
      fc.asyncProperty(bytes, bytes, async (content, secret) => {
        const back = await unseal(await seal(content, secret, { cost: cheap }), secret)
        expect(back).toEqual({ kind: 'opened', text: content })
      }),
      { ...run, numRuns: 8 },
    )
    const key = await newKey(passphrase, cheap)
    fc.assert(
      fc.property(bytes, (content) => {
        expect(unsealWith(key, sealWith(key, content))).toEqual({ kind: 'opened', text: content })
      }),
      run,
    )
  })

  test('are never the same twice, in salt, nonce or text', async () => {
    const again = await seal(text, passphrase, { cost: cheap })
    expect(again.subarray(11, 27)).not.toEqual(sealed.subarray(11, 27))
    expect(again.subarray(27, 39)).not.toEqual(sealed.subarray(27, 39))
    expect(again.subarray(39)).not.toEqual(sealed.subarray(39))
  })

  test('hide what was sealed', () => {
    expect(sealed.includes(text)).toBe(false)
  })

  test('open to no other passphrase', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), async (other) => {
        fc.pre(other !== passphrase.toString())
        expect(await unseal(sealed, Buffer.from(other))).toEqual({ kind: 'wrong-passphrase' })
      }),
      { ...run, numRuns: 12 },
    )
  })

  test('with any bit flipped are known as damaged', async () => {
    for (let at = 0; at < sealed.length; at += 1)
      for (let bit = 0; bit < 8; bit += 1)
        expect(await unseal(flipped(sealed, at, 1 << bit), passphrase)).toEqual({ kind: 'damaged' })
  })

  test('with any byte forged and the checksum made to fit still never open', async () => {
    const body = sealed.length - checksumLength
    const key = await sealKeyOf(sealed, passphrase)
    if ('kind' in key) throw new Error(key.kind)
    for (let at = 0; at < body; at += 1) {
      const forged = withChecksum(flipped(sealed, at, 1))
      // Behind the salt nothing changes what the passphrase comes to.
      const opened = at < saltEnd ? await unseal(forged, passphrase) : unsealWith(key, forged)
      expect(opened.kind).not.toBe('opened')
    }
  })

  test('cut short or lengthened anywhere are known as damaged', async () => {
    for (let length = 0; length < sealed.length; length += 1)
      expect(await unseal(sealed.subarray(0, length), passphrase)).toEqual({ kind: 'damaged' })
    const longer = Buffer.concat([sealed, Buffer.from([0])])
    expect(await unseal(longer, passphrase)).toEqual({ kind: 'damaged' })
  })

  test('that are no sealed bytes at all are known as damaged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (array) => {
        expect(await unseal(Buffer.from(array), passphrase)).toEqual({ kind: 'damaged' })
      }),
      { seed: 7, numRuns: 1000 },
    )
  })

  test.each([
    ['too cheap', [13, 8, 1]],
    ['ruinous memory', [40, 8, 1]],
    ['a gigabyte', [20, 8, 1]],
    ['ruinous blocks', [17, 255, 1]],
    ['ruinous repeats', [17, 8, 255]],
    ['no repeats', [17, 8, 0]],
  ])(
    'that ask for a cost out of bounds (%s) are refused before it is paid',
    async (_what, cost) => {
      const forged = Buffer.from(sealed)
      Buffer.from(cost).copy(forged, 8)
      expect(await unseal(withChecksum(forged), passphrase)).toEqual({ kind: 'other-cost' })
    },
  )

  test('are sealed anew by a key that was derived once, under another nonce', async () => {
    const key = await newKey(passphrase, cheap)
    const [one, other] = [sealWith(key, text), sealWith(key, text)]
    expect(one.subarray(27, 39)).not.toEqual(other.subarray(27, 39))
    for (const bytes of [one, other]) {
      expect(unsealWith(key, bytes)).toEqual({ kind: 'opened', text })
      expect(await unseal(bytes, passphrase)).toEqual({ kind: 'opened', text })
    }
    expect(unsealWith(key, sealed)).toEqual({ kind: 'wrong-passphrase' })
  })

  test('usually cost 128 MB and a moment a guess', async () => {
    expect(128 * 2 ** usualCost.logN * usualCost.r).toBe(134_217_728)
    const costly = await seal(text, passphrase)
    expect([...costly.subarray(8, 11)]).toEqual([17, 8, 1])
    expect(await unseal(costly, passphrase)).toEqual({ kind: 'opened', text })
  })
})
