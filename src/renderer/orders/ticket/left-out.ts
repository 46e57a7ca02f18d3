import type { Account } from '../../../shared/accounts/accounts.ts'
import { visible } from '../../../shared/core/visible-text.ts'
import type { LeftOut } from '../order-form.svelte.ts'
import type { TicketFields } from './ticket-fields.ts'

export const switchedOff = 'Left out: it is switched off.'

/** Members of the chosen group that a ticket has no line for: they were switched off when it was chosen. */
export function membersWithoutLine(
  { group, recipients }: Pick<TicketFields, 'group' | 'recipients'>,
  accounts: readonly Pick<Account, 'id' | 'enabled'>[],
): readonly LeftOut[] {
  const members = new Set(group?.members.map(({ account }) => account))
  const here = new Set(recipients.map(({ account }) => account))
  return accounts.flatMap(({ id, enabled }) => {
    const says = enabled ? 'Left out: it was switched off when the group was chosen.' : switchedOff
    return members.has(id) && !here.has(id) ? [{ account: id, says }] : []
  })
}

/** Those who are sent nothing, by name and once for each reason. */
export function leftOutWords(
  leftOut: readonly LeftOut[],
  nameOf: (account: string) => string,
): readonly string[] {
  return [...Map.groupBy(leftOut, ({ says }) => says)].map(([says, of]) =>
    visible(`${of.map(({ account }) => nameOf(account)).join(', ')}: ${says}`),
  )
}

/** Why, where it is said already that it is left out: 'It is switched off.' */
export const reasonAlone = (says: string): string =>
  says.replace(/^Left out: ./, (start) => start.at(-1)!.toUpperCase())
