import type { Account } from '../../../shared/accounts/accounts.ts'

type Trading = Pick<Account, 'id' | 'service'>

/** Whether two of these trade at the same address. */
export function doShare(chosen: readonly string[], accounts: readonly Trading[]): boolean {
  const addresses = chosen.flatMap((id) => addressOf(accounts.find((one) => one.id === id)) ?? [])
  return new Set(addresses).size < addresses.length
}

const addressOf = (account: Trading | undefined): string | undefined =>
  account?.service.kind === 'url' ? account.service.url : account?.service.kind
