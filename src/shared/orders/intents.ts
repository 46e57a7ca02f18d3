import * as z from 'zod'
import { AccountId } from '../core/account-id.ts'
import { errorCodes } from '../core/errors.ts'
import { operationNames } from '../service/operations.ts'
import { Ticket } from './tickets.ts'

/**
 * An intent is one order (or one exit of one account) that a person confirmed. It is in the
 * journal before its first byte leaves; what happens to it afterwards is a list of events, and its
 * state is what they add up to (main/journal/intent.ts).
 */

/** An order that is split has a part for each slice, any other has one. */
const partStates = [
  'recorded', // on disk, not sent
  'sent', // on the wire, no answer yet
  'accepted', // the service gave it an order id
  'refused', // the service said no, and that is final
  'not-sent', // surely no byte of it left
  'in-doubt', // it may or may not have arrived
  'matched', // was in doubt, and was found in the order book
  'absent', // was in doubt; a person decided, after a look, that it did not arrive (of a slice, older desks did by the book)
  'settled', // was in doubt; a person said which order it is, or the books show an exit as done
] as const
export type PartState = (typeof partStates)[number]

/** Of all parts together; `partly` where some are at the broker and some surely are not. */
export const intentStates = [...partStates, 'partly'] as const
export type IntentState = (typeof intentStates)[number]

/** As long as the service made them: what was written down has to be readable again. */
const id = z.string()
const longText = z.string()

/** What the service, or the lack of it, said of one part. */
export const PartOutcome = z.strictObject({
  state: z.enum(['accepted', 'refused', 'not-sent', 'in-doubt']),
  orderId: id.nullable(),
  /** What an exit did it to, where that is not an order: the symbol that was closed. */
  name: z.string().max(200).nullable(),
  code: z.enum(errorCodes).nullable(),
  message: longText.nullable(),
  detail: longText.nullable(),
})
export type PartOutcome = z.infer<typeof PartOutcome>

/**
 * By how many milliseconds our wall clock was ahead of the monotonic one: when the session began,
 * and later. What has both in common can be compared in time; else somebody set the clock, or it
 * was another session.
 */
export const ClockMark = z.strictObject({ began: z.number(), ahead: z.number() })
export type ClockMark = z.infer<typeof ClockMark>

/** What a square-off finds when it leaves: a later session has to know what it was to close. */
export const FoundBySquareOff = z.strictObject({
  /** Positions that were open; null units where nobody knew how many. */
  positions: z.array(
    z.strictObject({
      exchange: longText,
      symbol: longText,
      product: longText,
      net: z.number().nullable(),
      /**
       * By how many units it may have been bought and sold beyond these, null where nobody knows;
       * absent where that is known to be none, and where an older desk wrote it.
       */
      perhaps: z
        .strictObject({ buys: z.number().nullable(), sells: z.number().nullable() })
        .optional(),
    }),
  ),
  /** Orders that worked, and the units that each was filled with by then. */
  working: z.array(z.strictObject({ orderId: id, filled: z.number() })),
})
export type FoundBySquareOff = z.infer<typeof FoundBySquareOff>

/**
 * Why an order book without an order does not prove that it is not there: it is another day's, something
 * like it was in it before, it may have orders whose numbers nobody was told, or in other words, rows
 * cannot be read, it is empty by another answer than the specified empty list, a position has more than
 * it explains, or it lacks orders that are known to be there.
 */
export const WhyUnproven = z.enum([
  'another-day',
  'shown-before',
  'others',
  'unreadable',
  'oddly-empty',
  'stranger',
  'position',
  'incomplete',
])
export type WhyUnproven = z.infer<typeof WhyUnproven>

/** Everything that can happen to an intent, as it stands in the journal. */
export const IntentEvent = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('recorded'),
    account: AccountId,
    /** As they were then: an account may be renamed or deleted. */
    accountName: z.string(),
    broker: z.string(),
    /** The person's confirmation, which is good for one sending. */
    confirmation: z.uuid(),
    operation: z.enum(operationNames),
    /** The request that carries it, and its place in it. */
    request: z.uuid(),
    leg: z.int().min(0),
    /** The fields of `data`, as they are sent. */
    params: z.record(z.string(), z.string()),
    ticket: Ticket.nullable(),
    /** Units of each slice; an exit is one part of unknown size until it is answered. */
    quantities: z.array(z.number().nullable()).min(1).max(1000),
    exit: z.boolean(),
    resends: z.uuid().nullable(),
    /** The stop cancelled so. Older desks did not say it. */
    isOfStop: z.literal(true).optional(),
  }),
  z.strictObject({
    kind: z.literal('sent'),
    /** Orders of the same symbol and side that any book showed before: none of them can be this one. */
    rivals: z.array(id),
    /**
     * How old the book was that surely showed all of them, in milliseconds; null where there was
     * none that two answers agree on.
     */
    bookAge: z.number().nullable(),
    /** Absent where an older desk wrote it, and of the stop's cancels. */
    clock: ClockMark.optional(),
    /**
     * The fingerprint of the login that it was sent for: an account may be given another one. Absent
     * where an older desk wrote it, and of cancels of a stop that came before the keys were read.
     */
    login: z.string().optional(),
    /**
     * So many orders earlier sessions had noted that the books showed: clocks may be set, and this
     * says of a later note whether it is of before. Absent where an older desk wrote it.
     */
    noted: z.number().optional(),
    /** Of a square-off; absent where an older desk wrote it, or nobody knew what was open. */
    found: FoundBySquareOff.optional(),
  }),
  z.strictObject({
    kind: z.literal('answered'),
    parts: z.array(PartOutcome),
    /** No answer was there when its session ended, and a later one says so. Older desks did not say it. */
    isByLater: z.literal(true).optional(),
  }),
  z.strictObject({
    kind: z.literal('called-off'),
    why: z.enum([
      'person',
      'other-client',
      'stop',
      'shutdown',
      'restart',
      'not-accepted',
      'not-allowed',
      'stood-still',
    ]),
    /** Of one that something stood against when its turn came: what. */
    says: longText.optional(),
    /** Of orders that leave one after the other: the account whose order was not accepted. */
    after: z.string().optional(),
  }),
  /** The order book was read for one in doubt, and did not decide it. */
  z.strictObject({
    kind: z.literal('looked'),
    reads: z.int().min(1),
    candidates: z.array(id).max(100),
    /** The account has other keys or another address since: the book may be somebody else's. */
    isOtherLogin: z.literal(true).optional(),
    /** Why a book that does not show it proves neither a no nor that it did not arrive. */
    unproven: WhyUnproven.optional(),
    /** Where that is a new order that is nobody's: which one, and its number. */
    stranger: longText.optional(),
    strangerId: id.optional(),
    /** Where it has a single candidate, which came too late to be surely it: how late, in words. */
    late: longText.optional(),
  }),
  z.strictObject({
    kind: z.literal('matched'),
    found: z.array(z.strictObject({ part: z.int().min(0), orderId: id })),
    /** The service made fewer orders of it than slices were asked for; together they hold all units. */
    absent: z.array(z.int().min(0)),
    /** The orders that it has hold all units: those that are absent are no parts any more. Older desks did not say it. */
    isWhole: z.literal(true).optional(),
  }),
  /** The service had said no in words that nobody knows, and the order book, read so often since, shows none of it. */
  z.strictObject({ kind: z.literal('refused-after-looks'), reads: z.int().min(2) }),
  /** It was called refused, and the books show orders since that can be it, or a position that grew. */
  z.strictObject({
    kind: z.literal('doubted-again'),
    candidates: z.array(id).max(100),
    /** Where there are none: the units by which its position grew, and that no order or trade explains. */
    grownBy: z.number().positive().optional(),
    /** Places of slices to which the service had said a clear no. */
    slices: z.array(z.int().min(0)).min(1).optional(),
    /** So many orders, this one among them, are doubted for the sake of fewer candidates. */
    sharedBy: z.int().min(2).optional(),
  }),
  /** It was found as the one order that is like it, and the book shows another one since that can be it. */
  z.strictObject({
    kind: z.literal('found-beside'),
    /** What it was found as. */
    orderIds: z.array(id).min(1),
    /** These, and what came up beside them. */
    candidates: z.array(id).min(2).max(100),
  }),
  z.strictObject({ kind: z.literal('settled'), orderIds: z.array(id).min(1) }),
  z.strictObject({ kind: z.literal('settled-absent') }),
  /** An exit in doubt: the books, read anew, show what it was to bring about. */
  z.strictObject({ kind: z.literal('seen-done') }),
  /** The books of an exit were watched, to this end; until then a start of the desk takes it up again. */
  z.strictObject({
    kind: z.literal('watched'),
    end: z.enum(['flat', 'left', 'failed', 'taken-back']),
  }),
  /** The service had named this order for it, whose row in the book reads as another one. */
  z.strictObject({ kind: z.literal('disowned'), orderId: id, is: longText }),
  /** The broker rejected an order that the service had accepted. */
  z.strictObject({ kind: z.literal('rejected'), orderId: id, reason: longText.nullable() }),
  /** It was not, whatever an answer had said: the book shows fills of it. */
  z.strictObject({
    kind: z.literal('not-rejected'),
    orderId: id,
    is: longText,
    /** It says what nobody understands, which may be a rejection in other words. */
    isUnsure: z.boolean().optional(),
  }),
  /** The service had accepted these orders, and the order book, read so often since, shows none of them. */
  z.strictObject({
    kind: z.literal('not-shown'),
    orderIds: z.array(id).min(1),
    reads: z.int().min(1),
    /** Rows of it that cannot be read: one of them may be the order. */
    unreadable: z.int().min(1).optional(),
    /** Of those whose own history the service tells: what they are by it. Older desks did not ask. */
    histories: z
      .array(z.strictObject({ orderId: id, is: longText }))
      .min(1)
      .optional(),
  }),
  /** The book shows them after all. */
  z.strictObject({ kind: z.literal('shown'), orderIds: z.array(id).min(1) }),
])
export type IntentEvent = z.infer<typeof IntentEvent>
export type Recorded = Extract<IntentEvent, { kind: 'recorded' }>

export interface Part extends Omit<PartOutcome, 'state'> {
  quantity: number | null
  state: PartState
  /** Why the broker rejected it after it was accepted. */
  rejection: { reason: string | null } | null
  /** It was accepted, and so many readings of the order book did not show it; `isOver` once one did. */
  notShown?:
    | {
        reads: number
        isOver: boolean
        unreadable?: number
        /** What it is by its own history, where the service told one. */
        history?: string
      }
    | undefined
}

/** A new order that is nobody's, as far as is known. */
export interface Stranger {
  /** Such as order 7, SELL 25 SBIN-EQ MIS LIMIT 845.7. */
  stranger: string
  strangerId: string
}

/** An intent as the events made it. */
export interface Intent extends Omit<Recorded, 'kind' | 'quantities'> {
  id: string
  /** Wall-clock milliseconds when it was recorded, and of its latest event. */
  at: number
  changedAt: number
  state: IntentState
  parts: readonly Part[]
  calledOff: Extract<IntentEvent, { kind: 'called-off' }>['why'] | null
  calledOffAfter?: string | undefined
  calledOffSays?: string | undefined
  /** What was known when it was sent; null before. */
  sent: {
    at: number
    rivals: readonly string[]
    bookAge: number | null
    clock?: ClockMark | undefined
    login?: string | undefined
    noted?: number | undefined
    found?: FoundBySquareOff | undefined
  } | null
  /** When its answer came, or was known to be lost; null where nobody was there for it. */
  answeredAt?: number | null | undefined
  /** What the latest looks for it found, while it is in doubt. */
  look: {
    reads: number
    candidates: readonly string[]
    isOtherLogin?: true | undefined
    unproven?: WhyUnproven | undefined
    stranger?: string | undefined
    strangerId?: string | undefined
    late?: string | undefined
    /** Some look found something like it: that it is gone since proves nothing. */
    wasShown?: boolean
    /** New orders that are nobody's, which any look named: that the book leaves them out since answers for none. */
    strangers?: readonly Stranger[] | undefined
    /** So many orders, this one among them, can be the fewer candidates: some of them surely are not there. */
    sharedBy?: number | undefined
  } | null
  /** It was called refused before, since the book had shown nothing like it. */
  isDoubtedAgain?: true | undefined
  /** Orders that it was found as by its likeness, before another came up that is as like it: which one it is a person says. */
  wasFound?: readonly string[] | undefined
  /** Units by which its position grew, and that no order or trade explains, where that alone made it doubtful. */
  grownBy?: number | undefined
  /** Orders that the service had named for it, and that may be others. */
  disowned?: readonly string[]
  /** How the watching of an exit ended; null before, and where there is nothing to watch. */
  watched: Extract<IntentEvent, { kind: 'watched' }>['end'] | null
}

/** Nothing more will happen to it by itself. */
export const isSettled = (state: IntentState): boolean =>
  state !== 'recorded' && state !== 'sent' && state !== 'in-doubt'

/** Whether it can leave an order at the broker that nobody sees: a cancel leaves none. */
export const makesOrders = ({ operation }: Pick<Intent, 'operation'>): boolean =>
  operation !== 'CancelAllOrder'

export const isSquareOff = ({ operation }: Pick<Intent, 'operation'>): boolean =>
  operation === 'SquareOffAllPosition'

/** Whether nobody knows if it arrived, or only the books, or a person, have told what became of it. */
export const hasNoAnswer = ({ state }: Pick<Intent, 'state'>): boolean =>
  state === 'in-doubt' || state === 'settled'

/** Whether the broker has, or had, the part: it was taken, found in the book, or a person said so. */
export const isAtBroker = (state: PartState): boolean =>
  state === 'accepted' || state === 'matched' || state === 'settled'

/** Surely nothing of it is at the broker: it may be sent again without a second look. */
export const isSurelyNotThere = (state: IntentState): boolean =>
  state === 'refused' || state === 'not-sent' || state === 'absent'

/** Whether it was accepted, and the order book has not shown it for longer than books lag. */
export const isNotShown = ({
  notShown,
  rejection,
}: Pick<Part, 'notShown' | 'rejection'>): boolean =>
  notShown !== undefined && !notShown.isOver && rejection === null

/** Whether the service said no to a part, in words that are not known to be final. */
export const saidNo = ({ code }: Pick<Part, 'code'>): boolean => code === 'said-no'

/** Whether nothing but its likeness says which order of the book a part is: the service never named that. */
export const isFoundByLikeness = ({ state, code }: Pick<Part, 'state' | 'code'>): boolean =>
  state === 'matched' && code !== null

/** Whether all that was sent is one order, and the service said no to it. */
export const isOneRefused = (parts: readonly Part[]): boolean =>
  parts.length === 1 && parts[0]!.state === 'refused'

/** Whether it was refused in words that are known to be final, and the book shows one like it nevertheless. */
export const isDeniedTwin = ({
  isDoubtedAgain,
  parts,
}: Pick<Intent, 'isDoubtedAgain' | 'parts'>): boolean =>
  isDoubtedAgain === true && parts.some((part) => part.state === 'in-doubt' && !saidNo(part))

/** Healthy looks for one in doubt after which a person is asked: they take twenty seconds. */
export const looksBeforeAsking = 6
