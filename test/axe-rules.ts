import type { AxeResults, RunOptions } from 'axe-core'

type Found = Pick<AxeResults, 'violations'>

/** How axe is asked everywhere. What it finds counts, whatever its impact; one rule is left out, here. */
export const axeRules = {
  // What is in order is not told: finding a name for each of its elements takes longer than the rules.
  resultTypes: ['violations'],
  // A tab is called by its title, without the count that stands beside it: new in axe, and not met yet.
  rules: { 'label-content-name-mismatch': { enabled: false } },
} satisfies RunOptions

export const violationsOf = ({ violations }: Found): string[] =>
  violations.map(
    ({ id, impact, nodes }) =>
      `${id} (${impact}) at ${nodes[0]?.target.join()}: ${nodes[0]?.failureSummary}`,
  )

type Look = Record<'theme' | 'colours', string>

/** What of one element contrast is made of. */
type Layer = Partial<
  Record<
    | 'color'
    | 'fontSize'
    | 'fontWeight'
    | 'textShadow'
    | 'backgroundColor'
    | 'backgroundImage'
    | 'opacity',
    string
  >
>

/** The first text in a set of colours, with all that it stands on, the outermost first. */
export interface ColoursSeen {
  where: string
  theme: string
  of: string
  layers: Layer[]
}

/** All but the usual one, as the window is told them by its settings. */
export const otherThemes: Look[] = [
  { theme: 'light', colours: 'standard' },
  { theme: 'contrast', colours: 'standard' },
  { theme: 'dark', colours: 'colour-blind' },
]

/**
 * Runs in the page, whose theme is changed in place and put back. Of each set of colours that this
 * page has not shown before, what contrast is made of: the text, and all that it stands on.
 */
export function coloursElsewhere(of: {
  otherThemes: Look[]
  part: string
  where: string
}): ColoursSeen[] {
  const page = globalThis as { seen?: Set<string> }
  const seen = (page.seen ??= new Set())
  const { dataset } = document.documentElement
  const before = { ...dataset }

  const isText = (element: Element): boolean =>
    element.matches('input:not([type=radio], [type=checkbox]), textarea, select') ||
    [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '')
  const within = (element: Element): Element[] => [element, ...element.querySelectorAll('*')]
  const texts = [...document.querySelectorAll(of.part)].flatMap(within).filter(
    (element) =>
      isText(element) &&
      element.checkVisibility() &&
      // What cannot be used may be faint.
      element.closest(':disabled, [aria-disabled=true], label:has(:disabled)') === null,
  )

  const found: ColoursSeen[] = []
  for (const look of of.otherThemes) {
    Object.assign(dataset, look)
    const theme = Object.values(look).join(', ')
    for (const text of texts) {
      const { color, fontSize, fontWeight, textShadow } = getComputedStyle(text)
      const layers: Layer[] = [{ color, fontSize, fontWeight, textShadow }]
      let isCovered = false
      for (let on: Element | null = text; on !== null; on = on.parentElement) {
        const { backgroundColor, backgroundImage, opacity } = getComputedStyle(on)
        if (!isCovered) layers.unshift({ backgroundColor, backgroundImage, opacity })
        else if (opacity !== '1') layers.unshift({ opacity })
        isCovered ||= backgroundColor.startsWith('rgb(')
      }
      const colours = JSON.stringify([theme, layers])
      if (seen.has(colours)) continue
      seen.add(colours)
      found.push({
        theme,
        layers,
        where: of.where,
        of: text.textContent.trim().slice(0, 40) || text.tagName,
      })
    }
  }
  Object.assign(dataset, before)
  return found
}

/**
 * Runs in a page of nothing else: one text in each set of colours, which takes axe less than a theme
 * of the window.
 */
export function drawColours(seen: readonly ColoursSeen[]): void {
  for (const { layers, where, theme, of } of seen) {
    let on: HTMLElement = document.body
    for (const layer of layers) {
      const element = document.createElement('div')
      Object.assign(element.style, layer)
      on.append(element)
      on = element
    }
    on.append(`${where}: ${theme}: ${of}`)
  }
}

export const unreadIn = ({ violations }: Found): (string | undefined)[] =>
  violations.flatMap(({ id, nodes }) =>
    nodes.flatMap(({ html, failureSummary }) =>
      id === 'color-contrast' ? [html, failureSummary] : [],
    ),
  )
