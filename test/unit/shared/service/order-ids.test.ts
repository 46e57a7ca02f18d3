import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparableOrderId } from '../../../../src/shared/service/order-ids.ts'

test.each([
  ['123', '123'],
  [' 123 ', '123'],
  ['00123', '123'],
  ['\t0000123\n', '123'],
  ['1230', '1230'],
  ['1001000000000000123', '1001000000000000123'],
  ['00', '0'],
  ['NWONK0001', 'NWONK0001'],
  ['00aB1', '00AB1'],
  [' abc12\n', 'ABC12'],
  ['ABC12', 'ABC12'],
  ['éa', 'éA'],
  ['0-17', '0-17'],
  ['1.0', '1.0'],
  ['١٢٣', '١٢٣'],
])('%j is compared as %j', (id, comparable) => {
  expect(comparableOrderId(id)).toBe(comparable)
})

const blanks = fc.constantFrom('', ' ', '  ', '\t', '\n', '\u00a0', '\ufeff')
const number = fc.bigInt({ min: 1n, max: 10n ** 25n }).map(String)
/** Ids with something beside digits, and nothing blank around them. */
const word = fc.stringMatching(/^[\w./#-]*[A-Za-z./#-][\w./#-]*$/)

test('however a number is spelled, it is one order; and it is no other number', () => {
  fc.assert(
    fc.property(
      number,
      number,
      fc.nat({ max: 9 }),
      blanks,
      blanks,
      (id, other, zeros, one, two) => {
        const spelled = `${one}${'0'.repeat(zeros)}${id}${two}`
        expect(comparableOrderId(spelled)).toBe(id)
        expect(comparableOrderId(spelled) === comparableOrderId(other)).toBe(id === other)
      },
    ),
  )
})

test('ids with letters are the same order only letter by letter, in any case', () => {
  fc.assert(
    fc.property(word, word, blanks, blanks, (id, other, one, two) => {
      expect(comparableOrderId(one + id + two)).toBe(id.toUpperCase())
      expect(comparableOrderId(id.toLowerCase())).toBe(comparableOrderId(id.toUpperCase()))
      expect(comparableOrderId(id) === comparableOrderId(other)).toBe(
        id.toUpperCase() === other.toUpperCase(),
      )
    }),
  )
})

test('what can be compared is so already', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('0', '1', 'a', ' ') }), (id) => {
      const comparable = comparableOrderId(id)
      expect(comparableOrderId(comparable)).toBe(comparable)
    }),
  )
})
