import type { Account } from '../../shared/accounts/accounts.ts'
import { accountCalls } from '../../shared/accounts/calls.ts'
import type { Input } from '../../shared/contract.ts'
import type { AccountGroup, ShareOfOrder } from '../../shared/accounts/groups.ts'
import { ungrouped } from '../../shared/core/typed-number.ts'
import { type CheckedForm, problemsByField } from '../core/form-problems.ts'

/** A member as a person types it. */
export interface MemberFields {
  account: string
  isIn: boolean
  kind: ShareOfOrder['kind']
  amount: string
}

export interface GroupFields {
  name: string
  colour: Account['colour']
  members: MemberFields[]
}

/** All accounts are there to be ticked; a new group has nobody yet. */
export function groupFields(accounts: readonly Account[], group: AccountGroup | null): GroupFields {
  const members = accounts.map(({ id: account }): MemberFields => {
    const share = group?.members.find((member) => member.account === account)?.share
    if (share === undefined) return { account, isIn: false, kind: 'times', amount: '1' }
    return { account, isIn: true, kind: share.kind, amount: amountOf(share) }
  })
  return { name: group?.name ?? '', colour: group?.colour ?? 'slate', members }
}

function amountOf(share: ShareOfOrder): string {
  switch (share.kind) {
    case 'times':
      return share.times
    case 'units':
      return share.units
    case 'funds':
    case 'sum':
      return share.percent
  }
}

function shareOf(kind: ShareOfOrder['kind'], amount: string): ShareOfOrder {
  switch (kind) {
    case 'times':
      return { kind, times: amount }
    case 'units':
      return { kind, units: amount }
    case 'funds':
    case 'sum':
      return { kind, percent: amount }
  }
}

export type GroupField = 'name' | 'members' | `share of ${string}`

/** Where the share of an account is typed. */
export const shareField = (account: string): GroupField => `share of ${account}`

export function checkGroup(
  fields: GroupFields,
  id: string | null,
): CheckedForm<Input<'saveGroup'>, GroupField> {
  const chosen = fields.members.filter(({ isIn }) => isIn)
  const parsed = accountCalls.saveGroup.input.safeParse({
    ...(id !== null && { id }),
    name: fields.name,
    colour: fields.colour,
    members: chosen.map(({ account, kind, amount }) => ({
      account,
      share: shareOf(kind, ungrouped(amount)),
    })),
  })
  if (parsed.success && chosen.length > 0) return { ok: true, input: parsed.data }
  const problems = problemsByField(parsed.error?.issues ?? [], ([part, place]): GroupField => {
    if (part !== 'members') return 'name'
    const account = chosen[Number(place)]?.account
    return account === undefined ? 'members' : shareField(account)
  })
  const nobody = chosen.length === 0 && { members: 'Tick at least one account.' }
  return { ok: false, problems: { ...problems, ...nobody } }
}
