import * as z from 'zod'
import { type PanelId, panelIds } from '../core/panels.ts'

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
      return z.array(Node).max(12)
    },
    size: size.optional(),
  }),
])
export type LayoutNode = z.infer<typeof Node>

const SavedLayout = z.looseObject({
  grid: z.looseObject({
    root: Node,
    width: size,
    height: size,
    orientation: z.enum(['HORIZONTAL', 'VERTICAL']),
  }),
  panels: z.partialRecord(z.enum(panelIds), z.looseObject({ id: z.enum(panelIds) })),
  activeGroup: z.string().max(100).optional(),
})
export type SavedLayout = z.infer<typeof SavedLayout>

export type LayoutGroup = z.infer<typeof Group>

export const groupsOf = (node: LayoutNode): LayoutGroup[] =>
  node.type === 'leaf' ? [node.data] : node.data.flatMap(groupsOf)

/** A layout from disk, if the frame of the panels can draw it: a panel at most once, and none unknown. */
export function parseLayout(text: string): SavedLayout | null {
  const parsed = parsedOf(text)
  if (parsed === null || !parsed.success) return null
  const { grid, panels, floatingGroups, popoutGroups, edgeGroups } = parsed.data
  if (hasAny(floatingGroups) || hasAny(popoutGroups) || edgeGroups !== undefined) return null
  const views = groupsOf(grid.root).flatMap((group) => group.views)
  const isWhole = new Set(views).size === views.length && views.every((id) => id in panels)
  return isWhole && Object.keys(panels).length === views.length ? parsed.data : null
}

/** Of one that lies within itself a thousand times the schema has no end that the engine would reach. */
function parsedOf(text: string): z.ZodSafeParseResult<SavedLayout> | null {
  try {
    return SavedLayout.safeParse(JSON.parse(text))
  } catch {
    return null
  }
}

export const activeOf = ({ activeView, views }: LayoutGroup): PanelId => activeView ?? views[0]!

/** Whether it can be shown by what knows places alone: no group fills the work area, and none is hidden. */
export function isPlain({ grid }: SavedLayout): boolean {
  const isShown = (node: LayoutNode): boolean =>
    node['visible'] !== false && (node.type === 'leaf' || node.data.every(isShown))
  return grid['maximizedNode'] === undefined && isShown(grid.root)
}

const hasAny = (groups: unknown): boolean => Array.isArray(groups) && groups.length > 0
