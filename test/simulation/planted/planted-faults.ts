import type { Rule } from '../record.ts'
import type { ThemeName } from '../theme.ts'

/** A change of one text of the product. */
export interface Change {
  file: string
  find: string
  replace: string
}

/**
 * A mistake that somebody could make in the way of an order. Where two things guard against the
 * same, one alone is none: both are changed.
 */
export interface PlantedFault extends Change {
  name: string
  /** Rules that are about it: what another one sees of it, it sees by luck. */
  foundBy: readonly Rule[]
  and?: readonly Change[]
  /** Seeds about this are run first. */
  theme?: ThemeName
}

const sending = 'src/main/orders/sending'
const doubt = 'src/main/orders/doubt'
const limits = 'src/main/orders/limits'
const planning = 'src/main/orders/planning'

export const plantedFaults: readonly PlantedFault[] = [
  {
    name: 'no rivals',
    foundBy: ['found is its own'],
    file: `${sending}/sending.ts`,
    find: 'before(intent, book?.seen ?? [])',
    replace: '[]',
    and: [
      {
        file: `${doubt}/entry-time.ts`,
        find: "if (wasThere === 'today' || (seenAfter !== null && seenAfter < 0)) return 'other'",
        replace: '',
      },
    ],
    theme: 'orders that look alike are lost',
  },
  {
    name: 'sent before it is written',
    foundBy: ['written first'],
    file: `${sending}/sending.ts`,
    find: 'if (unsent.length > 0) sent = journal.append(this.sentEntries(intents, login.value))',
    replace: `if (unsent.length > 0) hooks = { ...hooks, onLeave: () => queueMicrotask(() => journal.append(this.sentEntries(intents, login.value))) }`,
  },
  {
    name: 'new keys are the same login',
    foundBy: ['found is its own', 'denied is absent'],
    file: `${doubt}/memories.ts`,
    find: "if (isOfLogin(intent) !== 'yes' || squareOffs.some(",
    replace: "if (isOfLogin(intent) === 'no' || squareOffs.some(",
    theme: 'keys are changed',
  },
  {
    name: 'an unclear no is a no',
    foundBy: ['denied is absent'],
    file: `${sending}/sending.ts`,
    find: "case 'said-no':\n    case 'too-late':",
    replace: "case 'said-no':\n      return 'refused'\n    case 'too-late':",
    theme: 'orders that look alike are lost',
  },
  {
    name: 'a lost answer is nothing sent',
    foundBy: ['denied is absent'],
    file: 'src/main/service/missing-answer.ts',
    find: 'if (sent) return inDoubt',
    replace: "if (sent && why !== 'connection') return inDoubt",
  },
  {
    name: 'HTTP 502 is a no',
    foundBy: ['denied is absent'],
    file: 'src/main/service/outcomes.ts',
    find: "return status === 429 ? refusedWith(status, '') : inDoubt(`HTTP ${status} without an envelope`)",
    replace: "return refusedWith(status, '')",
  },
  {
    name: 'one error is of all orders',
    foundBy: ['denied is absent'],
    file: 'src/main/service/outcomes.ts',
    find: "if (code === 'in-doubt' || isOfWholeRequest(status, detail)) return { ok: false, error }",
    replace: 'return { ok: false, error }',
    theme: 'orders that look alike are lost',
  },
  {
    name: 'cancelling does not know the square-offs',
    foundBy: ['flat is flat'],
    file: 'src/main/exits/exit-goal.ts',
    find: '(open.length === 0 ? picture.awaitedSquareOffs(mayCome) : 0)',
    replace: '0',
    theme: 'ways out are taken at once',
  },
  {
    name: 'no patience with slow books for a no',
    foundBy: ['denied is absent'],
    file: `${doubt}/unclear-no.ts`,
    find: 'looked.began - doubtSince >= slowestOrderBook',
    replace: 'looked.began - doubtSince >= 0 * slowestOrderBook',
    theme: 'orders that look alike are lost',
  },
  {
    name: 'what is in doubt is found by its symbol alone',
    foundBy: ['found is its own'],
    file: `${doubt}/match.ts`,
    find: "return quantity === row.quantity ? 'yes' : 'no'",
    replace: "return 'yes'",
    theme: 'orders that look alike are lost',
  },
  {
    name: 'orders of others on the wire are forgotten',
    foundBy: ['found is its own'],
    file: `${doubt}/match.ts`,
    find: 'rows.some((key) => spokenFor.has(key))',
    replace: 'rows.some((key) => spokenFor.has(`${key}?`))',
    theme: 'orders that look alike are lost',
  },
  {
    name: 'an order is found twice',
    foundBy: ['found is its own'],
    file: 'src/main/picture/login-pictures.ts',
    find: "if (holders.length === 0) return 'no'",
    replace: "if (holders.length >= 0) return 'no'",
    theme: 'orders that look alike are lost',
  },
  {
    name: 'nothing in doubt is looked up',
    foundBy: ['settled in the end'],
    file: `${doubt}/reconcile.ts`,
    find: 'lookout.doubts.add(id)',
    replace: 'lookout.doubts.delete(id)',
    theme: 'orders that look alike are lost',
  },
  {
    name: 'what was sent before a crash is not in doubt',
    foundBy: ['settled in the end'],
    file: `${sending}/dispatch.ts`,
    find: "const sent = open.filter(({ state }) => state === 'sent')",
    replace: "const sent = open.filter(({ state }) => state === 'accepted')",
  },
  {
    name: 'what was in doubt may be sent again',
    foundBy: ['sent again when absent'],
    file: `${sending}/resending.ts`,
    find: 'const missing = resendOf(intent)',
    replace:
      "const missing = intent.ticket === null || intent.state === 'accepted' ? null : { ...intent.ticket, resends: intent.id }",
  },
  {
    name: 'an order is sent again beside what was sent again for it',
    foundBy: ['sent again when absent'],
    file: `${sending}/resending.ts`,
    find: 'return former.isElsewhere(intent) ? isTwice : null',
    replace: 'return null',
    theme: 'orders for several accounts',
  },
  {
    name: 'what is not accepted does not end what leaves one after the other',
    foundBy: ['one after the other'],
    file: `${sending}/dispatch.ts`,
    find: 'if (!isAccepted) return this.#callOffBehind(batch)',
    replace: '',
    theme: 'orders for several accounts',
  },
  {
    name: 'a confirmation is good for two',
    foundBy: ['sent once'],
    file: `${sending}/dispatch.ts`,
    find: 'if (confirmed.length > 0)',
    replace: 'if (confirmed.length > 1)',
  },
  {
    name: 'the stop forgets the queue',
    foundBy: ['stop holds'],
    file: `${sending}/dispatch.ts`,
    find: 'batch.isGoing = isOpen(account) && (isExit || (era === this.#era && !isStopped()))',
    replace: 'batch.isGoing = isOpen(account)',
  },
  {
    name: 'the latch is lost',
    foundBy: ['stop holds'],
    file: 'src/main/exits/stop.ts',
    find: 'get isOn(): boolean {\n    return this.#state.on',
    replace: 'get isOn(): boolean {\n    return this.#state.at === 0',
  },
  {
    name: 'a stop is not on disk',
    foundBy: ['stop holds'],
    file: 'src/main/exits/stop.ts',
    find: 'const on = document.on || noted.on',
    replace: 'const on = false',
  },
  {
    name: 'what was confirmed before the stop leaves after it is lifted',
    foundBy: ['stop holds'],
    file: `${sending}/dispatch.ts`,
    find: 'if (era !== this.#era && requests.some(({ isExit }) => !isExit))',
    replace: 'if (era > this.#era)',
  },
  {
    name: 'an exit forgets the queue',
    foundBy: ['queue stays'],
    file: 'src/main/exits/exits.ts',
    find: 'this.#options.callOffQueue(one, strategy)',
    replace: 'void one',
    theme: 'everybody is in a hurry',
  },
  {
    name: 'one look in place of two for flat',
    foundBy: ['flat is flat'],
    file: 'src/main/exits/exit-watch.ts',
    find: 'const looksThatAgree = 2',
    replace: 'const looksThatAgree = 1',
    and: [
      {
        file: 'src/main/picture/vanished-rows.ts',
        find: 'if (row === undefined || !matters(row))',
        replace: 'if (row === undefined || at >= 0)',
      },
    ],
    theme: 'books are bad and cancels are lost',
  },
  {
    name: 'flat while ours is still to come',
    foundBy: ['flat is flat'],
    file: 'src/main/exits/exit-goal.ts',
    find: 'count: ({ awaited }) => awaited,',
    replace: 'count: () => 0,',
    theme: 'ways out are taken at once',
  },
  {
    name: 'what was taken before a restart is not awaited',
    foundBy: ['flat is flat'],
    file: 'src/main/picture/login-pictures.ts',
    find: 'journal.since(Math.min(recently, startOfDay(now())))',
    replace: 'journal.unsettled()',
    theme: 'desks end before a book shows what was taken',
  },
  {
    name: 'flat while positions are behind',
    foundBy: ['flat is flat'],
    file: 'src/main/exits/exit-goal.ts',
    find: 'picture.lagging.filter((of) =>',
    replace: "picture.lagging.filter((of) => of.symbol === '' &&",
    theme: 'positions are shown long after orders',
  },
  {
    name: 'what a book drops is gone',
    foundBy: ['flat is flat', 'sent as confirmed', 'limits hold', 'exits know the others'],
    file: 'src/main/picture/vanished-rows.ts',
    find: 'if (row === undefined || !matters(row))',
    replace: 'if (row === undefined || at >= 0)',
    and: [
      {
        file: 'src/main/picture/lost-positions.ts',
        find: 'if (orders === null) return []',
        replace: 'if (orders !== undefined) return []',
      },
    ],
    theme: 'orders that look alike are lost',
  },
  {
    name: 'lag is taken as flat',
    foundBy: ['flat is flat'],
    file: 'src/main/picture/login-picture.ts',
    find: '.filter((part) => mayBeThere(part) && !this.#isShown(part.orderId))',
    replace: '.filter((part) => mayBeThere(part) && part.orderId === null)',
    theme: 'ways out are taken at once',
  },
  {
    name: 'a part of a book is all of it',
    foundBy: ['flat is flat', 'sent as confirmed', 'limits hold', 'exits know the others'],
    file: 'src/main/service/reply.ts',
    find: 'if (notWhole.has(status)) return onlyPart',
    replace: 'if (notWhole.has(status + 1)) return onlyPart',
    theme: 'books are bad and cancels are lost',
  },
  {
    name: 'a page of a book is all of it',
    foundBy: ['flat is flat', 'sent as confirmed', 'limits hold', 'exits know the others'],
    file: 'src/main/service/part-of-list.ts',
    find: '(goesOn.test(name) && isSaid(value)) ||',
    replace: '',
    theme: 'books are bad and cancels are lost',
  },
  {
    name: 'an unknown state is finished',
    foundBy: ['flat is flat'],
    file: 'src/shared/books/open-rows.ts',
    find: '!isFinished(stateOfOrder(row))',
    replace: "!isFinished(stateOfOrder(row)) && stateOfOrder(row) !== 'unknown'",
  },
  {
    name: 'words overrule figures',
    foundBy: ['flat is flat'],
    file: 'src/shared/service/words.ts',
    find: "if (filled >= quantity) return 'whole'",
    replace: "if (filled > 0) return 'whole'",
  },
  {
    name: 'an exit does not know the others',
    foundBy: ['exits know the others', 'not turned round'],
    file: `${limits}/exit-quantities.ts`,
    find: 'if (before + quantity + closing > most)',
    replace: 'if (before + quantity > most)',
    theme: 'ways out are taken at once',
  },
  {
    name: 'a square-off does not know the others',
    foundBy: ['exits know the others', 'not turned round'],
    file: 'src/main/exits/exit-problem.ts',
    find: "what !== 'orders' && !again && [id, ...same].some(mayStillClose)",
    replace: "what !== 'orders' && !again && mayStillClose(`${id}?`)",
    theme: 'ways out are taken at once',
  },
  {
    name: 'two accounts of a login square off',
    foundBy: ['exits know the others', 'not turned round'],
    file: 'src/main/exits/exit-problem.ts',
    find: 'if (twin !== undefined)',
    replace: "if (twin === 'nobody')",
    and: [
      {
        file: 'src/main/exits/exits.ts',
        find: ' && !this.#isSentByTwin(intent)',
        replace: '',
      },
    ],
    theme: 'two accounts are one login',
  },
  {
    name: 'the side of a smart order is swapped',
    foundBy: ['sent as confirmed'],
    file: `${planning}/smart.ts`,
    find: "const action = target > held ? 'BUY' : 'SELL'",
    replace: "const action = target > held + 15 ? 'BUY' : 'SELL'",
  },
  {
    name: 'a sign is swapped in a position',
    foundBy: ['sent as confirmed'],
    file: `${planning}/smart.ts`,
    find: 'const quantity = Math.abs(target - held)',
    replace: 'const quantity = Math.abs(target + held)',
  },
  {
    name: 'a lot is rounded up',
    foundBy: ['sent as confirmed'],
    file: `${planning}/regular.ts`,
    find: 'quantity: Number(ticket.quantity)',
    replace: 'quantity: Math.ceil(Number(ticket.quantity) / 5) * 5',
  },
  {
    name: 'protection is on the wrong side',
    foundBy: ['sent as confirmed'],
    file: `${planning}/pricing.ts`,
    find: 'plusPercent(of.from, `-${of.percent}`)',
    replace: 'plusPercent(of.from, `-${Number(of.percent) * 3}`)',
  },
  {
    name: 'an edit does not hold back what waits for former keys',
    foundBy: ['exits where confirmed'],
    file: 'src/main/exits/exits.ts',
    find: '!this.#overtaken.has(accountExit) && !this.#isSentByTwin(intent)',
    replace: '!this.#isSentByTwin(intent)',
    theme: 'keys are changed',
  },
  {
    name: 'orders wait through a change of keys',
    foundBy: ['sent as confirmed'],
    file: `${sending}/dispatch.ts`,
    find: 'account === restarted,',
    replace: 'account === `${restarted}?`,',
    theme: 'keys are changed',
  },
  {
    name: 'a limit is that of one account alone',
    foundBy: ['limits hold'],
    file: `${planning}/gather-context.ts`,
    find: 'return this.#active.reduce((sum, account) => sum + account.lastMinute, 0)',
    replace: 'return Math.max(0, ...this.#active.map((account) => account.lastMinute))',
  },
  {
    name: 'what waits counts for no limit',
    foundBy: ['limits hold'],
    file: `${sending}/dispatch.ts`,
    find: 'const waiting = [...this.#outbox].filter((batch) => batch.account === account)',
    replace: 'const waiting: Batch[] = []',
    theme: 'everybody is in a hurry',
  },
  {
    name: 'a minute begins anew with a restart',
    foundBy: ['limits hold'],
    file: `${sending}/dispatch.ts`,
    find: 'this.#repeatWindow.takeUp(journal.since(now() - longestWait), now())',
    replace: 'void longestWait',
    theme: 'everybody is in a hurry',
  },
  {
    name: 'the largest order is no limit',
    foundBy: ['limits hold'],
    file: `${limits}/checks.ts`,
    find: 'if (quantity !== null && shown.quantity > quantity)',
    replace: 'if (quantity !== null && shown.quantity > 10 * quantity)',
    theme: 'everybody is in a hurry',
  },
  {
    name: 'what is sold is worth its limit',
    foundBy: ['limits hold'],
    file: `${planning}/pricing.ts`,
    find: "const isBounded = action === 'BUY' && pricing.type !== 'SL-M'",
    replace: "const isBounded = pricing.type !== 'SL-M'",
    theme: 'everybody is in a hurry',
  },
  {
    name: 'open orders count where they are seen alone',
    foundBy: ['limits hold'],
    file: 'src/main/picture/login-picture.ts',
    find: 'orders.vanished.length + orders.unreadable + this.#notShown().length',
    replace: 'orders.unreadable',
    theme: 'everybody is in a hurry',
  },
  {
    name: 'eleven in a second',
    foundBy: ['pace holds'],
    file: `${sending}/pacer.ts`,
    find: 'let room = this.most - this.#held - Math.min(weight, this.most)',
    replace: 'let room = this.most + 1 - this.#held - Math.min(weight, this.most)',
  },
  {
    name: 'the pace begins anew with a restart',
    foundBy: ['pace holds'],
    file: `${sending}/dispatch.ts`,
    find: 'former: this.#repeatWindow.departuresOf(account),',
    replace: 'former: [],',
    theme: 'everybody is in a hurry',
  },
  {
    name: 'slices count as one',
    foundBy: ['pace holds'],
    file: `${sending}/dispatch.ts`,
    find: 'return this.intents.reduce((sum, { parts }) => sum + parts.length, 0)',
    replace: 'return this.intents.length',
    theme: 'everybody is in a hurry',
  },
]
