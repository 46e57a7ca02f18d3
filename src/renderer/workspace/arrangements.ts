import type { ArrangedPlace, Arrangement, PanelId } from '../core/panels.ts'
import type { SavedLayout, LayoutNode } from './layout.ts'

export const usualArrangement: Arrangement = [
  {
    share: 0.77,
    parts: [
      { share: 0.54, tabs: ['positions', 'holdings'] },
      { share: 0.46, tabs: ['orders', 'trades', 'journal'] },
    ],
  },
  {
    share: 0.23,
    most: 372,
    parts: [
      { share: 0.58, tabs: ['funds', 'account', 'timeline'] },
      { share: 0.42, tabs: ['pnl'] },
    ],
  },
]

/** A column beside the books would take the figures of their last columns. */
const narrow = 1240
const narrowArrangement: Arrangement = [
  {
    share: 1,
    parts: [
      { share: 0.52, tabs: ['positions', 'holdings', 'funds', 'pnl'] },
      { share: 0.48, tabs: ['orders', 'trades', 'journal', 'timeline', 'account'] },
    ],
  },
]

/** The usual one gives up its column where there is no room for it. */
export const fitted = (arrangement: Arrangement, { width }: Pick<Size, 'width'>): Arrangement =>
  arrangement === usualArrangement && width < narrow ? narrowArrangement : arrangement

interface Size {
  width: number
  height: number
}

/** The layout, as the frame of the panels writes one, that an arrangement makes of this much room. */
export function layoutOf(
  arrangement: Arrangement,
  size: Size,
  titles: Record<PanelId, { title: string }>,
): SavedLayout {
  const panels: PanelId[] = []
  const node = (place: ArrangedPlace, length: number, across: number): LayoutNode => {
    if ('parts' in place)
      return { type: 'branch', size: length, data: nodes(place.parts, across, length) }
    panels.push(...place.tabs)
    const [first] = place.tabs
    return {
      type: 'leaf',
      size: length,
      data: { id: `group-${first}`, views: [...place.tabs], activeView: first },
    }
  }
  const nodes = (places: readonly ArrangedPlace[], length: number, across: number): LayoutNode[] =>
    lengthsOf(places, length).map((own, index) => node(places[index]!, own, across))
  const { width, height } = size
  const root: LayoutNode = { type: 'branch', size: height, data: nodes(arrangement, width, height) }
  return {
    grid: { root, width, height, orientation: 'HORIZONTAL' },
    panels: Object.fromEntries(panels.map((id) => [id, panelOf(id, titles[id].title)])),
    activeGroup: `group-${panels[0]}`,
  }
}

const panelOf = (id: PanelId, title: string) => ({
  id,
  contentComponent: id,
  tabComponent: 'tab',
  title,
})

/** What some places may not take, the others get. */
function lengthsOf(places: readonly ArrangedPlace[], length: number): number[] {
  const bounded = places.map(({ share, most }) => Math.min(share * length, most ?? Infinity))
  const isFree = (place: ArrangedPlace) => place.most === undefined
  const left = length - bounded.reduce((sum, one) => sum + one, 0)
  const free = places.reduce((sum, place) => sum + (isFree(place) ? place.share : 0), 0)
  return bounded.map((one, index) => {
    const place = places[index]!
    return Math.round(isFree(place) && free > 0 ? one + (left * place.share) / free : one)
  })
}
