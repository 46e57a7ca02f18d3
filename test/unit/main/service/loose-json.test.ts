import { afterEach, describe, expect, test, vi } from 'vitest'
import { parseLoosely, withoutBareNone } from '../../../../src/main/service/loose-json.ts'

const parse = (text: string) => parseLoosely(Buffer.from(text))

describe('a bare marker for none', () => {
  test.each(['NA', 'na', 'N/A', 'NaN', 'Infinity', '-Infinity', 'None', 'nil', 'undefined'])(
    '%s is null wherever a value may stand',
    (marker) => {
      expect(parse(`{"a":${marker},"b":[${marker}, ${marker} ,1],"c":{"d":${marker}}}`)).toEqual({
        value: { a: null, b: [null, null, 1], c: { d: null } },
      })
      expect(parse(marker)).toEqual({ value: null })
    },
  )

  test('inside a text stays what it was', () => {
    expect(parse('{"a":NA,"b":"price:NA,","c":"\\"NA\\"","d\\\\":"\\\\","NA":NA}')).toEqual({
      value: { a: null, b: 'price:NA,', c: '"NA"', 'd\\': '\\', NA: null },
    })
  })

  test('is not found within a longer word, which stays unreadable', () => {
    for (const word of ['NAN1', 'NATIONAL', 'xNA', 'NA_', '.NA', 'NA.5', '1NA'])
      expect(parse(`{"a":${word}}`)).toBeUndefined()
  })
})

test('a byte-order mark is no reason to give up', () => {
  expect(parse('\ufeff{"a":1}')).toEqual({ value: { a: 1 } })
})

test.each(['', ' ', '<html>', '{"a":', '{"a":"', '{"a":"\\', '{"a":1}}', "{'a':1}", '"'])(
  '%j is no JSON',
  (text) => {
    expect(parse(text)).toBeUndefined()
  },
)

test('the repair takes time in proportion to the text, also where quotes never close', () => {
  const time = (text: string): number => {
    const started = performance.now()
    withoutBareNone(text)
    return performance.now() - started
  }
  const hostile = '"' + '\\"'.repeat(2_000_000)
  time(hostile.slice(0, 1000))
  expect(time(hostile)).toBeLessThan(1_000)
})

describe('a whole number that no JSON number can hold', () => {
  test('keeps all its digits, as text', () => {
    expect(parse('{"order_id":9007199254740993,"n":[-90071992547409931, 12]}')).toEqual({
      value: { order_id: '9007199254740993', n: ['-90071992547409931', 12] },
    })
    expect(parse('{"order_id":90071992547409931,"p":NA}')).toEqual({
      value: { order_id: '90071992547409931', p: null },
    })
    expect(parse('90071992547409931')).toBeDefined()
  })

  test('is no other number, and nothing inside a text', () => {
    for (const text of [
      '{"a":9007199254740991}',
      '{"a":0.1234567890123456789}',
      '{"a":1234567890123456789.5}',
      '{"a":"x: 90071992547409931,"}',
      '{"a":"\\": 90071992547409931 ,"}',
    ])
      expect(parse(text)).toEqual({ value: JSON.parse(text) })
  })
})

describe('a text of a service', () => {
  const long = 'ip '.repeat(20_000)
  const texts = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([name, held]) => [name, ...texts(held)])
        : []

  test('is cut where it enters, wherever in the reply it stands', () => {
    const said = { error_msg: long, a: [[{ b: long, [long]: 1, short: 'short' }], long], c: NaN }
    for (const text of [JSON.stringify(said), JSON.stringify(said).replace('null', 'NA')]) {
      const read = parse(text)
      expect(Math.max(...texts(read?.value).map(({ length }) => length))).toBe(2000)
      expect(read?.value).toMatchObject({ error_msg: expect.stringMatching(/^ip ip .*…$/) })
      expect(texts(read?.value)).toContain('short')
    }
    expect(parse(JSON.stringify(long))?.value).toHaveLength(2000)
    expect(parse(JSON.stringify(long.slice(0, 2000)))).toEqual({ value: long.slice(0, 2000) })
  })

  test('is no burden to the stack, however deeply it stands', () => {
    const deep = `${'['.repeat(50_000)}"${long}"${']'.repeat(50_000)}`
    let [value] = [parse(deep)?.value]
    while (Array.isArray(value)) value = value[0]
    expect(value).toHaveLength(2000)
  })
})

test('more than a person would wait for is not parsed as one', () => {
  const row = { order_id: '1', symbol: 'INFY-EQ', remarks: 'x'.repeat(900) }
  expect(parse(JSON.stringify(Array.from({ length: 2000 }, () => row)))).toBeDefined()
  expect(parse(JSON.stringify(Array.from({ length: 2300 }, () => row)))).toBeUndefined()
  expect(parse(`[${'NaN,'.repeat(101_000)}1]`)).toBeUndefined()
  expect(parse(`${'['.repeat(100_001)}1${']'.repeat(100_001)}`)).toBeUndefined()
})

describe('a reply without bare markers', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  test('is parsed once and never searched for them', () => {
    const parses = vi.spyOn(JSON, 'parse')
    const replaces = vi.spyOn(String.prototype, 'replace')
    const indexes = vi.spyOn(String.prototype, 'indexOf')
    expect(parse('{"status":"success","data":[{"symbol":"NATIONAL","price":1}]}')).toBeDefined()
    expect(parses).toHaveBeenCalledTimes(1)
    expect(replaces).not.toHaveBeenCalled()
    expect(indexes).not.toHaveBeenCalled()
  })
})
