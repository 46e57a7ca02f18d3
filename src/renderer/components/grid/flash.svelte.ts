import { untrack } from 'svelte'
import type { Attachment } from 'svelte/attachments'
import type { Column } from './columns.ts'

const lasts = 700
/** In steps: a value between two of them has nothing to write, and a desk at rest draws a quarter of the frames. */
const steps = 'steps(6)'
const light = [
  { backgroundColor: 'var(--flash)' },
  { backgroundColor: 'var(--flash)', offset: 0.4 },
  {},
]
const stillness = matchMedia('(prefers-reduced-motion: reduce)')

/** Lights up the cells whose text changed: an animation, so that nothing is written to the document. */
export const flashChanges =
  <Row>(shown: () => Row, columns: () => readonly Column<Row>[]): Attachment<HTMLElement> =>
  (node) => {
    let before: Row | null = null
    $effect(() => {
      const now = shown()
      const last = before
      before = now
      if (last === null || last === now || stillness.matches) return
      for (const column of untrack(columns)) {
        if (!column.flash || column.text(last) === column.text(now)) continue
        node
          .querySelector(`:scope > [data-column="${column.id}"] > span`)
          ?.animate(light, { duration: lasts, easing: steps })
      }
    })
  }
