import { type CallName, isCallName } from '../shared/channels.ts'
import { type Handlers, calls } from '../shared/contract.ts'
import { type Reply, fail } from '../shared/core/errors.ts'
import type { DeskVerbs } from './verbs.ts'

/** Contract call → desk verb. */
export const handlersOf = (desk: DeskVerbs) =>
  ({
    openDesk: async () => desk.open(),
    readBook: ({ account, book }) => desk.readBook(account, book),
    refreshBooks: async (which) => desk.refreshBooks(which),
    lookAt: async ({ accounts, books }) => desk.lookAt(accounts, books),
    pausePolling: async () => desk.pausePolling(),
    resumePolling: async () => desk.resumePolling(),
    saveAccount: (input) => desk.saveAccount(input),
    testAccount: (of) => desk.testAccount(of),
    duplicateAccount: async ({ account }) => desk.duplicateAccount(account),
    deleteAccount: (input) => desk.deleteAccount(input),
    orderAccounts: async ({ accounts }) => desk.orderAccounts(accounts),
    saveGroup: async (group) => desk.saveGroup(group),
    deleteGroup: async ({ id }) => desk.deleteGroup(id),
    exportAccounts: (input) => desk.transfer.export(input),
    readAccountFile: (input) => desk.transfer.look(input),
    importAccounts: (input) => desk.transfer.import(input),
    chooseVault: ({ kind, passphrase }) => desk.chooseVault(kind, passphrase),
    unlockVault: ({ passphrase }) => desk.unlockVault(passphrase),
    changePassphrase: (change) => desk.changePassphrase(change),
    touch: async () => desk.touch(),
    lockScreen: async () => desk.lockScreen(),
    unlockScreen: ({ password }) => desk.unlockScreen(password),
    setUpLock: (chosen) => desk.setUpLock(chosen),
    saveSettings: async (change) => desk.saveSettings(change),
    previewOrders: async (input) => desk.orders.preview(input),
    placeOrders: (input) => desk.orders.place(input),
    callOffOrders: async ({ intents }) => desk.orders.callOff(intents),
    lookForOrder: ({ intent }) => desk.orders.look(intent),
    settleOrder: async (input) => desk.orders.settle(input),
    exitAccounts: (input) => desk.orders.exit(input),
    stopWatching: async ({ exit }) => desk.orders.stopWatching(exit),
    engageStop: async () => desk.orders.engageStop(),
    liftStop: async () => desk.orders.liftStop(),
    readJournal: async (input) => desk.orders.readJournal(input),
    readIntent: async ({ intent }) => desk.orders.readIntent(intent),
    readTimeline: ({ account, orderId }) => desk.orders.timeline(account, orderId),
    exportJournal: async (input) => desk.orders.exportJournal(input),
    verifyJournal: async () => desk.orders.verifyJournal(),
    listSymbols: async () => desk.listSymbols(),
    listBaskets: async () => desk.orders.listBaskets(),
    saveBasket: async (basket) => desk.orders.saveBasket(basket),
    deleteBasket: async ({ id }) => desk.orders.deleteBasket(id),
    listPnl: async () => desk.history.index(),
    readPnl: ({ day, keys }) => desk.history.curves(day, keys),
    readPnlDays: (input) => desk.history.days(input),
    readAlerts: async (input) => desk.alerts.read(input),
    markAlerts: async (which) => desk.alerts.markRead(which),
    clearAlerts: async () => desk.alerts.clear(),
    muteAlerts: async ({ minutes }) => desk.alerts.mute(minutes),
    savePriceAlert: async (input) => desk.alerts.savePrice(input),
    deletePriceAlert: async ({ id }) => desk.alerts.removePrice(id),
    describeCall: (call) => desk.console.describe(call),
    runRead: (read) => desk.console.run(read),
    readAnswer: async (part) => desk.console.readAnswer(part),
  }) satisfies Handlers

/** The one door of the desk: whatever a window says is parsed here, and nothing that it says makes it throw. */
export function doorOf(handlers: Handlers) {
  const answer = async <Name extends CallName>(
    name: Name,
    input: unknown,
  ): Promise<Reply<unknown>> => {
    const parsed = calls[name].input.safeParse(input)
    if (!parsed.success) {
      const { path, message } = parsed.error.issues[0]!
      const field = path.map(String).join('.').slice(0, 100)
      return fail('invalid', message.slice(0, 300), { field })
    }
    // The schema that was found by name has just proved the input to be of that call.
    const handler = handlers[name] as (input: unknown) => Promise<Reply<unknown>>
    return handler(parsed.data)
  }
  return async (name: unknown, input: unknown): Promise<Reply<unknown>> => {
    if (!isCallName(name)) return fail('unknown-call', 'The terminal has no such call.')
    try {
      return await answer(name, input)
    } catch (cause) {
      return fail('internal', 'The terminal failed at this.', {
        detail: cause instanceof Error ? cause.message : String(cause),
      })
    }
  }
}
