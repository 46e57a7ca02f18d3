import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { operations } from '../../../../src/shared/service/operations.ts'
import { calls } from '../../../../src/shared/contract.ts'
import { firstIssue, issueSentence, unfit } from '../../../../src/shared/core/schema-words.ts'
import { ExchangeRules } from '../../../../src/shared/market/exchange-rules.ts'
import { Limits } from '../../../../src/shared/orders/limits.ts'
import { TypedTicket } from '../../../../src/shared/orders/tickets.ts'
import { Settings } from '../../../../src/shared/settings/settings.ts'
import { libraryWords, right, wrongOnes } from './wrong-values.ts'

const schemas: readonly [string, z.ZodType][] = [
  ...Object.entries(calls).map(([name, { input }]): [string, z.ZodType] => [name, input]),
  ...Object.entries(operations).map(([name, { request }]): [string, z.ZodType] => [name, request]),
  ['a ticket', TypedTicket],
  ['limits', Limits],
  ['settings', Settings],
  ['the rules of exchanges', ExchangeRules],
]

/** Of an error all that could be read out of it, also of what could have been meant. */
const messagesOf = (issues: readonly z.core.$ZodIssue[]): string[] =>
  issues.flatMap((issue) => [
    issue.message,
    ...(issue.code === 'invalid_union' ? issue.errors.flatMap(messagesOf) : []),
  ])

describe('what a schema says of an input that does not fit', () => {
  it.each(schemas)('%s speaks our words, whatever is wrong', (_, schema) => {
    expect(schema.safeParse(right(schema)).success).toBe(true)
    // Gathered, and expected once: to expect something of each of thousands takes longer than to read.
    let refused = 0
    const sentences = new Set<string>()
    const messages = new Set<string>()
    for (const wrong of wrongOnes(schema)) {
      const { error } = schema.safeParse(wrong)
      if (error === undefined) continue
      refused += 1
      sentences.add(issueSentence(firstIssue(error)))
      for (const message of messagesOf(error.issues)) messages.add(message)
    }
    const isSentence = (text: string) =>
      /^(The|What was given) .*\.$/su.test(text) && text.length < 420
    const isOurs = (text: string) => !libraryWords.test(text) && !text.includes(unfit)
    expect([...sentences].filter((text) => !isSentence(text))).toEqual([])
    expect([...messages].filter((text) => !/^(must|has|is) /.test(text))).toEqual([])
    expect([...sentences, ...messages].filter((text) => !isOurs(text))).toEqual([])
    expect(refused).toBeGreaterThan(5)
  })

  it.each([
    [z.string().min(1), '', 'must not be empty'],
    [z.string().min(3), 'ab', 'must have at least 3 characters'],
    [z.string().max(3), 'abcd', 'must have at most 3 characters'],
    [z.string().length(1), 'ab', 'must have exactly 1 character'],
    [z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 item'],
    [z.int().min(1), 0, 'must be at least 1'],
    [z.number().positive(), 0, 'must be more than 0'],
    [z.int(), 1.5, 'must be a whole number'],
    [z.number().multipleOf(5), 3, 'must be a multiple of 5'],
    [z.string(), undefined, 'must be given'],
    [z.string(), 7, 'must be text'],
    [z.number(), Number.NaN, 'must be a number'],
    [z.boolean(), 'yes', 'must be true or false'],
    [z.enum(['a', 'b']), 'c', 'must be one of a, b'],
    [z.literal(1), 2, 'must be 1'],
    [
      z.strictObject({}),
      { 'a\u202E': 1 },
      'has ‘a[U+202E]’, which is not known here: leave it out',
    ],
    [z.uuid(), 'x', 'must be an id that Quarterdeck made'],
    [z.union([z.string(), z.number()]), true, 'must be text'],
    [z.string().min(1, 'has words of its own'), '', 'has words of its own'],
  ])('says it as the rest of a sentence about the field (%#)', (schema, input, words) => {
    expect(schema.safeParse(input).error?.issues[0]?.message).toBe(words)
  })

  it('names the field, and which of several it is of', () => {
    const schema = z.object({ orders: z.array(z.object({ stopPrice: z.string().min(1) })) })
    const sentence = (input: unknown) => issueSentence(firstIssue(schema.safeParse(input).error!))
    expect(sentence({ orders: [{ stopPrice: '1' }, { stopPrice: '' }] })).toBe(
      'The stop price (number 2 of orders) must not be empty.',
    )
    expect(sentence({})).toBe('The orders must be given.')
    expect(sentence(7)).toBe('What was given must be a record of fields.')
  })

  it('says of what could have been several things what is wrong with the nearest', () => {
    const { error } = calls.testAccount.input.safeParse({ account: '' })
    expect(issueSentence(firstIssue(error!))).toBe('The account must not be empty.')
  })
})
