import * as z from 'zod'

export const panelIds = [
  'positions',
  'holdings',
  'orders',
  'trades',
  'journal',
  'funds',
  'account',
  'timeline',
] as const
export type PanelId = (typeof panelIds)[number]

export const isPanelId = (id: string): id is PanelId => (panelIds as readonly string[]).includes(id)

/** Panels that came later: where they go in a layout that was saved before. */
const laterPanels = [
  { id: 'journal', title: 'Journal', beside: 'orders' },
  { id: 'timeline', title: 'Timeline', beside: 'funds' },
] as const satisfies readonly { id: PanelId; title: string; beside: PanelId }[]

const size = z.number().min(0).max(100_000)

const Group = z.looseObject({
  views: z.array(z.enum(panelIds)).min(1).max(panelIds.length),
  activeView: z.enum(panelIds).optional(),
  id: z.string().max(100),
})

const Node = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('leaf'), data: Group, size: size.optional() }),
  z.looseObject({
    type: z.literal('branch'),
    get data() {
      return z.array(Node).min(1).max(12)
    },
    size: size.optional(),
  }),
])
type Node = z.infer<typeof Node>

const Layout = z.looseObject({
  grid: z.looseObject({
    root: Node,
    width: size,
    height: size,
    orientation: z.enum(['HORIZONTAL', 'VERTICAL']),
  }),
  panels: z.partialRecord(z.enum(panelIds), z.looseObject({ id: z.enum(panelIds) })),
  activeGroup: z.string().max(100).optional(),
})
type Layout = z.infer<typeof Layout>

type Group = z.infer<typeof Group>

const groupsOf = (node: Node): Group[] =>
  node.type === 'leaf' ? [node.data] : node.data.flatMap(groupsOf)

/** A layout from disk, if the frame of the panels can draw it: every panel once, and no other. */
export function parseLayout(text: string): Layout | null {
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    return null
  }
  const parsed = Layout.safeParse(raw)
  if (!parsed.success) return null
  const { floatingGroups, popoutGroups, edgeGroups } = parsed.data
  if (hasAny(floatingGroups) || hasAny(popoutGroups) || edgeGroups !== undefined) return null
  addLaterPanels(parsed.data)
  const views = groupsOf(parsed.data.grid.root).flatMap((group) => group.views)
  const isWhole = views.length === panelIds.length && new Set(views).size === panelIds.length
  return isWhole && panelIds.every((id) => id in parsed.data.panels) ? parsed.data : null
}

function addLaterPanels(layout: Layout): void {
  const groups = groupsOf(layout.grid.root)
  for (const { id, title, beside } of laterPanels) {
    if (id in layout.panels || groups.some(({ views }) => views.includes(id))) continue
    groups.find(({ views }) => views.includes(beside))?.views.push(id)
    layout.panels[id] = { id, contentComponent: id, tabComponent: 'tab', title }
  }
}

const hasAny = (groups: unknown): boolean => Array.isArray(groups) && groups.length > 0
