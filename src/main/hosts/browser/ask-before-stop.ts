import { type OpenItem, openItemText } from '../../../shared/quitting/open-items.ts'

interface Stop {
  concerns: () => OpenItem[]
  stop: () => void
  say?: (line: string) => void
}

/** What a Ctrl-C does: at the first one it says what is open, and the second one stops. */
export function guardedStop({ concerns, stop, say = console.log }: Stop): () => void {
  let wasTold = false
  return () => {
    const open = wasTold ? [] : concerns()
    if (open.length === 0) return stop()
    wasTold = true
    say('Something is open:')
    for (const concern of open) say(`  ${openItemText(concern)}`)
    say('Press Ctrl-C once more to stop anyway.')
  }
}
