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

describe('a key with signs in it', () => {
  const signed = { apiKey: 'Key+of/Ours==', apiSecret: `S&cret<of>"o'urs` }
  const each = (write: (sign: string, code: string) => string) => (key: string) =>
    key.replaceAll(/[^A-Za-z\d]/g, (sign) => write(sign, sign.charCodeAt(0).toString(16)))
  const only = (signs: string, write: (code: string) => string) => (key: string) =>
    Array.from(key, (sign) =>
      signs.includes(sign)
        ? write(sign.charCodeAt(0).toString(16))
        : JSON.stringify(sign).slice(1, -1),
    ).join('')
  const inJson = {
    'JSON of .NET': only(`"&'+<>`, (code) => `\\u00${code.toUpperCase()}`),
    'JSON of Java': only(`&'<=>`, (code) => `\\u00${code}`),
    'JSON of Go': only('&<>', (code) => `\\u00${code}`),
  }
  const elsewhere = {
    'JSON that escapes all': (key: string) =>
      Array.from(key, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`).join(''),
    'JSON within JSON': (key: string) => JSON.stringify(inJson['JSON of .NET'](key)).slice(1, -1),
    'an address in small letters': each((_, code) => `%${code}`),
    'an address within one': each((_, code) => `%25${code.toUpperCase()}`),
    'a page': each((_, code) => `&#x${code.toUpperCase()};`),
    'a page, by figures': each((sign) => `&#${sign.charCodeAt(0)};`),
    'small letters': (key: string) => JSON.stringify(key.toLowerCase()).slice(1, -1),
  }
  const secrets = [signed.apiKey, signed.apiSecret]
  const echo = (written: string): string => `{"message":"no ${written} here","data":[]}`

  for (const [name, write] of Object.entries({ ...inJson, ...elsewhere }))
    test(`is masked in a small answer where it is written as in ${name}`, () => {
      for (const secret of secrets) {
        const bytes = withoutSecrets(Buffer.from(echo(write(secret))), [signed])
        expect(JSON.parse(bytes.toString())).toEqual({ message: 'no ••• here', data: [] })
      }
    })

  for (const [name, write] of Object.entries(inJson))
    test(`is masked in a large book where it is written as in ${name}`, () => {
      for (const secret of secrets) {
        const book = `{"pad":"${'x'.repeat(100_000)}","echo":"${write(secret)}"}`
        const { echo: left } = JSON.parse(withoutSecrets(Buffer.from(book), [signed]).toString())
        expect(left).toBe('•••')
      }
    })

  test('is masked in a text, which keeps all else', () => {
    expect(masked('no Key%2bof%2fOurs%3d%3d, 100% & more', [signed])).toBe('no •••, 100% & more')
  })
})

test('a text that merely looks escaped is left as it is', () => {
  for (const text of ['100%25 of M&amp;M', 'C:\\\\new', '\\u0041 &#65; %41'])
    expect(masked(text, [keys])).toBe(text)
})
