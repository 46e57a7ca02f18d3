/**
 * The names of everything that crosses between a window and the desk, and nothing else: a sandboxed
 * preload runs this file. What each call and event is stands in its feature's `calls.ts`.
 */
export const callNames = [
  'openDesk',
  'readBook',
  'refreshBooks',
  'lookAt',
  'pausePolling',
  'resumePolling',
  'saveAccount',
  'addAccounts',
  'testAccount',
  'switchAccount',
  'duplicateAccount',
  'deleteAccount',
  'orderAccounts',
  'readHealth',
  'readFailedRequests',
  'saveGroup',
  'deleteGroup',
  'exportAccounts',
  'readAccountFile',
  'importAccounts',
  'chooseVault',
  'unlockVault',
  'changePassphrase',
  'touch',
  'lockScreen',
  'unlockScreen',
  'setUpLock',
  'saveSettings',
  'previewOrders',
  'previewShares',
  'placeOrders',
  'cancelQueuedOrders',
  'lookForOrder',
  'settleOrder',
  'exitAccounts',
  'stopWatching',
  'engageStop',
  'liftStop',
  'readJournal',
  'readIntent',
  'readTimeline',
  'exportJournal',
  'verifyJournal',
  'listSymbols',
  'listBrokerSymbols',
  'saveBrokerSymbols',
  'listBaskets',
  'saveBasket',
  'deleteBasket',
  'listPnl',
  'readPnl',
  'readPnlDays',
  'readAlerts',
  'markAlerts',
  'clearAlerts',
  'muteAlerts',
  'savePriceAlert',
  'deletePriceAlert',
  'describeCall',
  'runRead',
  'readAnswer',
] as const
export type CallName = (typeof callNames)[number]
export const isCallName = (name: unknown): name is CallName =>
  (callNames as readonly unknown[]).includes(name)

export const eventNames = [
  'book',
  'accounts',
  'groups',
  'vault',
  'lock',
  'polling',
  'settings',
  'notice',
  'intents',
  'brokerSymbols',
  'exit',
  'stop',
  'pace',
  'alert',
  'alerts',
  'journal',
  'pnl',
  'line',
] as const
export type EventName = (typeof eventNames)[number]

/** Electron's channel for a call or an event; `window.quarterdeck` is where the preload puts the bridge. */
export const callChannel = (name: CallName): string => `call:${name}`
export const eventChannel = (name: EventName): string => `event:${name}`
/** By which Electron's window says that it took an event, or that it is a new page. */
export const takenChannel = 'taken'
