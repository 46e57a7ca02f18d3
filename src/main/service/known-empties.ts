import { type ReadOperation, operations } from '../../shared/service/operations.ts'
import { isNone } from './envelope.ts'

/** Words with which a service says that a book is empty, where an empty list is meant. */
interface KnownEmpty {
  /** Of which books it is said; of any, where none are named. */
  of?: readonly ReadOperation[]
  words: RegExp
}

// Each row has all of an error's words: what says more (that nothing was received, of whom) is an
// error. What such a book had before is missed as after an empty list: Kotak says 'No Data' for a
// moment where there are orders (Kotak-Neo/kotak-neo-api, issue 103).
const knownEmpties: readonly KnownEmpty[] = [
  {
    // Noren (Shoonya, Flattrade): 'Error Occurred : 5 "no data"', the documented failure of a book.
    words: /^error occurred ?: ?5 ?[{"' ]*no data[}"' ]*$/i,
  },
  {
    // Kotak Neo: 'No Data', with the code 5203, of positions and orders of which there are none
    // (Kotak-Neo/kotak-neo-api, issues 82 and 103).
    words: /^no (data|records?)( (found|available|present))?[.!]?$/i,
  },
  { of: ['OrderBook'], words: /^no (open )?orders?( (found|available|present|today))?[.!]?$/i },
  { of: ['TradeBook'], words: /^no trades?( (found|available|present|today))?[.!]?$/i },
  {
    of: ['PositionBook', 'OpenPositions', 'AllPositions'],
    words: /^no (open )?positions?( (found|available|present|today))?[.!]?$/i,
  },
  {
    // Dhan: 'No holdings available', with the code DH-1111.
    of: ['Holdings'],
    words: /^no holdings?( (found|available|present))?[.!]?$/i,
  },
]

/** Of one order no history is none that could be empty. */
const isList = (name: ReadOperation): boolean =>
  operations[name].holds === 'many' && name !== 'OrderHistory'

/** The HTTP statuses that come with such words; with others they are about who asks, or a failure. */
const statuses: ReadonlySet<number> = new Set([200, 400, 404])

/** Whether words say of a book that it is empty, and nothing else stands in its answer. */
export function isSaidEmpty(
  name: ReadOperation,
  { status, words, beside }: { status: number; words: string; beside: Record<string, unknown> },
): boolean {
  if (!isList(name) || !statuses.has(status) || !hasNoData(beside['data'])) return false
  const said = words.trim()
  return knownEmpties.some(
    ({ of, words: known }) => (of === undefined || of.includes(name)) && known.test(said),
  )
}

/** A list is none of these, though it be empty: its rows may have been cut out of it, to be read by themselves. */
const hasNoData = (data: unknown): boolean => data === undefined || isNone(data)
