/**
 * A button that is disabled by its own press loses the focus, and what is typed next goes past the
 * window that it stands in. Until it can be pressed again, that window has the focus.
 */
export function heldFocus(root: HTMLElement): () => void {
  let focused: HTMLElement | null = null
  let waiting: HTMLElement | null = null

  const isOut = (one: HTMLElement): boolean => one.isConnected && one.matches(':disabled')
  const onfocusin = ({ target }: FocusEvent) => {
    focused = target instanceof HTMLElement ? target : null
  }
  const onfocusout = () => {
    if (focused !== null && !isOut(focused)) focused = null
  }
  // Before the browser takes the focus away, which it does with the next frame.
  const observer = new MutationObserver(() => {
    if (focused !== null && isOut(focused)) {
      waiting = focused
      root.focus({ preventScroll: true })
    } else if (waiting !== null && !isOut(waiting)) {
      if (document.activeElement === root) waiting.focus({ preventScroll: true })
      waiting = null
    }
  })

  root.addEventListener('focusin', onfocusin)
  root.addEventListener('focusout', onfocusout)
  observer.observe(root, { attributes: true, attributeFilter: ['disabled'], subtree: true })
  return () => {
    root.removeEventListener('focusin', onfocusin)
    root.removeEventListener('focusout', onfocusout)
    observer.disconnect()
  }
}
