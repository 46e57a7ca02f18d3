import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AlertLogView } from '../../../../src/renderer/alerts/alert-log.svelte.ts'
import { Alerts } from '../../../../src/renderer/alerts/alerts.svelte.ts'
import { Session } from '../../../../src/renderer/core/session.svelte.ts'
import { JournalView } from '../../../../src/renderer/journal/journal.svelte.ts'
import { PnlView } from '../../../../src/renderer/pnl/pnl.svelte.ts'
import { makeStores } from '../../../../src/renderer/shell/stores.ts'
import { type EventName, callNames, eventNames } from '../../../../src/shared/channels.ts'
import type { Bridge } from '../../../../src/shared/contract.ts'
import type { LineState } from '../../../../src/shared/desk-view.ts'
import { fail, ok } from '../../../../src/shared/core/errors.ts'
import { emptyDay, noFigures, totalKey } from '../../../../src/shared/pnl/history.ts'
import type { Alert, AlertTone } from '../../../../src/shared/alerts/alerts.ts'
import { FakeTime } from '../fake-time.ts'
import { intent, uuid } from '../intents.ts'
import { MemoryDesk, account } from '../memory-desk.ts'
import { sampleCount } from '../../../sample-count.ts'

/** What of a desk may change at any time, with the event that tells of it. */
const happenings: Record<EventName, (desk: MemoryDesk) => void> = {
  book: (desk) =>
    desk.poll('main', 'orders', { put: [['2', { order_id: '2' }]], set: [], drop: ['1'] }),
  accounts: (desk) => {
    desk.accounts = [account('main', { name: 'Renamed' })]
    desk.emit('accounts', desk.accounts)
  },
  groups: (desk) => {
    desk.groups = [{ id: uuid(1), name: 'Family', colour: 'blue', members: [] }]
    desk.emit('groups', desk.groups)
  },
  vault: (desk) => {
    desk.vault = { ...desk.vault, state: 'locked' }
    desk.emit('vault', desk.vault)
  },
  lock: (desk) => {
    desk.lock = { ...desk.lock, isLocked: true, way: 'own' }
    desk.emit('lock', desk.lock)
  },
  polling: (desk) => {
    desk.polling = { paused: true }
    desk.emit('polling', desk.polling)
  },
  settings: (desk) => {
    desk.settings = { ...desk.settings, density: 'normal' }
    desk.emit('settings', desk.settings)
  },
  window: (desk) => {
    desk.window = { ...desk.window, selected: 'main' }
    desk.emit('window', desk.window)
  },
  windows: (desk) => {
    desk.windows = [
      {
        id: 'window-two',
        number: 1,
        link: null,
        bounds: null,
        armedFor: 9000,
        isOpen: true,
        isHere: true,
      },
    ]
    desk.emit('windows', desk.windows)
  },
  marked: () => undefined,
  panelComes: () => undefined,
  disarmed: () => undefined,
  windowGoes: () => undefined,
  notice: (desk) => {
    desk.notices = [{ level: 'warning', message: 'The disk is full.' }]
    desk.emit('notice', desk.notices[0]!)
  },
  intents: (desk) => {
    const [known, ...others] = desk.intents
    const changed = { ...known!, state: 'in-doubt' as const, changedAt: 9 }
    // Another one each time: no desk has two of one id.
    desk.intents = [intent({ id: uuid(77 + desk.intents.length) }), changed, ...others]
    desk.emit('intents', desk.intents.slice(0, 2))
  },
  brokerSymbols: (desk) => {
    desk.brokerSymbols = [
      { exchange: 'NSE', name: 'INFY', broker: 'PX', symbol: 'INFY-EQ', origin: 'typed' },
    ]
    desk.emit('brokerSymbols', desk.brokerSymbols)
  },
  exit: (desk) => {
    desk.exits = [{ id: 'one', what: 'both', at: 1, state: 'left', accounts: [] }]
    desk.emit('exit', desk.exits[0]!)
  },
  stop: (desk) => {
    desk.stop = { on: true, at: 5 }
    desk.emit('stop', desk.stop)
  },
  pace: (desk) => {
    desk.pace = [{ account: 'main', used: 10, most: 10, waiting: 3 }]
    desk.emit('pace', desk.pace)
  },
  alert: (desk) => {
    desk.alerts = [rejected, ...desk.alerts]
    desk.emit('alert', rejected)
    desk.emit('alerts', desk.view.alerts)
  },
  alertsRead: (desk) => {
    desk.alerts = desk.alerts.map((one) => ({ ...one, isRead: true }))
    desk.emit('alertsRead', { ids: desk.alerts.map(({ id }) => id) })
    desk.emit('alerts', desk.view.alerts)
  },
  alerts: (desk) => {
    desk.mutedUntil = 99
    desk.emit('alerts', desk.view.alerts)
  },
  journal: (desk) => {
    desk.journal = { ...desk.journal, state: 'broken', brokenAt: 4 }
    desk.emit('journal', desk.journal)
  },
  pnl: (desk) => {
    const figures = { ...noFigures, realised: 5 }
    const point = { at: 7, ...figures }
    const today = '2026-11-23'
    desk.answers.listPnl = () =>
      ok({ today, days: [], firstCurve: today, series: [{ key: totalKey, name: 'All accounts' }] })
    desk.answers.readPnl = () =>
      ok([{ key: totalKey, points: [point], summary: { ...emptyDay(today), open: 5 } }])
    desk.emit('pnl', { at: 7, day: today, figures: [{ key: totalKey, ...figures }] })
  },
  line: () => undefined,
}

/** What passes and leaves nothing that a window shows: a line that broke disarms by itself. */
const ofTheMoment: ReadonlySet<EventName> = new Set([
  'line',
  'marked',
  'panelComes',
  'disarmed',
  'windowGoes',
])

const rejected: Alert = {
  ...{ id: uuid(500), seq: 8, at: 3, kind: 'rejected', tone: 'bad', account: 'main', count: 1 },
  isOurs: false,
  ...{ title: 'Rejected', message: 'No funds.', intent: null, orderId: '7', symbol: 'INFY-EQ' },
  ...{ told: { toast: true, sound: true, system: false }, isRead: false },
}

const newDesk = (): MemoryDesk => {
  const desk = new MemoryDesk()
  desk.fill('main', 'orders', [['1', { order_id: '1' }]])
  desk.alerts = [{ ...rejected, id: uuid(501), seq: 2, orderId: '6' }]
  desk.intents = [intent({ id: uuid(70), state: 'sent', changedAt: 5 })]
  desk.answers.readJournal = () =>
    ok({
      rows: desk.intents.map((one, at) => ({ seq: 9 - at, at: one.at, intent: one, event: null })),
      hasMore: false,
    })
  return desk
}

/** A window's way to the desk, which can be cut. */
class Line {
  isCut = false
  readonly bridge: Bridge
  readonly #hears = new Set<(line: LineState) => void>()

  constructor(desk: MemoryDesk) {
    const calls = callNames.map((name) => [
      name,
      (input: never) =>
        this.isCut
          ? Promise.resolve(fail('desk-away', 'Quarterdeck does not answer.'))
          : desk.bridge[name](input),
    ])
    const on: Bridge['on'] = (name, listener) => {
      if (name === 'line') this.#hears.add(listener as (line: LineState) => void)
      return desk.bridge.on(name, (event) => {
        if (!this.isCut) listener(event)
      })
    }
    this.bridge = { ...Object.fromEntries(calls), on } as Bridge
  }

  say(line: LineState): void {
    this.isCut = line.state !== 'anew'
    for (const hear of this.#hears) hear(line)
  }
}

async function openWindow(bridge: Bridge) {
  const time = new FakeTime()
  const opened = await Session.open(bridge, time, makeStores)
  if (!opened.ok) throw new Error(opened.error.message)
  const session = opened.value
  const sounds: AlertTone[] = []
  const alerts = new Alerts(session, {
    sound: (tone) => sounds.push(tone),
    notify: () => undefined,
  })
  const [journal, log, pnl] = [
    new JournalView(session),
    new AlertLogView(session),
    new PnlView(session),
  ]
  const stops = [alerts.listen(), journal.start(), log.start(), pnl.start()]
  await pnl.read()
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) {
      time.pass(100)
      await Promise.resolve()
    }
    await session.stores.books.answered()
    // As the panel does whenever its index or what is chosen changes.
    if (pnl.index !== null && !session.isLocked) await pnl.read()
  }
  await settle()
  return {
    session,
    alerts,
    sounds,
    settle,
    /** All that a person can see of what the desk told. */
    shown: () => ({
      ...{ accounts: session.accounts.all, groups: session.groups, vault: session.vault },
      ...{ lock: session.lock, isPaused: session.isPaused, settings: session.settings },
      ...{ window: session.window, windows: session.windows },
      ...{
        stop: session.stop,
        exits: session.exits,
        pace: session.pace,
        reach: session.line.reach,
      },
      ...{ journalState: session.journal, alerts: session.alerts, openItems: session.openItems },
      notices: session.notices.shown.map(({ message }) => message),
      brokerSymbols: session.symbolNames.entries,
      intents: session.stores.intents.list,
      orders: [...(session.stores.books.of('main', 'orders')?.rows ?? [])],
      journal: journal.rows,
      log: log.rows,
      ...{ index: pnl.index, curves: pnl.curves },
    }),
    close: () => {
      for (const stop of stops) stop()
      session.close()
    },
  }
}

describe('A window whose line was cut', () => {
  it.each(eventNames)('shows what one shows that was never cut: %s', async (name) => {
    const desk = newDesk()
    const line = new Line(desk)
    const cut = await openWindow(line.bridge)
    const whole = await openWindow(desk.bridge)
    const before = cut.shown()
    line.say({ state: 'lost' })
    expect(cut.session.line.reach).toBe('lost')
    happenings[name](desk)
    await whole.settle()
    if (!ofTheMoment.has(name)) expect(whole.shown()).not.toEqual(before)
    expect({ ...cut.shown(), reach: 'live' }).toEqual(before)
    line.say({ state: 'anew' })
    await cut.settle()
    const fresh = await openWindow(desk.bridge)
    expect(cut.shown()).toEqual(whole.shown())
    // Of a locked desk a window keeps beneath what it knew, and a new one knows nothing.
    if (name !== 'lock') expect(cut.shown()).toEqual(fresh.shown())
    for (const window of [cut, whole, fresh]) window.close()
    expect(desk.listenerCount).toBe(0)
  })

  it('shows what a new one shows, whatever happened before, between and during any cuts', async () => {
    const happening = fc.constantFrom(...eventNames.filter((name) => name !== 'lock'))
    const step = fc.oneof(happening, fc.constantFrom('cut' as const, 'heal' as const))
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 12 }),
        fc.array(fc.boolean()),
        async (steps, waits) => {
          const desk = newDesk()
          const line = new Line(desk)
          const window = await openWindow(line.bridge)
          for (const [at, one] of steps.entries()) {
            if (one === 'cut') line.say({ state: 'lost' })
            else if (one === 'heal') line.say({ state: 'anew' })
            else happenings[one](desk)
            if (waits[at] === true) await window.settle()
          }
          line.say({ state: 'anew' })
          await window.settle()
          const fresh = await openWindow(desk.bridge)
          expect(window.shown()).toEqual(fresh.shown())
          for (const each of [window, fresh]) each.close()
        },
      ),
      { numRuns: sampleCount(100) },
    )
  })

  it('takes no order, and says so at once', async () => {
    const line = new Line(newDesk())
    const { session, close } = await openWindow(line.bridge)
    line.say({ state: 'lost' })
    expect(session.line.reach).toBe('lost')
    const { bridge } = session
    expect(session.learnStop(await bridge.engageStop({}))).toMatchObject({ code: 'desk-away' })
    line.say({ state: 'closed', message: 'Quarterdeck was started again.' })
    expect(session.line).toMatchObject({
      reach: 'forbidden',
      closedBecause: 'Quarterdeck was started again.',
    })
    close()
  })

  it('forgets an order in doubt that was settled meanwhile and is of another day', async () => {
    const desk = newDesk()
    const old = intent({ id: uuid(60), state: 'in-doubt' })
    desk.intents = [old, ...desk.intents]
    const line = new Line(desk)
    const { session, settle, close } = await openWindow(line.bridge)
    expect(session.stores.intents.inDoubt).toHaveLength(1)
    line.say({ state: 'lost' })
    desk.intents = desk.intents.slice(1)
    line.say({ state: 'anew' })
    await settle()
    expect(session.stores.intents.inDoubt).toEqual([])
    close()
  })

  it('lets nothing that the desk told after its view be undone by the view', async () => {
    const desk = newDesk()
    const line = new Line(desk)
    const { session, settle, close } = await openWindow(line.bridge)
    desk.answers.openDesk = () => {
      const { view } = desk
      happenings.stop(desk)
      happenings.intents(desk)
      happenings.book(desk)
      return ok(view)
    }
    line.say({ state: 'lost' })
    line.say({ state: 'anew' })
    await settle()
    expect(session.stop.on).toBe(true)
    expect(session.stores.intents.byId(uuid(70))?.state).toBe('in-doubt')
    expect([...session.stores.books.of('main', 'orders')!.rows.keys()]).toEqual(['2'])
    close()
  })

  it('takes the view once more when something is missed while it is on its way', async () => {
    const desk = newDesk()
    const line = new Line(desk)
    const { session, settle, close } = await openWindow(line.bridge)
    let times = 0
    desk.answers.openDesk = () => {
      const { view } = desk
      times += 1
      if (times === 1) {
        desk.stop = { on: true, at: 5 }
        line.say({ state: 'anew' })
      }
      return ok(view)
    }
    line.say({ state: 'anew' })
    await settle()
    expect({ times, isOn: session.stop.on }).toEqual({ times: 2, isOn: true })
    close()
  })

  it('shows of the alerts that stay those that the desk says are its own, without a sound', async () => {
    const desk = newDesk()
    const [first, second] = [501, 502].map((id) => ({
      ...rejected,
      ...{ id: uuid(id), told: { toast: true, sound: false, system: false } },
    })) as [Alert, Alert]
    const fill: Alert = { ...rejected, id: uuid(503), kind: 'filled', tone: 'good' }
    desk.answers.takeAlerts = () => ok([first])
    const line = new Line(desk)
    const { alerts, sounds, settle, close } = await openWindow(line.bridge)
    const shown = () => alerts.shown.map(({ id }) => id)
    expect(shown()).toEqual([first.id])
    desk.emit('alert', { ...fill, told: { ...fill.told, sound: false } })
    line.say({ state: 'lost' })
    desk.answers.takeAlerts = () => ok([second])
    line.say({ state: 'anew' })
    await settle()
    // The other was read meanwhile, or another window shows it.
    expect(shown()).toEqual([second.id, fill.id])
    expect(sounds).toEqual([])
    desk.answers.takeAlerts = () => fail('no-answer', 'The desk did not answer.')
    line.say({ state: 'anew' })
    await settle()
    expect(shown()).toEqual([second.id, fill.id])
    close()
  })

  it('has an older card say what the alert counts by now, where another window shows that', async () => {
    const desk = newDesk()
    const quiet = { toast: false, sound: false, system: false }
    const one: Alert = { ...rejected, id: uuid(504), told: { ...quiet, toast: true } }
    const { alerts, settle, close } = await openWindow(new Line(desk).bridge)
    desk.emit('alert', one)
    desk.emit('alert', { ...one, count: 3, title: '3 orders were rejected', told: quiet })
    desk.emit('alert', { ...one, id: uuid(505), told: quiet })
    await settle()
    expect(alerts.shown.map(({ title }) => title)).toEqual(['3 orders were rejected'])
    close()
  })
})
