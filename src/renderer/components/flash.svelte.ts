import type { Attachment } from 'svelte/attachments'

const lasts = 700

/** Lights a cell up when its text changes: an animation, so that nothing is written to the document. */
export const flashOnChange =
  (text: () => string): Attachment<HTMLElement> =>
  (node) => {
    const stillness = matchMedia('(prefers-reduced-motion: reduce)')
    let shown: string | null = null
    $effect(() => {
      const now = text()
      if (shown !== null && shown !== now && !stillness.matches)
        node.animate(
          [
            { backgroundColor: 'var(--flash)' },
            { backgroundColor: 'var(--flash)', offset: 0.4 },
            {},
          ],
          { duration: lasts, easing: 'ease-out' },
        )
      shown = now
    })
  }
