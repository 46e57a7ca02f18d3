import { type OpenItem, openItemText } from '../../../shared/quitting/open-items.ts'

interface Quitting {
  openItems: () => OpenItem[]
  isStopping: () => boolean
  stop: () => void
  say?: (line: string) => void
}

/**
 * What a Ctrl-C does: at the first one it says what is open, and the second one stops. A desk that
 * stops already is asked nothing, for its journal may be closed.
 */
export function askBeforeQuitting({
  openItems,
  isStopping,
  stop,
  say = console.log,
}: Quitting): () => void {
  let wasTold = false
  return () => {
    const open = wasTold || isStopping() ? [] : openItems()
    if (open.length === 0) return stop()
    wasTold = true
    say('Something is open:')
    for (const item of open) say(`  ${openItemText(item)}`)
    say('Press Ctrl-C once more to stop anyway.')
  }
}
