let collator: Intl.Collator | undefined

/** As a person orders texts: 9 before 10. Made when it is first asked for, since that takes longer than to draw a grid. */
export function compareTexts(one: string, other: string): number {
  if (one === other) return 0
  collator ??= new Intl.Collator('en', { numeric: true })
  return collator.compare(one, other)
}
