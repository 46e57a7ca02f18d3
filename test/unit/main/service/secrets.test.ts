import { describe, expect, test } from 'vitest'
import { masked, withoutSecrets } from '../../../../src/main/service/secrets.ts'

const keys = { apiKey: 'key-0123456789', apiSecret: 'key-0123456789-and-more' }
const short = { apiKey: 'abc', apiSecret: '1234567' }

describe('a text', () => {
  test('loses a key that contains another one as a whole', () => {
    expect(masked('x key-0123456789-and-more y key-0123456789 z', [keys])).toBe('x ••• y ••• z')
  })

  test('loses the keys of every order in it', () => {
    const other = { apiKey: 'other-key', apiSecret: 'other-secret' }
    expect(masked('key-0123456789 other-secret', [keys, other])).toBe('••• •••')
  })

  test('keeps its words where a key is too short to be one', () => {
    expect(masked('abc 1234567', [short])).toBe('abc •••')
  })
})

describe('an answer', () => {
  test('that is searched in pieces hides no key between two of them', () => {
    const piece = 512 * 1024
    for (const key of [keys.apiKey, keys.apiSecret])
      for (let shift = 0; shift <= key.length; shift++) {
        const bytes = Buffer.alloc(3 * piece, 'x')
        bytes.write(key, piece - shift)
        expect(withoutSecrets(bytes, [keys]).includes(key)).toBe(false)
      }
  })

  test('that echoes nothing is passed on as it is', () => {
    const bytes = Buffer.from('{"status":"success","data":NA}')
    expect(withoutSecrets(bytes, [keys])).toBe(bytes)
  })

  test('that echoes a key keeps its form, its numbers and its rows', () => {
    const numeric = { apiKey: '12345678', apiSecret: 'some-secret-text' }
    const bytes = Buffer.from('{"data":[{"a":12345678,"b":"12345678","12345678":NA,"c":true}]}')
    expect(JSON.parse(withoutSecrets(bytes, [numeric]).toString())).toEqual({
      data: [{ a: 12345678, b: '•••', '•••': null, c: true }],
    })
  })

  test('is not masked for a short key, which may be a quantity', () => {
    const bytes = Buffer.from('{"quantity":"1234567"}')
    expect(withoutSecrets(bytes, [short])).toBe(bytes)
  })

  test('that nests without end and echoes a key exhausts no stack', () => {
    const text = `${'['.repeat(200_000)}"${keys.apiSecret}"${']'.repeat(200_000)}`
    expect(withoutSecrets(Buffer.from(text), [keys]).includes(keys.apiKey)).toBe(false)
  })

  test('that is no JSON and echoes a key is masked as text', () => {
    const page = Buffer.from(`<p>${keys.apiSecret}</p>`)
    expect(withoutSecrets(page, [keys]).toString()).toBe('<p>•••</p>')
  })

  test('of a large book is searched for keys as they were sent', () => {
    const book = Buffer.from(JSON.stringify({ pad: 'x'.repeat(100_000), echo: keys.apiSecret }))
    expect(withoutSecrets(book, [keys]).includes(keys.apiSecret)).toBe(false)
  })
})
