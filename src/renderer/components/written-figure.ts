import { isDecimal } from '../../shared/core/decimal.ts'
import { groupedDigits } from '../../shared/core/figures.ts'
import { ungrouped } from '../../shared/core/typed-number.ts'

/**
 * A figure in a field as it is written everywhere, to its last digit, with so many behind the point
 * at least. What is no number stays as it was typed, for the person to see what is wrong with it.
 */
export function writtenOut(typed: string, decimals = 0): string {
  const bare = ungrouped(typed).trim().replace('−', '-')
  if (!isDecimal(bare)) return typed
  // Nobody writes such a number: it is a slip that must stay in sight.
  return /^-?0\d/.test(bare) ? typed : groupedDigits(bare, decimals)
}

/**
 * Takes out the commas that the program wrote, before a person's key changes the figure: among those
 * of `1,500` one more digit would make `1,5000`, which is no number. The caret stays where it is.
 */
export function takeOutCommas(field: HTMLInputElement): void {
  const { value, selectionStart, selectionEnd, selectionDirection } = field
  if (!value.includes(',')) return
  const bareUpTo = (end: number | null) =>
    value.slice(0, end ?? value.length).replaceAll(',', '').length
  field.value = value.replaceAll(',', '')
  field.setSelectionRange(
    bareUpTo(selectionStart),
    bareUpTo(selectionEnd),
    selectionDirection ?? 'none',
  )
}
