/** Windows of one colour mark the symbol that is chosen in any of them. */
export const linkColours = ['blue', 'green', 'orange', 'violet'] as const
export type LinkColour = (typeof linkColours)[number]

/** How a window begins that nobody arranged. By itself, since a page needs it before any schema. */
export const usualWindow = {
  layout: null,
  selected: 'all',
  link: 'blue',
  bounds: null,
  belongs: null,
  place: null,
} as const
