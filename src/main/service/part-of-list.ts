import { isObject } from '../../shared/core/json.ts'
import { isNone, maxDepth } from './envelope.ts'

/** Names of fields by which a service says that a list goes on elsewhere, without their separators. */
const goesOn =
  /^(has_?more|has_?next(_?page)?|next(_?(page|cursor|token|link|url|href|page_?token))?|(is_?)?(partial|truncated|incomplete))$/i
/** Beside the list, and nowhere else, these are about it; the first say no where there is more. */
const saysWhole = /^((is_?)?(complete|whole|success|last(_?page)?))$/i
const failedParts = /^(failed|missing|unavailable)(_?(segments?|exchanges?|parts?|pages?))?$/i
const saysMore = /^more$/i
const countsRows = /^count$/i
const wrappings = /^(data|results?)$/i
const pageCounts = /^(total_?pages|page_?count)$/i
const rowCounts =
  /^(total_?(records|rows|count|items|results|elements|entries)|(records|rows)_?(total|count))$/i

/** A bare total may be one of money: beside the number of a page, or in a place for pages, it counts rows. */
const ofPages = /^(page|page_?(no|num|number|size|info)|per_?page|limit|offset)$/i
const placesOfPages = /^(meta(_?data)?|paging|pagination|page_?(info|data)|_?links?)$/i
const pagesBesidePage = /^(pages|last_?page)$/i
const rowsBesidePage = /^total$/i

export interface PartSearch {
  /** How many rows the result has. */
  rows: number
  /** Whether an object is one of them: its own fields say nothing of the list. */
  isRow(value: object): boolean
}

/**
 * The field that says that these are not all rows, wherever in the wrapping of a result it stands;
 * undefined where nothing says so. Lists are what is wrapped, and are not looked into.
 */
export function markOfPart(
  fields: Readonly<Record<string, unknown>>,
  search: PartSearch,
): string | undefined {
  return markIn(fields, search, { isPlace: false, isBeside: true, depth: 0 })
}

function markIn(
  fields: Readonly<Record<string, unknown>>,
  search: PartSearch,
  { isPlace, isBeside, depth }: { isPlace: boolean; isBeside: boolean; depth: number },
): string | undefined {
  const entries = Object.entries(fields)
  const isOfPages = isPlace || entries.some(([name]) => ofPages.test(name))
  for (const [name, value] of entries) {
    const isMark =
      (goesOn.test(name) && isSaid(value)) ||
      (failedParts.test(name) && isSaid(value)) ||
      (isBeside && saysWhole.test(name) && /^false$/i.test(String(value))) ||
      (isBeside && saysMore.test(name) && /^true$/i.test(String(value))) ||
      (isBeside && countsRows.test(name) && Number(value) > search.rows) ||
      (pageCounts.test(name) && Number(value) > 1) ||
      (rowCounts.test(name) && Number(value) > search.rows) ||
      (isOfPages && pagesBesidePage.test(name) && Number(value) > 1) ||
      (isOfPages &&
        rowsBesidePage.test(name) &&
        Number.isInteger(Number(value)) &&
        Number(value) > search.rows)
    if (isMark) return name
    if (!isObject(value) || depth > maxDepth || search.isRow(value)) continue
    const within = markIn(value, search, {
      isPlace: placesOfPages.test(name),
      isBeside: placesOfPages.test(name) || (isBeside && wrappings.test(name)),
      depth: depth + 1,
    })
    if (within !== undefined) return `${name}.${within}`
  }
  return undefined
}

const errors =
  /^(errors?|failures?|faults?|exceptions?)(_?(msg|messages?|text|code|description|details?))?$|^e_?msg$/i

/** What says that there is nothing, or that all is well, is no error. */
const noTrouble =
  /^([\w ]+ (fetched|retrieved|read|loaded|received) successfully|ok|success(ful(ly)?)?|false|0+|no errors?|no (data|records?|rows|orders?|trades?|positions?|holdings?)( (were |was )?(found|available|present))?)[.!]?$/i

const statuses = /^(status|stat|s)$/i
const failed = /^(error|err|fail(ed|ure)?|not[ _-]?ok|nok)$/i
const messages = /^(message|msg|text|description|remarks?|reason|note|info|warnings?)$/i

/** The words of an error that stands in the wrapping of a success: what it is about is missing. */
export function errorBeside(
  fields: Readonly<Record<string, unknown>>,
  isRow: (value: object) => boolean,
  depth = 0,
): string | undefined {
  for (const [name, value] of Object.entries(fields)) {
    if (errors.test(name)) {
      const words = wordsOf(value)
      if (words !== undefined) return words
    } else if (depth > 0 && statuses.test(name) && failed.test(String(value))) {
      return messagesIn(fields, isRow)[0] ?? 'an error without words'
    } else if (isObject(value) && depth <= maxDepth && !isRow(value)) {
      const within = errorBeside(value, isRow, depth + 1)
      if (within !== undefined) return within
    }
  }
  return undefined
}

/** What a service says beside a result, anywhere in its wrapping. */
export function messagesIn(
  fields: Readonly<Record<string, unknown>>,
  isRow: (value: object) => boolean,
  depth = 0,
): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (typeof value === 'string') return messages.test(name) && !isNone(value) ? [value] : []
    const isWrapping = isObject(value) && depth <= maxDepth && !isRow(value)
    return isWrapping ? messagesIn(value, isRow, depth + 1) : []
  })
}

function wordsOf(value: unknown): string | undefined {
  if (typeof value === 'string')
    return isNone(value) || noTrouble.test(value.trim()) ? undefined : value
  if (value === true) return 'an error without words'
  if (Array.isArray(value)) {
    const said = value.map((one) => (isObject(one) ? JSON.stringify(one) : wordsOf(one)))
    return said.find((one) => one !== undefined)
  }
  if (isObject(value) && Object.keys(value).length > 0)
    return Object.values(value)
      .map(wordsOf)
      .find((one) => one !== undefined)
  return undefined
}

const isSaid = (value: unknown): boolean => {
  if (typeof value === 'string')
    return !isNone(value) && !/^(0|-1|f|false|n|no)$/i.test(value.trim())
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0
  return value !== undefined && value !== null && value !== false && value !== 0
}
