/** Pixels that a hand moves a mouse while it presses, without meaning to slide off a button. */
const stillness = 4

/**
 * A button that moves between a press and its release counts as pressed: what the desk comes to say
 * changes the height of what stands above it, and a browser then calls it a click on neither. Where
 * its words changed as well, it is no longer what was pressed. The second press of a double click is
 * left to the browser: it may be meant for what stood here before.
 */
export function steadyPress(root: HTMLElement): () => void {
  let held: AbortController | null = null

  function onmousedown({ target, button, detail, clientX, clientY }: MouseEvent) {
    held?.abort()
    const pressed = target instanceof Element ? target.closest('button') : null
    if (pressed === null || button !== 0 || detail > 1) return
    held = new AbortController()
    const words = pressed.textContent
    const release = (event: MouseEvent) => {
      held?.abort()
      const isStill = Math.hypot(event.clientX - clientX, event.clientY - clientY) <= stillness
      const isOver = event.target instanceof Node && pressed.contains(event.target)
      const isTheSame = pressed.isConnected && pressed.textContent === words
      if (isStill && !isOver && isTheSame) pressed.click()
    }
    window.addEventListener('mouseup', release, { capture: true, signal: held.signal })
  }

  root.addEventListener('mousedown', onmousedown, { capture: true })
  return () => {
    held?.abort()
    root.removeEventListener('mousedown', onmousedown, { capture: true })
  }
}
