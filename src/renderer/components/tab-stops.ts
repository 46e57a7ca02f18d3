const mayHaveFocus = 'a[href], button, input, select, textarea, summary, [tabindex]'

/** What the Tab key stops at within an element, in its order. */
export function tabStops(root: HTMLElement): HTMLElement[] {
  const all = [...root.querySelectorAll<HTMLElement>(mayHaveFocus)].filter(isStop)
  return all.filter((one) => !isRadio(one) || standsForGroup(one, all))
}

/** Leads the Tab key round within an element, for the page behind it has its own order. */
export function goRound(root: HTMLElement, event: KeyboardEvent): void {
  if (event.key !== 'Tab' || event.defaultPrevented) return
  const stops = tabStops(root)
  const [first, last] = [stops[0], stops.at(-1)]
  const { activeElement: active } = document
  const isAtEnd =
    !root.contains(active) ||
    (event.shiftKey ? active === first || active === root : active === last || last === undefined)
  if (!isAtEnd) return
  event.preventDefault()
  const next = (event.shiftKey ? last : first) ?? root
  next.focus()
}

const isStop = (one: HTMLElement): boolean =>
  one.tabIndex >= 0 &&
  !one.matches(':disabled, [inert] *') &&
  one.checkVisibility({ visibilityProperty: true })

const isRadio = (one: HTMLElement): one is HTMLInputElement =>
  one instanceof HTMLInputElement && one.type === 'radio'

/** Of radio buttons that are chosen among, the Tab key stops at one. */
function standsForGroup(radio: HTMLInputElement, all: readonly HTMLElement[]): boolean {
  const group = all
    .filter(isRadio)
    .filter(({ name, form }) => name === radio.name && form === radio.form)
  return radio.name === '' || radio === (group.find(({ checked }) => checked) ?? group[0])
}
