import { expect, it } from 'vitest'
import { AlikeClients } from '../../../../src/main/accounts/alike-clients.ts'

it('accounts that may be one client are named once, with what their sums would be', () => {
  const alike: Record<string, string[]> = { a: [], b: ['a'], c: ['a', 'b'] }
  const clients = new AlikeClients({
    perhapsSameClient: (account) => alike[account]!,
    nameOf: (account) => account.toUpperCase(),
  })
  expect(clients.newsOf('a')).toBeNull()
  expect(clients.newsOf('b')).toMatch(/^B and A have one client id .* count it more than once/)
  expect(clients.newsOf('b')).toBeNull()
  alike['a'] = ['b']
  expect(clients.newsOf('a')).toBeNull()
  expect(clients.newsOf('c')).toMatch(/^C, A and B have one client id/)
})
