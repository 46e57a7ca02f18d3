/** The names of everything that crosses between a window and the desk. */
export const callNames = [
  'openDesk',
  'readBook',
  'refreshBooks',
  'lookAt',
  'pausePolling',
  'resumePolling',
  'saveAccount',
  'testAccount',
  'duplicateAccount',
  'deleteAccount',
  'orderAccounts',
  'saveGroup',
  'deleteGroup',
  'chooseVault',
  'unlockVault',
  'saveSettings',
  'previewOrders',
  'placeOrders',
  'callOffOrders',
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
  'listBaskets',
  'saveBasket',
  'deleteBasket',
  'describeCall',
  'runRead',
  'readAnswer',
] as const
export type CallName = (typeof callNames)[number]

export const eventNames = [
  'book',
  'accounts',
  'groups',
  'vault',
  'polling',
  'settings',
  'notice',
  'intents',
  'exit',
  'stop',
  'pace',
  'alarm',
  'journal',
] as const
export type EventName = (typeof eventNames)[number]

/** Electron's channel for a call or an event; `window.quarterdeck` is where the preload puts the bridge. */
export const callChannel = (name: CallName): string => `call:${name}`
export const eventChannel = (name: EventName): string => `event:${name}`
