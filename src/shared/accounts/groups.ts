import * as z from 'zod'
import { AccountId } from '../core/account-id.ts'
import { accountColours, longestAccountName } from './accounts.ts'
import { type Decimal, compare, isDecimal, minus, plus, times, toTick } from '../core/decimal.ts'
import { nameOf } from '../core/names.ts'
import { type Portion, SharePercent } from '../orders/money-shares.ts'

const isPositive = (text: string): boolean => /[1-9]/.test(text)

/**
 * What a member takes of an order for its group: so many times its quantity, always the same, or
 * as many as a part of money buys, be it of its own funds or of a sum that the ticket names.
 */
export const ShareOfOrder = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('times'),
    times: z
      .string()
      .trim()
      .regex(/^\d{1,4}(\.\d{1,4})?$/, 'must be a number such as 2 or 0.5')
      .refine(isPositive, 'must be more than zero'),
  }),
  z.strictObject({
    kind: z.literal('units'),
    units: z
      .string()
      .trim()
      .regex(/^\d{1,9}$/, 'must be a whole number of units')
      .refine(isPositive, 'must be more than zero'),
  }),
  z.strictObject({ kind: z.literal('funds'), percent: SharePercent }),
  z.strictObject({ kind: z.literal('sum'), percent: SharePercent }),
])
export type ShareOfOrder = z.infer<typeof ShareOfOrder>

/** Shares whose units nobody knows without a price. */
export type ShareOfMoney = Extract<ShareOfOrder, { kind: 'funds' | 'sum' }>
type ShareOfQuantity = Exclude<ShareOfOrder, ShareOfMoney>

const isOfMoney = (share: ShareOfOrder): share is ShareOfMoney =>
  share.kind === 'funds' || share.kind === 'sum'

/** What a member takes where that is a part of money. */
export function moneyShareOf(
  group: Pick<AccountGroup, 'members'> | null,
  account: string,
): ShareOfMoney | null {
  const share = group?.members.find((member) => member.account === account)?.share
  return share !== undefined && isOfMoney(share) ? share : null
}

/** Or more would be spread than the ticket names. A part that is no number is told by its own rule. */
function takesASumOnce(members: readonly { share: ShareOfOrder }[]): boolean {
  const taken = members.reduce(
    (sum, { share }) =>
      share.kind === 'sum' && isDecimal(share.percent) ? plus(sum, share.percent) : sum,
    '0',
  )
  return compare(taken, '100') <= 0
}

const mostMembers = 200
export const mostGroups = 100

/** Accounts that one order goes to. */
export const AccountGroup = z.strictObject({
  id: z.uuid(),
  name: nameOf(longestAccountName),
  colour: z.enum(accountColours),
  members: z
    .array(z.strictObject({ account: AccountId, share: ShareOfOrder }))
    .max(mostMembers)
    .refine(
      (members) => new Set(members.map(({ account }) => account)).size === members.length,
      'must name an account once',
    )
    .refine(takesASumOnce, 'must take 100 % of a sum together at most'),
})
export type AccountGroup = z.infer<typeof AccountGroup>

const prefix = 'group:'

/** How the choice of what is shown names a group. */
export const choiceOf = (group: Pick<AccountGroup, 'id'>): string => `${prefix}${group.id}`

const pickPrefix = 'accounts:'

/** How the choice of what is shown names several accounts that are no group. */
export const pickOf = (accounts: readonly string[]): string =>
  accounts.length < 2 ? (accounts[0] ?? 'all') : `${pickPrefix}${accounts.join(' ')}`

/** The accounts of such a choice; null for any other. */
export const pickedIn = (choice: string): readonly string[] | null =>
  choice.startsWith(pickPrefix) ? choice.slice(pickPrefix.length).split(' ') : null

export const chosenGroup = (
  groups: readonly AccountGroup[],
  choice: string,
): AccountGroup | undefined => groups.find((group) => choiceOf(group) === choice)

/**
 * Units for a member: never more than its share, so rounded down to whole lots. A position that is
 * aimed at may be short; it is rounded towards flat.
 */
export function unitsFor(
  share: ShareOfQuantity,
  { base, lot }: { base: Decimal; lot: number },
): Decimal {
  const isShort = compare(base, '0') < 0
  const size = isShort ? minus('0', base) : base
  if (compare(size, '0') === 0) return '0'
  const wanted = share.kind === 'units' ? share.units : times(size, share.times)
  const units = toTick(wanted, String(lot), 'down')
  return isShort && compare(units, '0') > 0 ? minus('0', units) : units
}

/** What each member of a group would be sent that takes of the quantity. */
export function portionsOf(
  { members }: Pick<AccountGroup, 'members'>,
  { base, lot }: { base: Decimal; lot: number | null },
): ReadonlyMap<string, Portion> {
  const portions = new Map<string, Portion>()
  if (!isDecimal(base)) return portions
  for (const { account, share } of members)
    if (!isOfMoney(share)) portions.set(account, portionOf(share, { base, lot: lot ?? 1 }))
  return portions
}

function portionOf(share: ShareOfQuantity, of: { base: Decimal; lot: number }): Portion {
  const units = unitsFor(share, of)
  const size = compare(of.base, '0') < 0 ? minus('0', of.base) : of.base
  const wanted = share.kind === 'units' ? share.units : times(size, share.times)
  const isFlat = compare(size, '0') === 0
  const isLeftOut = !isFlat && compare(units, '0') === 0
  const rest = of.lot > 1 ? `the lot of ${of.lot}` : 'one unit'
  const isRounded = !isFlat && compare(units.replace('-', ''), wanted) !== 0
  const says = isLeftOut
    ? `Left out: its share of ${wanted} is less than ${rest}.`
    : isRounded
      ? `Its share of ${wanted}, rounded down to ${of.lot > 1 ? 'whole lots' : 'whole units'}.`
      : null
  return { units, isLeftOut, says }
}
