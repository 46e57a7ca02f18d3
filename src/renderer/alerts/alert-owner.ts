import type { Alert } from '../../shared/alerts/alerts.ts'

/** Whose an alert is, to stand beside its title; null where it is nobody’s, or the title ends with it. */
export function ownerBeside(
  { account, title }: Pick<Alert, 'account' | 'title'>,
  nameOf: (id: string) => string,
): string | null {
  if (account === null) return null
  const name = nameOf(account)
  return title.endsWith(` ${name}`) ? null : name
}
