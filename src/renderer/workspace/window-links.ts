import { type LinkColour, linkColours } from '../../shared/workspace/usual-window.ts'

/** What a window can be linked to: all windows of a colour mark the symbol that is chosen in one of them. */
export const linkChoices: readonly { link: LinkColour | null; label: string }[] = [
  ...linkColours.map((link) => ({ link, label: `${link[0]!.toUpperCase()}${link.slice(1)}` })),
  { link: null, label: 'No colour' },
]
