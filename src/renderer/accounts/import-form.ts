import type { AccountFile, ImportAction } from '../../shared/accounts/account-file.ts'

/** By the id in the file. */
export type Choices = Record<string, ImportAction>

/** What is new is taken; what has a name that is here already waits for a person's word. */
export const firstChoices = ({ accounts, groups }: AccountFile): Choices =>
  Object.fromEntries(
    [...accounts, ...groups].map(({ id, taken }) => [id, taken === null ? 'both' : 'skip']),
  )

export const takingsOf = ({ accounts, groups }: AccountFile, choices: Choices) => {
  const of = (some: readonly { id: string }[]) =>
    some.map(({ id }) => ({ id, how: choices[id] ?? 'skip' }))
  return { accounts: of(accounts), groups: of(groups) }
}
