import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withoutUncalledMembers, withShortNames } from './without-uncalled-members.ts'

const workspace = fileURLToPath(new URL('../../src/renderer/workspace', import.meta.url))

/**
 * What the frame of the panels comes with and the window never uses: groups that float, windows of the
 * library's own, groups at an edge, groups of tabs, menus. It looks whether each is there.
 */
const unused = ['FloatingGroup', 'PopoutWindow', 'EdgeGroup', 'TabGroupChips', 'ContextMenu']
const listOfModules = /^const AllModules = \[[\s\S]*?^\];$/m
/** Calls whose answer nobody takes stay in the window, unless it is said that they do nothing else. */
const making = /^const (\w+) = defineModule\(/gm

/** How a method begins that ends at once where its part is not there. */
const guards = unused.flatMap((part) => {
  const asked = `assertModule\\(this\\._\\w+, "${part}", [^\\n]*\\)`
  return [
    `\\t\\tconst (?<held>\\w+) = ${asked};\\n\\t\\tif \\(!\\k<held>\\) (?=return[ ;])[^\\n]*\\n`,
    `\\t\\tconst (?<held>\\w+) = this\\._\\w+;\\n\\t\\tif \\(!\\k<held>\\) throw new Error\\(missingModuleMessage\\("${part}", [^\\n]*\\n`,
    `\\t\\tif \\(!${asked}\\) (?=return[ ;])[^\\n]*\\n`,
  ]
})
/** What follows in it, to its end. */
const unreached = '[\\s\\S]*?(?=^\\t\\}$)'
/** Methods that others call from there alone, or nobody: neither the library nor the window. */
const uncalled = [
  'handleBlockedPopout',
  'disposePopoutWindow',
  'addEdgeView',
  'removeEdgeView',
  'hasEdgeGroup',
  'getEdgeGroupPanel',
  'setEdgeGroupPeeking',
  '_accumulatedSizeUpTo',
  'movePanelBetweenGroups',
  'movePanelWithinGroup',
  '_resolveGroupRange',
  '_onlySourceBetween',
  '_handleGroupExpand',
  'getDropOverlayElement',
  'showDropPreview',
  'getGridSplitterRects',
  'setPinnedRow',
  'adjacentGroup',
  'ownsElement',
  'mountFloatingWindow',
  'redockGroupToMainGrid',
  'mergeFloatInto',
  'deserializeNestedGridview',
]
/**
 * Methods that do something for a group of tabs alone. Nobody makes one, and without the first two
 * there is none, be it that a layout names some.
 */
const ofTabGroups = [
  '_doCreateTabGroup',
  'restoreTabGroups',
  'moveTabGroupToGroup',
  'commitGroupMove',
  '_handleChipDragStart',
  '_handleChipDrop',
  'setGroupDragImage',
  '_buildChipGhostElement',
  '_createChipDragSources',
  '_ensureChipForGroup',
  '_positionChipForGroup',
  '_ensureIndicator',
  '_positionUnderlinesSync',
  '_updateTabGroupClasses',
  '_handleGroupCollapse',
  '_makeGroupDragAnimState',
  '_removeTabGroupInternal',
  '_chipToShiftForGroup',
  '_clearContinuationMarkers',
  'addPanelToTabGroup',
  'removePanelFromTabGroup',
  'moveTabGroup',
  '_resolveInsertionAgainstTabGroups',
  '_evaluateTabGroupForInsertion',
  '_resolveGroupDragTarget',
  '_resolveTabDragTarget',
  'clearChipDropOverlays',
  'disposeChipDrag',
]
/** Methods that find nothing to do where no tab is pinned and none stands in a second row. */
const ofOtherTabs = [
  '_updatePinnedClasses',
  '_applyPinnedSticky',
  'handleWrappedDragOver',
  'computeWrappedInsertionIndex',
  '_wrappedDragEntries',
  '_bucketWrappedLines',
  '_nearestWrappedLine',
  'updateWrapDropIndicator',
]
/** Methods that find nothing, or are not called, where no group floats, none is at an edge and none has a window. */
const ofOtherPlaces = [
  '_serializeEdgeGroups',
  'detachFromNestedWindow',
  'nestedWindowMembers',
  '_buildFloatingDragTransform',
  'revealEdgeGroupWithData',
  'deserializeFloatingWindows',
  'deserializePopoutWindows',
  '_syncPopoutRegions',
]
/** What these alone make. */
const made = ['Overlay', 'PopoutWindow', 'EdgeGroupView', 'TabGroup', 'TabGroupChip'].map(
  (name) => `new ${name}`,
)
/** A class that has fields of its own stays, unless those go. */
const fieldsOfOverlay = /^Overlay\.\w+ = \d+;\n/gm

const methodOf = (name: string) => new RegExp(`^\\t${name}\\(.*\\{\\n${unreached}\\t\\}\\n`, 'm')

function emptied(code: string, name: string): string {
  if (!methodOf(name).test(code)) throw new Error(changed)
  return code.replace(methodOf(name), `\t${name}() {}\n`)
}

/** Without what comes after the question for a part that is not there, and what only that needs. */
function withoutUnreached(code: string): string {
  const cut = guards.reduce(
    (rest, guard) =>
      rest.replaceAll(new RegExp(`(^${guard})${unreached}`, 'gm'), (_, asked: string) => asked),
    code,
  )
  const called = uncalled.reduce((some, name) => some.replace(methodOf(name), ''), cut)
  const isMissing = uncalled.some((name) => !methodOf(name).test(cut))
  const rest = [...ofTabGroups, ...ofOtherTabs, ...ofOtherPlaces].reduce(emptied, called)
  const isUsed = [...uncalled, ...made].some((name) => rest.includes(`${name}(`))
  if (isMissing || isUsed) throw new Error(changed)
  return rest.replaceAll(fieldsOfOverlay, '')
}

const changed = 'dockview has changed: look anew at which of its parts the window can do without.'

/** The library of the panels, without the parts that the window does not use. */
export function withoutUnusedDockParts(code: string): string {
  const listed = code.match(listOfModules)?.[0]
  const needed = unused.reduce<string | undefined>((list, name) => {
    const line = `\t${name}Module,\n`
    if (list?.includes(line)) return list.replace(line, '')
    return list?.includes(`\t${name}Module\n`) ? list.replace(`\t${name}Module\n`, '') : undefined
  }, listed)
  if (listed === undefined || needed === undefined) throw new Error(changed)
  return withoutUnreached(code)
    .replace(listed, () => needed)
    .replaceAll(making, 'const $1 = /* @__PURE__ */ defineModule(')
}

/** All words of the one room that asks the library for anything (`.dependency-cruiser.cjs`). */
function wordsOfWorkspace(): ReadonlySet<string> {
  const texts = globSync('*.{ts,svelte}', { cwd: workspace }).map((name) =>
    readFileSync(join(workspace, name), 'utf8'),
  )
  return new Set(texts.join(' ').match(/[\w$]+/g))
}

/** Leaves them out of the window, and all that nobody calls then. */
export const noUnusedDockParts = () => ({
  name: 'no-unused-dock-parts',
  transform(code: string, id: string) {
    if (!/\/dockview-core\/.*\/main\.esm\.mjs$/.test(id)) return null
    const asked = wordsOfWorkspace()
    const rest = withoutUncalledMembers(withoutUnusedDockParts(code), (name) => asked.has(name))
    return { code: withShortNames(rest), map: { mappings: '' as const } }
  },
})
