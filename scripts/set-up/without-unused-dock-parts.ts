/**
 * What the frame of the panels comes with and the window never uses: groups that float, windows of the
 * library's own, groups at an edge, groups of tabs, menus. It looks whether each is there.
 */
const unused = ['FloatingGroup', 'PopoutWindow', 'EdgeGroup', 'TabGroupChips', 'ContextMenu']
const listOfModules = /^const AllModules = \[[\s\S]*?^\];$/m
/** Calls whose answer nobody takes stay in the window, unless it is said that they do nothing else. */
const making = /^const (\w+) = defineModule\(/gm

/** The library of the panels, without the parts that the window does not use. */
export function withoutUnusedDockParts(code: string): string {
  const listed = code.match(listOfModules)?.[0]
  const needed = unused.reduce<string | undefined>((list, name) => {
    const line = `\t${name}Module,\n`
    if (list?.includes(line)) return list.replace(line, '')
    return list?.includes(`\t${name}Module\n`) ? list.replace(`\t${name}Module\n`, '') : undefined
  }, listed)
  if (listed === undefined || needed === undefined)
    throw new Error(
      'dockview has changed: look anew at which of its parts the window can do without.',
    )
  return code
    .replace(listed, () => needed)
    .replaceAll(making, 'const $1 = /* @__PURE__ */ defineModule(')
}

/** Leaves them out of the window. */
export const noUnusedDockParts = () => ({
  name: 'no-unused-dock-parts',
  transform: (code: string, id: string) =>
    /\/dockview-core\/.*\/main\.esm\.mjs$/.test(id)
      ? { code: withoutUnusedDockParts(code), map: { mappings: '' as const } }
      : null,
})
