import { type Account, accountColours, pollingBounds } from '../../shared/accounts/accounts.ts'
import { boundsText } from '../../shared/core/bounds.ts'
import { type BookName, bookNames } from '../../shared/books/books.ts'
import { accountCalls } from '../../shared/accounts/calls.ts'
import type { Input } from '../../shared/contract.ts'
import { usualTrading } from '../../shared/orders/limits.ts'
import { type CheckedForm, type Problems, problemsByField } from '../core/form-problems.ts'
import { numberText, typedNumber } from './limits-form.ts'
import { type TradingFields, tradingFields, tradingProblems, typedTrading } from './trading-form.ts'

/** An account as a person types it: text in every field. */
export interface AccountFields extends TradingFields {
  name: string
  broker: string
  service: 'url' | 'practice-1' | 'practice-2'
  url: string
  strategy: string
  colour: Account['colour']
  /** Parted by commas. */
  tags: string
  enabled: boolean
  readsPerSecond: string
  /** Seconds between two polls of a book that is looked at; empty for the usual. */
  polls: Record<BookName, string>
}

export interface TypedKeys {
  apiKey: string
  apiSecret: string
}

export const noKeys: TypedKeys = { apiKey: '', apiSecret: '' }

function pollsText(polls: Account['polls']): AccountFields['polls'] {
  const texts = bookNames.map((book) => [book, numberText(seconds(polls[book]))])
  return Object.fromEntries(texts) as AccountFields['polls']
}

const seconds = (milliseconds: number | undefined): number | null =>
  milliseconds === undefined ? null : milliseconds / 1000

function typedPolls(texts: AccountFields['polls']): Account['polls'] {
  const typed = bookNames.flatMap((book) => {
    const value = typedNumber(texts[book])
    return value === null ? [] : [[book, Math.round(value * 1000)]]
  })
  return Object.fromEntries(typed) as Account['polls']
}

const typedTags = (text: string): string[] =>
  text
    .split(/[,;]/)
    .map((tag) => tag.trim())
    .filter(Boolean)

export const newFields: AccountFields = {
  name: '',
  broker: '',
  service: 'url',
  url: '',
  strategy: 'Quarterdeck',
  colour: 'blue',
  tags: '',
  enabled: true,
  readsPerSecond: '5',
  polls: pollsText({}),
  ...tradingFields(usualTrading),
}

/** The one that the fewest accounts have: accounts differ without anybody having to choose. */
export const freeColour = (accounts: readonly Pick<Account, 'colour'>[]): Account['colour'] => {
  const taken = (colour: Account['colour']) =>
    accounts.filter((account) => account.colour === colour).length
  return accountColours.toSorted((one, other) => taken(one) - taken(other))[0]!
}

export const accountFields = (account: Account): AccountFields => ({
  name: account.name,
  broker: account.broker,
  service: account.service.kind === 'url' ? 'url' : account.service.client,
  url: account.service.kind === 'url' ? account.service.url : '',
  strategy: account.strategy,
  colour: account.colour,
  tags: (account.tags ?? []).join(', '),
  enabled: account.enabled,
  readsPerSecond: String(account.readsPerSecond),
  polls: pollsText(account.polls),
  ...tradingFields(account.trading),
})

export type FormField = keyof AccountFields | keyof TypedKeys

/** Polls are typed in seconds. */
const pollSeconds = {
  least: pollingBounds.every.least / 1000,
  most: pollingBounds.every.most / 1000,
  isWhole: false,
}

/** Schemas speak of types where a person typed text. */
const ownWords: Problems<FormField> = {
  ...tradingProblems,
  readsPerSecond: `must be ${boundsText(pollingBounds.readsPerSecond)}`,
  polls: `must be ${boundsText(pollSeconds)} seconds, or empty for the usual`,
}

/** Where the contract's field stands in the form. */
function formField(path: readonly PropertyKey[]): FormField {
  const [first, second, third, fourth] = path
  if (first === 'keys') return second === 'apiSecret' ? 'apiSecret' : 'apiKey'
  if (second === 'trading') return (third === 'limits' ? fourth : third) as FormField
  return second === 'service' ? 'url' : ((second ?? 'name') as FormField)
}

/** Practice has its own keys; elsewhere they are typed, or those in the vault stay. */
export function checkAccount(
  fields: AccountFields,
  keys: TypedKeys,
  before: Account | null,
): CheckedForm<Input<'saveAccount'>, FormField> {
  const { name, broker, service, url, strategy, colour, tags, enabled, readsPerSecond } = fields
  const isPractice = service !== 'url'
  const areTyped = !isPractice && (keys.apiKey !== '' || keys.apiSecret !== '')
  const reads = readsPerSecond.trim()
  const { trading, problem } = typedTrading(fields)
  const input = {
    profile: {
      ...(before !== null && { id: before.id }),
      name,
      broker,
      service: isPractice
        ? { kind: 'practice' as const, client: service }
        : { kind: 'url' as const, url },
      strategy,
      colour,
      tags: typedTags(tags),
      enabled,
      ...(!enabled && before?.offOn !== undefined && { offOn: before.offOn }),
      polls: typedPolls(fields.polls),
      trading,
      readsPerSecond: reads === '' ? Number.NaN : Number(reads),
    },
    ...(areTyped && { keys }),
  }
  const parsed = accountCalls.saveAccount.input.safeParse(input)
  if (parsed.success && problem === null) return { ok: true, input: parsed.data }
  const found = problemsByField(parsed.error?.issues ?? [], formField, ownWords)
  return { ok: false, problems: problem === null ? found : { ...found, aliases: problem } }
}

const askedOfTest = ['broker', 'url', 'apiKey', 'apiSecret'] as const

/** What a test asks of an account that is not saved yet; with the keys that are kept where none were typed. */
export function checkTest(
  fields: AccountFields,
  keys: TypedKeys,
  before: Account | null,
): CheckedForm<Input<'testAccount'>, FormField> {
  const checked = checkAccount(fields, keys, before)
  const found = checked.ok ? {} : checked.problems
  const problems: Partial<Record<FormField, string>> = {}
  for (const field of askedOfTest) if (found[field] !== undefined) problems[field] = found[field]
  const broker = fields.broker.trim()
  const isTyped = keys.apiKey !== '' || keys.apiSecret !== ''
  const isSame =
    before?.service.kind === 'url' && before.service.url === fields.url && before.broker === broker
  if (fields.service === 'url' && !isTyped && !isSame)
    problems.apiKey ??= 'Type both keys to test them'
  if (Object.keys(problems).length > 0) return { ok: false, problems }
  if (fields.service !== 'url') {
    const service = { kind: 'practice', client: fields.service } as const
    return { ok: true, input: { profile: { broker, service } } }
  }
  if (!isTyped && before !== null) return { ok: true, input: { account: before.id } }
  const service = { kind: 'url', url: fields.url } as const
  return { ok: true, input: { profile: { broker, service }, keys } }
}
