/** A mistake that somebody could make in the way of an order, as a change of one text. */
export interface PlantedFault {
  name: string
  file: string
  find: string
  replace: string
}

const sending = 'src/main/orders/sending'
const doubt = 'src/main/orders/doubt'
const limits = 'src/main/orders/limits'
const planning = 'src/main/orders/planning'

export const plantedFaults: readonly PlantedFault[] = [
  {
    name: 'no rivals',
    file: `${sending}/sending.ts`,
    find: 'before(intent, book?.seen ?? [])',
    replace: '[]',
  },
  {
    name: 'sent before it is written',
    file: `${sending}/sending.ts`,
    find: 'if (unsent.length > 0) sent = journal.append(this.sentEntries(intents, login.value))',
    replace: `if (unsent.length > 0) hooks = { ...hooks, onLeave: () => queueMicrotask(() => journal.append(this.sentEntries(intents, login.value))) }`,
  },
  {
    name: 'new keys are the same login',
    file: 'src/main/picture/intent-login.ts',
    find: "return sent === null ? 'yes' : 'perhaps'",
    replace: "return 'yes'",
  },
  {
    name: 'an unclear no is a no',
    file: `${sending}/sending.ts`,
    find: "case 'said-no':\n    case 'too-late':",
    replace: "case 'said-no':\n      return 'refused'\n    case 'too-late':",
  },
  {
    name: 'a lost answer is nothing sent',
    file: 'src/main/service/missing-answer.ts',
    find: 'if (sent) return inDoubt',
    replace: "if (sent && why !== 'connection') return inDoubt",
  },
  {
    name: 'HTTP 502 is a no',
    file: 'src/main/service/outcomes.ts',
    find: "return status === 429 ? refusedWith(status, '') : inDoubt(`HTTP ${status} without an envelope`)",
    replace: "return refusedWith(status, '')",
  },
  {
    name: 'one error is of all orders',
    file: 'src/main/service/outcomes.ts',
    find: 'return legs === 1 ? only : ofSeveral(only, answer.status)',
    replace: 'return only',
  },
  {
    name: 'no patience with slow books for a no',
    file: `${doubt}/reconcile.ts`,
    find: 'const slowestBook = 5000',
    replace: 'const slowestBook = 0',
  },
  {
    name: 'what is in doubt is found by its symbol alone',
    file: `${doubt}/match.ts`,
    find: "return quantity === row.quantity ? 'yes' : 'no'",
    replace: "return 'yes'",
  },
  {
    name: 'orders of others on the wire are forgotten',
    file: `${doubt}/match.ts`,
    find: 'rows.some((key) => spokenFor.has(key))',
    replace: 'rows.some((key) => spokenFor.has(`${key}?`))',
  },
  {
    name: 'an order is found twice',
    file: `${doubt}/reconcile.ts`,
    find: "if (holders.length === 0) return 'no'",
    replace: "if (holders.length >= 0) return 'no'",
  },
  {
    name: 'nothing in doubt is looked up',
    file: `${doubt}/reconcile.ts`,
    find: 'lookout.doubts.add(id)',
    replace: 'lookout.doubts.delete(id)',
  },
  {
    name: 'what was sent before a crash is not in doubt',
    file: `${sending}/dispatch.ts`,
    find: "const sent = open.filter(({ state }) => state === 'sent')",
    replace: "const sent = open.filter(({ state }) => state === 'accepted')",
  },
  {
    name: 'what was in doubt may be sent again',
    file: `${sending}/resending.ts`,
    find: 'if (!isSurelyNotThere(former.state))',
    replace: "if (former.state === 'accepted')",
  },
  {
    name: 'a confirmation is good for two',
    file: `${sending}/dispatch.ts`,
    find: 'if (confirmed.length > 0)',
    replace: 'if (confirmed.length > 1)',
  },
  {
    name: 'the stop forgets the queue',
    file: `${sending}/dispatch.ts`,
    find: 'batch.isGoing = isOpen(account) && (isExit || (era === this.#era && !isStopped()))',
    replace: 'batch.isGoing = isOpen(account)',
  },
  {
    name: 'the latch is lost',
    file: 'src/main/exits/stop.ts',
    find: 'get isOn(): boolean {\n    return this.#state.on',
    replace: 'get isOn(): boolean {\n    return this.#state.at === 0',
  },
  {
    name: 'a stop is not on disk',
    file: 'src/main/exits/stop.ts',
    find: 'const on = document.on || noted.on',
    replace: 'const on = false',
  },
  {
    name: 'what was confirmed before the stop leaves after it is lifted',
    file: `${sending}/dispatch.ts`,
    find: 'if (era !== this.#era && requests.some(({ isExit }) => !isExit))',
    replace: 'if (era > this.#era)',
  },
  {
    name: 'an exit forgets the queue',
    file: 'src/main/exits/exits.ts',
    find: 'this.#options.callOffQueue(one, strategy)',
    replace: 'void one',
  },
  {
    name: 'one look in place of two for flat',
    file: 'src/main/exits/exit-watch.ts',
    find: 'const looksThatAgree = 2',
    replace: 'const looksThatAgree = 1',
  },
  {
    name: 'flat while ours is still to come',
    file: 'src/main/exits/exit-goal.ts',
    find: 'orders.length + positions.length + unreadable + awaited + vanished + behind === 0',
    replace: 'orders.length + positions.length + unreadable + vanished + behind === 0',
  },
  {
    name: 'flat while positions are behind',
    file: 'src/main/exits/exit-goal.ts',
    find: 'picture.lagging.filter((of) =>',
    replace: "picture.lagging.filter((of) => of.symbol === '' &&",
  },
  {
    name: 'what a book drops is gone',
    file: 'src/main/picture/vanished-rows.ts',
    find: 'if (row !== undefined && matters(row))',
    replace: 'if (row !== undefined && at < 0)',
  },
  {
    name: 'lag is taken as flat',
    file: 'src/main/picture/login-picture.ts',
    find: '.filter((part) => mayBeThere(part) && !this.#isShown(part.orderId))',
    replace: '.filter((part) => mayBeThere(part) && part.orderId === null)',
  },
  {
    name: 'a part of a book is all of it',
    file: 'src/main/service/reply.ts',
    find: 'if (status === partialContent) return onlyPart',
    replace: 'if (status === partialContent + 1) return onlyPart',
  },
  {
    name: 'a page of a book is all of it',
    file: 'src/main/service/part-of-list.ts',
    find: '(goesOn.test(name) && isSaid(value)) ||',
    replace: '',
  },
  {
    name: 'an unknown state is finished',
    file: 'src/shared/books/open-rows.ts',
    find: '!isFinished(stateOfOrder(row))',
    replace: "!isFinished(stateOfOrder(row)) && stateOfOrder(row) !== 'unknown'",
  },
  {
    name: 'words overrule figures',
    file: 'src/shared/service/words.ts',
    find: "if (filled >= quantity) return 'whole'",
    replace: "if (filled > 0) return 'whole'",
  },
  {
    name: 'an exit does not know the others',
    file: `${limits}/exit-quantities.ts`,
    find: 'if (before + quantity + closing > most)',
    replace: 'if (before + quantity > most)',
  },
  {
    name: 'a square-off does not know the others',
    file: 'src/main/exits/exit-problem.ts',
    find: "what !== 'orders' && !again && [id, ...same].some(mayStillClose)",
    replace: "what !== 'orders' && !again && mayStillClose(`${id}?`)",
  },
  {
    name: 'two accounts of a login square off',
    file: 'src/main/exits/exit-problem.ts',
    find: 'if (twin !== undefined)',
    replace: "if (twin === 'nobody')",
  },
  {
    name: 'the side of a smart order is swapped',
    file: `${planning}/smart.ts`,
    find: "const action = target > held ? 'BUY' : 'SELL'",
    replace: "const action = target > held + 15 ? 'BUY' : 'SELL'",
  },
  {
    name: 'a sign is swapped in a position',
    file: `${planning}/smart.ts`,
    find: 'const quantity = Math.abs(target - held)',
    replace: 'const quantity = Math.abs(target + held)',
  },
  {
    name: 'a lot is rounded up',
    file: `${planning}/regular.ts`,
    find: 'quantity: Number(ticket.quantity)',
    replace: 'quantity: Math.ceil(Number(ticket.quantity) / 5) * 5',
  },
  {
    name: 'protection is on the wrong side',
    file: `${planning}/pricing.ts`,
    find: 'plusPercent(of.from, `-${of.percent}`)',
    replace: 'plusPercent(of.from, `-${Number(of.percent) * 3}`)',
  },
  {
    name: 'an edit does not hold back what waits for former keys',
    file: 'src/main/exits/exits.ts',
    find: "(isOpen || intent.state !== 'recorded') && !this.#overtaken.has(accountExit)",
    replace: "isOpen || intent.state !== 'recorded'",
  },
  {
    name: 'orders wait through a change of keys',
    file: `${sending}/dispatch.ts`,
    find: 'account === restarted || !isOpen(account)',
    replace: '!isOpen(account)',
  },
  {
    name: 'a limit is that of one account alone',
    file: `${planning}/gather-context.ts`,
    find: 'return active.reduce((sum, account) => sum + account.lastMinute, 0)',
    replace: 'return Math.max(0, ...active.map((account) => account.lastMinute))',
  },
  {
    name: 'what waits counts for no limit',
    file: `${sending}/dispatch.ts`,
    find: 'const waiting = [...this.#outbox].filter((batch) => batch.account === account)',
    replace: 'const waiting: Batch[] = []',
  },
  {
    name: 'a minute begins anew with a restart',
    file: `${sending}/dispatch.ts`,
    find: 'this.#repeatWindow.takeUp(journal.since(now() - longestWait), now())',
    replace: 'void longestWait',
  },
  {
    name: 'the largest order is no limit',
    file: `${limits}/checks.ts`,
    find: 'if (quantity !== null && shown.quantity > quantity)',
    replace: 'if (quantity !== null && shown.quantity > 10 * quantity)',
  },
  {
    name: 'what is sold is worth its limit',
    file: `${planning}/pricing.ts`,
    find: "const isBounded = action === 'BUY' && pricing.type !== 'SL-M'",
    replace: "const isBounded = pricing.type !== 'SL-M'",
  },
  {
    name: 'open orders count where they are seen alone',
    file: 'src/main/picture/login-picture.ts',
    find: 'orders.vanished.length + orders.unreadable + this.#notShown().length',
    replace: 'orders.unreadable',
  },
  {
    name: 'eleven in a second',
    file: `${sending}/pacer.ts`,
    find: 'let room = this.most - this.#held - Math.min(weight, this.most)',
    replace: 'let room = this.most + 1 - this.#held - Math.min(weight, this.most)',
  },
  {
    name: 'the pace begins anew with a restart',
    file: `${sending}/dispatch.ts`,
    find: 'former: this.#repeatWindow.departuresOf(account),',
    replace: 'former: [],',
  },
  {
    name: 'slices count as one',
    file: `${sending}/dispatch.ts`,
    find: 'return this.intents.reduce((sum, { parts }) => sum + parts.length, 0)',
    replace: 'return this.intents.length',
  },
]
