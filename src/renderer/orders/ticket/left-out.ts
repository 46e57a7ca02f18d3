import { visible } from '../../../shared/core/visible-text.ts'
import type { LeftOut } from '../order-form.svelte.ts'

/** Those who are sent nothing, by name and once for each reason. */
export function leftOutWords(
  leftOut: readonly LeftOut[],
  nameOf: (account: string) => string,
): readonly string[] {
  return [...Map.groupBy(leftOut, ({ says }) => says)].map(([says, of]) =>
    visible(`${of.map(({ account }) => nameOf(account)).join(', ')}: ${says}`),
  )
}
