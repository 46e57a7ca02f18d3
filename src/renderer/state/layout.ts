import * as z from 'zod'

export const panelIds = ['positions', 'holdings', 'orders', 'trades', 'funds', 'account'] as const
export type PanelId = (typeof panelIds)[number]

export const isPanelId = (id: string): id is PanelId => (panelIds as readonly string[]).includes(id)

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
  panels: z.record(z.enum(panelIds), z.looseObject({ id: z.enum(panelIds) })),
  activeGroup: z.string().max(100).optional(),
})
type Layout = z.infer<typeof Layout>

const viewsOf = (node: Node): PanelId[] =>
  node.type === 'leaf' ? node.data.views : node.data.flatMap(viewsOf)

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
  const views = viewsOf(parsed.data.grid.root)
  const isWhole = views.length === panelIds.length && new Set(views).size === panelIds.length
  return isWhole ? parsed.data : null
}

const hasAny = (groups: unknown): boolean => Array.isArray(groups) && groups.length > 0
