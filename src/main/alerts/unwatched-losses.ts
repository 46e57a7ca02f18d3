import { firstAndMore, rupees } from '../../shared/core/figures.ts'
import type { AlertEvent } from './alert-events.ts'
import type { DayLoss } from './loss-alert.ts'

/** Milliseconds for which a loss cannot be watched before that is told: books that disagree for a moment lag. */
const toldAfter = 60_000

/** Losses that have a limit and cannot be held against it, though the positions are read well. */
export class UnwatchedLosses {
  /** By whose they are, when that began on the monotonic clock. */
  readonly #since = new Map<string | null, number>()

  /** Told once a day; `isRead`: whether the positions are those of now. Where they are not, that is told by itself. */
  events(
    losses: readonly DayLoss[],
    of: { day: string; now: number; isRead: (account: string | null) => boolean },
  ): AlertEvent[] {
    const unwatched = losses.flatMap((loss) => {
      const why = of.isRead(loss.account) ? whyUnwatched(loss) : null
      return why === null ? [] : [{ loss, why }]
    })
    const since = new Map(
      unwatched.map(({ loss: { account } }) => [account, this.#since.get(account) ?? of.now]),
    )
    this.#since.clear()
    for (const [account, began] of since) this.#since.set(account, began)
    return unwatched
      .filter(({ loss: { account } }) => of.now - since.get(account)! >= toldAfter)
      .map(({ loss, why }) => eventOf(loss, why, of.day))
  }
}

function whyUnwatched({ profit, uncheckable }: DayLoss): string | null {
  if (profit === null)
    return 'The service leaves out what was made or lost, gives no figure for it, or does not show all positions.'
  const [first] = uncheckable
  if (first === undefined) return null
  return `Of ${firstAndMore(first, uncheckable.length)} the quantities, averages or last prices are missing, or contradict each other or the orders.`
}

function eventOf({ account, name, limit }: DayLoss, why: string, day: string): AlertEvent {
  const title = `Loss limit not watched: ${name}`
  return {
    kind: 'loss',
    tone: 'bad',
    cause: `loss unwatched ${account ?? 'all'} ${limit} ${day}`,
    account,
    title,
    message: `Today’s profit or loss of ${account === null ? 'all accounts together' : name} cannot be checked, although the positions are read. ${why} The limit of ${rupees(limit)} may be passed unseen; while that is so, each order but an exit asks first. See in the broker’s own terminal how it stands.`,
    line: title,
  }
}
