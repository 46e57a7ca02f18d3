import { expect, it } from 'vitest'
import { lockedView } from '../../../src/main/desk-view.ts'
import type { DeskView } from '../../../src/shared/desk-view.ts'
import { usualTrading } from '../../../src/shared/orders/limits.ts'
import { defaultSettings } from '../../../src/shared/settings/settings.ts'
import { usualWindow } from '../../../src/shared/workspace/usual-window.ts'
import { inDoubt } from './orders/doubt/doubts.ts'
import { market } from './orders/planning/contexts.ts'

/** What a locked screen may know. */
const told = {
  version: '1.2.3',
  host: 'browser',
  dataDir: '/home/trader/quarterdeck',
  vault: { kind: 'file', state: 'open', keychain: null, trouble: null, hasFile: true },
  lock: { isLocked: true, way: 'vault', hasSystem: false, wait: 0, unseen: 3 },
  openItems: [{ kind: 'positions', account: null, count: 2 }],
  stop: { on: true, at: 5 },
  polling: { paused: true },
  journal: { state: 'sound', checked: 7, total: 7, at: 4, brokenAt: null, message: null },
  hours: market.exchanges,
} satisfies Partial<DeskView>

const look = {
  theme: 'light',
  colours: 'colour-blind',
  density: 'normal',
  flash: false,
  lockAfter: 5,
} satisfies Partial<DeskView['settings']>

const view: DeskView = {
  ...told,
  brokerSymbols: [
    { exchange: 'NSE', name: 'INFY', broker: 'PX', symbol: 'INFY-EQ', origin: 'typed' },
  ],
  settings: { ...defaultSettings, ...look, toured: true, recent: [] },
  accounts: [
    {
      id: 'main',
      name: 'Main',
      broker: 'PX',
      service: { kind: 'practice', client: 'practice-1' },
      strategy: 'quarterdeck',
      colour: 'violet',
      enabled: true,
      polls: {},
      readsPerSecond: 5,
      trading: usualTrading,
      login: 'main',
      hasKeys: true,
      health: { last: null, p99: null, isSlow: false, trouble: null },
    },
  ],
  groups: [{ id: crypto.randomUUID(), name: 'Family', colour: 'blue', members: [] }],
  notices: [{ level: 'warning', message: 'Something about Main.' }],
  intents: [inDoubt()],
  exits: [{ id: 'exit', what: 'orders', at: 0, state: 'running', accounts: [] }],
  pace: [{ account: 'main', used: 1, most: 10, waiting: 0 }],
  alerts: { unread: 4, mutedUntil: 9, prices: [] },
  window: {
    ...{ id: 'window-one', layout: '{"orders":1}', selected: 'main', link: 'green' },
    ...{ place: 1, isOpen: true, toReopen: ['window-two'], isToGo: true },
    bounds: { x: 10, y: 20, width: 800, height: 600 },
    belongs: null,
  },
  windows: [
    {
      id: 'window-one',
      number: 1,
      link: 'green',
      bounds: null,
      armedFor: 9,
      isOpen: true,
      isHere: true,
    },
  ],
}

it('a locked screen is told how it looks, the way back, the stop and what is open', () => {
  expect(lockedView(view)).toEqual({
    ...told,
    settings: { ...defaultSettings, ...look },
    accounts: [],
    groups: [],
    notices: [],
    intents: [],
    brokerSymbols: [],
    window: { id: 'window-one', ...usualWindow, isOpen: true, toReopen: [], isToGo: false },
    windows: [],
    exits: [],
    pace: [],
    alerts: { unread: 0, mutedUntil: null, prices: [] },
  })
})
