import { type OpenItem, openItemText } from '../../../shared/quitting/open-items.ts'

interface Quitting {
  openItems: () => OpenItem[]
  isStopping: () => boolean
  stop: () => void
  /** Ends the process at once. */
  end: () => void
  /** Monotonic milliseconds. */
  now?: () => number
  say?: (line: string) => void
}

/** One Ctrl-C may come as two signals within this, in milliseconds: from the terminal, and handed on. */
const onePress = 250

/**
 * What a Ctrl-C does: at the first one it says what is open, and the second one stops. A desk that
 * stops already is asked nothing, for its journal may be closed: one more ends it at once.
 */
export function askBeforeQuitting({
  openItems,
  isStopping,
  stop,
  end,
  now = () => performance.now(),
  say = console.log,
}: Quitting): () => void {
  let wasTold = false
  let pressedAt = -Infinity
  return () => {
    const isSamePress = now() - pressedAt < onePress
    pressedAt = now()
    if (isSamePress) return
    if (isStopping()) return end()
    const open = wasTold ? [] : openItems()
    if (open.length === 0) return stop()
    wasTold = true
    say('Something is open:')
    for (const item of open) say(`  ${openItemText(item)}`)
    say('Press Ctrl-C once more to stop anyway.')
  }
}
