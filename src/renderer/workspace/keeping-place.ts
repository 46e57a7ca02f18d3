/** Moves what stands in an element into another order there, with the focus and what is scrolled where they were. */
export function keepingPlace<Result>(element: HTMLElement, move: () => Result): Result {
  const focused = document.activeElement
  const tab = focused?.closest('.dv-tab')?.querySelector('[data-panel]')
  const scrolled = [...element.querySelectorAll('*')]
    .filter(({ scrollTop, scrollLeft }) => scrollTop !== 0 || scrollLeft !== 0)
    .map((one) => ({ one, left: one.scrollLeft, top: one.scrollTop }))
  const result = move()
  for (const { one, left, top } of scrolled) one.scrollTo({ left, top, behavior: 'instant' })
  const isLost = (document.activeElement ?? document.body) === document.body
  const again = tab?.closest('.dv-tab') ?? focused
  if (isLost && again instanceof HTMLElement) again.focus({ preventScroll: true })
  return result
}
