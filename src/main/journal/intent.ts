import {
  type Intent,
  type IntentEvent,
  type IntentState,
  type Part,
  type PartOutcome,
  type PartState,
  type Stranger,
  isAtBroker,
  isNotShown,
  isOneRefused,
  saidNo,
} from '../../shared/orders/intents.ts'
import { comparableOrderId, isSameOrderId } from '../../shared/service/order-ids.ts'

/** An event that cannot follow what came before: a mistake of ours, or a damaged journal. */
export class ImpossibleStep extends Error {}

interface Happening {
  id: string
  /** Wall-clock milliseconds. */
  at: number
  event: IntentEvent
  /** It is in the journal: desks before this one wrote events that this one would not. */
  isWritten?: boolean
}

/** What an intent is after one more event. */
export function stepIntent(before: Intent | undefined, happening: Happening): Intent {
  const { id, at, event, isWritten = false } = happening
  if (event.kind === 'recorded') {
    if (before !== undefined) throw impossible(before, event)
    const { kind: _, quantities, ...facts } = event
    const parts = quantities.map((quantity) => ({ ...blankPart, quantity }))
    const none = { calledOff: null, sent: null, look: null, watched: null }
    return { ...facts, id, at, changedAt: at, parts, state: 'recorded', ...none }
  }
  if (before === undefined) throw new ImpossibleStep(`${event.kind} of an order never recorded`)
  const next = follow(before, event, { at, isWritten })
  return { ...next, changedAt: at, state: stateOf(next) }
}

function follow(
  before: Intent,
  event: Exclude<IntentEvent, { kind: 'recorded' }>,
  { at, isWritten }: Required<Pick<Happening, 'at' | 'isWritten'>>,
) {
  const refuse = (): never => {
    throw impossible(before, event)
  }
  const inDoubt = (part: Part): boolean => part.state === 'in-doubt'
  const keyOf = isWritten ? (orderId: string) => orderId : comparableOrderId
  /** One order of the broker's is one part, or it would count twice. */
  const areNew = (orderIds: readonly string[]): boolean => {
    const keys = new Set(orderIds.map(keyOf))
    const isKnown = ({ orderId }: Part) => orderId !== null && keys.has(keyOf(orderId))
    return keys.size === orderIds.length && !before.parts.some(isKnown)
  }
  switch (event.kind) {
    case 'sent': {
      if (before.state !== 'recorded') return refuse()
      const { kind: _, ...known } = event
      return { ...before, parts: setAll(before.parts, 'sent'), sent: { at, ...known } }
    }
    case 'called-off':
      if (before.state !== 'recorded') return refuse()
      return {
        ...before,
        parts: setAll(before.parts, 'not-sent'),
        calledOff: event.why,
        ...(event.after !== undefined && { calledOffAfter: event.after }),
        ...(event.says !== undefined && { calledOffSays: event.says }),
      }
    case 'answered': {
      // An `answered` event on an intent that is still `recorded` must say `not-sent` for every part.
      const isBeforeSending =
        before.state === 'recorded' &&
        event.parts.length === before.parts.length &&
        event.parts.every(({ state }) => state === 'not-sent')
      if (before.state !== 'sent' && !isBeforeSending) return refuse()
      const answeredAt = event.isByLater === true ? null : at
      return { ...before, parts: answered(before, event.parts), answeredAt }
    }
    case 'looked': {
      if (!before.parts.some(inDoubt)) return refuse()
      const { kind: _, ...look } = event
      const wasShown = event.candidates.length > 0 || before.look?.wasShown === true
      const strangers = strangersAfter(before, event)
      return {
        ...before,
        look: { ...look, ...(wasShown && { wasShown }), ...(strangers && { strangers }) },
      }
    }
    case 'matched': {
      const orderIds = new Map(event.found.map(({ part, orderId }) => [part, orderId]))
      const absent = new Set(event.absent)
      const touched = [...orderIds.keys(), ...absent]
      if (touched.length === 0 || new Set(touched).size < event.found.length + absent.size)
        return refuse()
      if (!areNew(event.found.map(({ orderId }) => orderId))) return refuse()
      if (!touched.every((part) => before.parts[part]?.state === 'in-doubt')) return refuse()
      const parts = before.parts.flatMap((part, index): Part[] => {
        const orderId = orderIds.get(index)
        if (orderId !== undefined)
          return [{ ...part, ...cleared(before, orderId), state: 'matched', orderId }]
        if (!absent.has(index)) return [part]
        // Nobody ever made them, and nothing of them is to be sent again.
        return event.isWhole === true ? [] : [{ ...part, state: 'absent' }]
      })
      return { ...before, ...ownedAgain(before, [...orderIds.values()]), parts, look: null }
    }
    case 'refused-after-looks': {
      // Without a no of the service, a book that shows nothing proves nothing.
      const isNo = (part: Part): boolean => inDoubt(part) && saidNo(part)
      if (before.ticket === null || !before.parts.some(isNo)) return refuse()
      const parts = before.parts.map((part) =>
        isNo(part) ? { ...part, state: 'refused' as const } : part,
      )
      return { ...before, parts, look: parts.some(inDoubt) ? before.look : null }
    }
    case 'doubted-again': {
      const isOne = isOneRefused(before.parts)
      const isNo = (part: Part, place: number): boolean =>
        part.state === 'refused' &&
        (isOne || saidNo(part) || event.slices?.includes(place) === true)
      const isForNothing = event.candidates.length === 0 && event.grownBy === undefined
      if (before.ticket === null || before.parts.some(inDoubt) || !before.parts.some(isNo))
        return refuse()
      if (isForNothing) return refuse()
      const parts = before.parts.map((part, place) =>
        isNo(part, place) ? { ...part, state: 'in-doubt' as const } : part,
      )
      const { candidates, sharedBy, grownBy } = event
      const look = { reads: 1, candidates, wasShown: true, ...(sharedBy && { sharedBy }) }
      return { ...before, parts, look, isDoubtedAgain: true as const, grownBy }
    }
    case 'found-beside': {
      const isIt = ({ state, orderId }: Part): boolean =>
        state === 'matched' &&
        orderId !== null &&
        event.orderIds.some((found) => isSameOrderId(found, orderId))
      if (before.ticket === null || before.parts.filter(isIt).length < event.orderIds.length)
        return refuse()
      const parts = before.parts.map((part) =>
        isIt(part) ? { ...part, state: 'in-doubt' as const, orderId: null, rejection: null } : part,
      )
      const look = { reads: 1, candidates: event.candidates, wasShown: true }
      return { ...before, parts, look, wasFound: [...(before.wasFound ?? []), ...event.orderIds] }
    }
    case 'settled': {
      if (!before.parts.some(inDoubt) || !areNew(event.orderIds)) return refuse()
      const [...left] = event.orderIds
      const parts = before.parts.map((part): Part => {
        if (!inDoubt(part)) return part
        const orderId = left.shift() ?? null
        return { ...part, ...cleared(before, orderId), state: 'settled', orderId }
      })
      const more = left.map((orderId) => ({ ...blankPart, state: 'settled' as const, orderId }))
      const all = [...parts, ...more]
      return { ...before, ...ownedAgain(before, event.orderIds), parts: all, look: null }
    }
    case 'seen-done':
      // The books can show that an account is flat, never that a certain order is in them.
      if (before.ticket !== null || !before.parts.some(inDoubt)) return refuse()
      return {
        ...before,
        parts: before.parts.map((part) =>
          inDoubt(part) ? { ...part, state: 'settled' as const } : part,
        ),
        look: null,
      }
    case 'watched':
      if (before.ticket !== null || before.state === 'recorded' || before.state === 'sent')
        return refuse()
      return { ...before, watched: event.end }
    case 'settled-absent':
      if (!before.parts.some(inDoubt)) return refuse()
      return {
        ...before,
        parts: before.parts.map((part) =>
          inDoubt(part) ? { ...part, state: 'absent' as const } : part,
        ),
        look: null,
      }
    case 'disowned': {
      const { orderId, is } = event
      const isIt = (part: Part): boolean =>
        part.state === 'accepted' && part.orderId !== null && isSameOrderId(part.orderId, orderId)
      if (before.ticket === null || !before.parts.some(isIt)) return refuse()
      const message = `The service named order ${orderId} for this, which may be another one: ${is}.`
      const parts = before.parts.map((part): Part =>
        isIt(part) ? { ...blankPart, quantity: part.quantity, ...unanswered, message } : part,
      )
      return { ...before, parts, disowned: [...(before.disowned ?? []), orderId] }
    }
    case 'rejected':
    case 'not-rejected': {
      const rejection = event.kind === 'rejected' ? { reason: event.reason } : null
      const isIt = (part: Part): boolean =>
        part.orderId !== null &&
        isSameOrderId(part.orderId, event.orderId) &&
        (rejection !== null || part.rejection !== null)
      if (!before.parts.some(isIt)) return refuse()
      const parts = before.parts.map((part) => (isIt(part) ? { ...part, rejection } : part))
      return { ...before, parts }
    }
    case 'not-shown':
    case 'shown': {
      const isLate = event.kind === 'not-shown'
      const may = (part: Part): boolean =>
        isLate ? part.state === 'accepted' && !isNotShown(part) : isNotShown(part)
      const isOneOf = ({ orderId }: Part): boolean =>
        orderId !== null && event.orderIds.some((of) => isSameOrderId(of, orderId))
      const told = before.parts.filter((part) => isOneOf(part) && may(part))
      if (told.length < event.orderIds.length) return refuse()
      const parts = before.parts.map((part): Part => {
        if (!told.includes(part)) return part
        const reads = isLate ? event.reads : (part.notShown?.reads ?? 0)
        const unreadable = isLate ? event.unreadable : undefined
        const history = isLate
          ? event.histories?.find(({ orderId }) => isSameOrderId(orderId, part.orderId!))?.is
          : undefined
        const notShown = {
          ...{ reads, isOver: !isLate },
          ...(unreadable !== undefined && { unreadable }),
          ...(history !== undefined && { history }),
        }
        return { ...part, notShown }
      })
      return { ...before, parts }
    }
  }
}

/** An order that is its own after all is no other one any more. */
const ownedAgain = (
  { disowned }: Intent,
  orderIds: readonly string[],
): Pick<Intent, 'disowned'> | undefined =>
  disowned && {
    disowned: disowned.filter((other) => !orderIds.some((own) => isSameOrderId(own, other))),
  }

/** What is not true any more of a part whose order is the one that the service had named. */
const cleared = ({ disowned = [] }: Intent, orderId: string | null): Partial<Part> =>
  orderId !== null && disowned.some((other) => isSameOrderId(other, orderId))
    ? { code: null, message: null }
    : {}

/** Those that any look named, this one among them, each once. */
function strangersAfter(
  { look }: Intent,
  { stranger, strangerId }: { [Each in keyof Stranger]?: string | undefined },
): readonly Stranger[] | undefined {
  const known = look?.strangers
  if (stranger === undefined || strangerId === undefined) return known
  const isKnown = known?.some((one) => isSameOrderId(one.strangerId, strangerId)) === true
  return isKnown ? known : [...(known ?? []), { stranger, strangerId }]
}

const blankPart: Part = {
  quantity: null,
  state: 'recorded',
  orderId: null,
  name: null,
  code: null,
  message: null,
  detail: null,
  rejection: null,
}

const setAll = (parts: readonly Part[], state: PartState): Part[] =>
  parts.map((part) => ({ ...part, state }))

/**
 * The service answers slice by slice, in order. A slice without an answer is in doubt; an answer
 * beyond the last slice is an order all the same. An exit has the parts that its answer names.
 */
function answered({ parts, ticket }: Intent, outcomes: readonly PartOutcome[]): Part[] {
  const expected = ticket === null ? [] : parts
  const count = Math.max(expected.length, outcomes.length)
  return Array.from({ length: count }, (_, index): Part => ({
    ...blankPart,
    quantity: expected[index]?.quantity ?? null,
    ...said(outcomes[index], ticket === null),
  }))
}

/** What was taken can be told from others by its order id; what an exit did also by its name. */
function said(outcome: PartOutcome | undefined, isExit: boolean): Partial<Part> {
  if (outcome === undefined) return unanswered
  const isNamed = outcome.orderId !== null || (isExit && outcome.name !== null)
  return outcome.state === 'accepted' && !isNamed ? { ...outcome, ...unanswered } : outcome
}

const unanswered = {
  state: 'in-doubt',
  code: 'in-doubt',
  message: 'The service did not say what became of this part.',
} as const

function stateOf({ parts }: Pick<Intent, 'parts'>): IntentState {
  const [first] = parts
  // Only an answer leaves no parts: an exit that found nothing to do is done.
  if (first === undefined) return 'accepted'
  if (parts.every(({ state }) => state === first.state)) return first.state
  for (const open of ['sent', 'in-doubt'] as const)
    if (parts.some(({ state }) => state === open)) return open
  const there = parts.filter(({ state }) => isAtBroker(state)).length
  if (there === 0) return 'refused'
  if (there < parts.length) return 'partly'
  return parts.some(({ state }) => state === 'settled') ? 'settled' : 'matched'
}

const impossible = (before: Intent, event: IntentEvent): ImpossibleStep =>
  new ImpossibleStep(`${event.kind} cannot follow ${before.state} (order ${before.id})`)
