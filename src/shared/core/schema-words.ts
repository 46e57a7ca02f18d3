import * as z from 'zod'
import { visible } from './visible-text.ts'

type Issue = z.core.$ZodIssue
type RawIssue = z.core.$ZodRawIssue

/** What an input has to be, where its kind is wrong. */
const kinds: Readonly<Record<string, string>> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be a record of fields',
  record: 'must be a record of fields',
  null: 'must be empty',
}

const formats: Readonly<Record<string, string>> = {
  uuid: 'must be an id that Quarterdeck made',
  base64: 'must be a file that Quarterdeck wrote',
  date: 'must be a day, such as 2026-11-23',
}

/** Words of which one is meant; a long list is not read. */
const listed = (values: readonly unknown[]): string => {
  const words = values.slice(0, 12).map(String)
  const more = values.length - words.length
  return `${words.join(', ')}${more > 0 ? ` or one of ${more} more` : ''}`
}

const oneOf = (values: readonly unknown[]): string =>
  values.length === 1 ? `must be ${listed(values)}` : `must be one of ${listed(values)}`

/** What came from outside is quoted, and never long. */
const quoted = (text: string): string => `‘${visible(text).slice(0, 60)}’`

const units: Readonly<Record<string, readonly [one: string, several: string]>> = {
  string: ['character', 'characters'],
  array: ['item', 'items'],
}

function sized(
  issue: { origin: string; inclusive?: boolean | undefined; exact?: boolean | undefined },
  { bound, which }: { bound: number | bigint; which: 'least' | 'most' },
): string {
  const unit = units[issue.origin]
  if (unit === undefined) {
    if (issue.inclusive === false)
      return `must be ${which === 'least' ? 'more' : 'less'} than ${bound}`
    return `must be at ${which} ${bound}`
  }
  if (which === 'least' && Number(bound) === 1) return 'must not be empty'
  const [one, several] = unit
  const how = issue.exact === true ? 'exactly' : `at ${which}`
  return `must have ${how} ${bound} ${Number(bound) === 1 ? one : several}`
}

/** Of what could have been meant, that which the input comes nearest to. */
const nearest = <One>(errors: readonly (readonly One[])[]): readonly One[] =>
  errors.reduce((best, one) => (one.length < best.length ? one : best), errors[0] ?? [])

/**
 * What is wrong, as the rest of a sentence about the field. Schemas have words of their own where
 * these would say too little; a person is never told the parser's.
 */
function wordsOf(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'must be given' : (kinds[issue.expected] ?? unfit)
    case 'invalid_value':
      return issue.input === undefined ? 'must be given' : oneOf(issue.values)
    case 'too_small':
      return sized(issue, { bound: issue.minimum, which: 'least' })
    case 'too_big':
      return sized(issue, { bound: issue.maximum, which: 'most' })
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_format':
      return formats[issue.format] ?? unfit
    case 'unrecognized_keys':
      return `has ${issue.keys.slice(0, 3).map(quoted).join(', ')}, which is not known here: leave it out`
    case 'invalid_key':
      return 'has a name that is not known here: leave it out'
    case 'invalid_union': {
      const { options } = issue
      if (issue.errors.length === 0) return Array.isArray(options) ? oneOf(options) : unfit
      const [first] = nearest(issue.errors)
      return first === undefined ? unfit : first.message
    }
    default:
      return unfit
  }
}

/** For what nobody gave words to: no input of a person may end here. */
export const unfit = 'cannot be read'

z.config({ customError: wordsOf })

/** The first thing that is wrong; within what could have been several things, where it is. */
export function firstIssue({ issues }: z.ZodError): { path: PropertyKey[]; message: string } {
  const [first] = issues as [Issue]
  return deepest(first, [])
}

function deepest(issue: Issue, above: PropertyKey[]): { path: PropertyKey[]; message: string } {
  const path = [...above, ...issue.path]
  if (issue.code !== 'invalid_union') return { path, message: issue.message }
  const [first] = nearest(issue.errors)
  return first === undefined ? { path, message: issue.message } : deepest(first, path)
}

/** `apiKey` as a person reads it. */
const inWords = (name: string): string =>
  visible(name)
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .slice(0, 60)

/** A whole sentence: which field it is, of which of several, and what is wrong with it. */
export function issueSentence({
  path,
  message,
}: {
  path: readonly PropertyKey[]
  message: string
}): string {
  const at = path.findLastIndex((part) => typeof part === 'number')
  const number = `number ${Number(path[at]) + 1} of ${inWords(String(path[at - 1] ?? 'all'))}`
  const last = path.at(-1)
  if (last === undefined) return `What was given ${message}.`
  if (typeof last === 'number') return `The ${number} ${message}.`
  return `The ${inWords(String(last))}${at < 0 ? '' : ` (${number})`} ${message}.`
}
