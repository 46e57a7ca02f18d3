/** Pixels that a hand moves a mouse while it presses, without meaning to slide off a button. */
const stillness = 4

/**
 * A button that moves between a press and its release counts as pressed: what the desk comes to say
 * changes the height of what stands above it, and a browser then calls it a click on neither.
 */
export function steadyPress(root: HTMLElement): () => void {
  let letGo: AbortController | null = null

  function onpointerdown({ target, button, clientX, clientY, pointerId }: PointerEvent) {
    letGo?.abort()
    const pressed = target instanceof Element ? target.closest('button') : null
    if (pressed === null || button !== 0) return
    letGo = new AbortController()
    const { signal } = letGo
    const over = (event: PointerEvent) => {
      if (event.pointerId !== pointerId) return
      letGo?.abort()
      if (event.type === 'pointercancel') return
      const isStill = Math.hypot(event.clientX - clientX, event.clientY - clientY) <= stillness
      const isUnder = event.target instanceof Node && pressed.contains(event.target)
      if (isStill && !isUnder && pressed.isConnected) pressed.click()
    }
    for (const end of ['pointerup', 'pointercancel'] as const)
      window.addEventListener(end, over, { capture: true, signal })
  }

  root.addEventListener('pointerdown', onpointerdown, { capture: true })
  return () => {
    letGo?.abort()
    root.removeEventListener('pointerdown', onpointerdown, { capture: true })
  }
}
