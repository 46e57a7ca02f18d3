import type { Alert, AlertTone, AlertsPutAway, PriceAlert } from '../../shared/alerts/alerts.ts'
import { type AlertKind, lastingAlerts } from '../../shared/alerts/alert-settings.ts'
import type { Intent } from '../../shared/orders/intents.ts'
import type { Failure } from '../../shared/core/errors.ts'
import { stateWords } from '../orders/intent-words.ts'
import type { Session } from '../core/session.svelte.ts'

/** Ways to be heard by somebody who does not look. */
export interface AlertSignals {
  sound(tone: AlertTone): void
  /** Shown by the system where the window is not in sight; nothing where it is, or may not. */
  notify(alert: Pick<Alert, 'id' | 'title' | 'message'>, onOpen: () => void): void
}

/** Milliseconds for which the others are shown. */
const fadesAfter = 8000
const fadeBeat = 500
const mostHeld = 50

interface Toast {
  alert: Alert
  /** Milliseconds that it has left; null where it stays. */
  left: number | null
}

const isToldHere = ({ told }: Alert): boolean => told.toast || told.sound || told.system

/** The alerts as this window shows them. What is told, and how, the desk decides. */
export class Alerts {
  readonly #session: Session
  readonly #signals: AlertSignals
  #toasts = $state.raw<readonly Toast[]>([])
  /** What only counts more by now was heard when it came. */
  readonly #announced = new Set<string>()
  /** Ids of alerts made by the 'try' buttons of this window; the desk's log does not have them. */
  readonly #tries = new Set<string>()
  /** Whether somebody reads them: then none goes by itself. Asked of what shows them. */
  isHeld: () => boolean = () => false
  /** Leads to what an alert is about; given by what knows the dialogs. */
  onOpen: (alert: Alert) => void = () => undefined

  /** The latest first. */
  readonly shown: readonly Alert[] = $derived.by(() => this.#toasts.map(({ alert }) => alert))

  constructor(session: Session, signals: AlertSignals) {
    this.#session = session
    this.#signals = signals
  }

  get unread(): number {
    return this.#session.alerts.unread
  }
  /** Wall-clock milliseconds until which nothing is shown or heard. */
  get mutedUntil(): number | null {
    return this.#session.alerts.mutedUntil
  }
  get prices(): readonly PriceAlert[] {
    return this.#session.alerts.prices
  }

  /** Returns what stops it. */
  listen(): () => void {
    const { bridge, clock } = this.#session
    const stops = [
      bridge.on('alert', (alert) => {
        this.#hear(alert)
        if (isToldHere(alert)) void bridge.alertShown({ id: alert.id })
      }),
      bridge.on('alertsRead', (which) => this.#putAway(which)),
      clock.time.every(fadeBeat, () => this.#fade()),
      this.#session.line.onRenewed(() => void this.#takeStanding()),
    ]
    if (!this.#session.isLocked) void this.#takeStanding()
    return () => {
      for (const stop of stops) stop()
    }
  }

  /** The order that was in doubt, and is so no longer. */
  #clearedUp({ kind, intent: id }: Alert): Intent | null {
    const intent = kind === 'in-doubt' && id !== null ? this.#session.stores.intents.byId(id) : null
    return intent?.state === 'in-doubt' ? null : (intent ?? null)
  }

  /** Of an order that was in doubt, what is true now. */
  messageOf(alert: Alert): string {
    const intent = this.#clearedUp(alert)
    if (intent === null) return alert.message
    const { means } = stateWords[intent.state]
    return means.startsWith('It was in doubt')
      ? means.replace('was', 'is no longer')
      : `It is no longer in doubt. ${means}`
  }

  /** What is put away was read. */
  dismiss(ids: string[]): void {
    this.#putAway({ ids })
    const kept = ids.filter((id) => !this.#tries.has(id))
    if (kept.length > 0) void this.#session.bridge.markAlerts({ ids: kept })
  }

  #putAway(which: AlertsPutAway): void {
    this.#toasts = this.#toasts.filter(({ alert: { id, seq } }) =>
      'ids' in which ? !which.ids.includes(id) : seq > which.upTo || this.#tries.has(id),
    )
  }

  /** Shows and sounds a kind as it is set to be, for this window alone and without a trace. */
  tryOut(kind: AlertKind, words: { title: string; message: string; tone: AlertTone }): void {
    const told = this.#session.settings.alerts[kind]
    const about = { account: null, intent: null, isOurs: false, orderId: null, symbol: null }
    const id = crypto.randomUUID()
    const at = this.#session.clock.time.wall()
    this.#tries.add(id)
    this.#hear({ ...words, ...about, id, at, kind, told, seq: 0, count: 1, isRead: true })
  }

  async mute(minutes: number | null): Promise<void> {
    this.#say(await this.#session.bridge.muteAlerts({ minutes }), 'Alerts were not muted')
  }

  async savePrice(
    input: Parameters<Session['bridge']['savePriceAlert']>[0],
  ): Promise<Failure | null> {
    const reply = await this.#session.bridge.savePriceAlert(input)
    return reply.ok ? null : reply.error
  }

  async deletePrice(id: string): Promise<void> {
    this.#say(
      await this.#session.bridge.deletePriceAlert({ id }),
      'The price alert was not deleted',
    )
  }

  #say(reply: { ok: true } | { ok: false; error: Failure }, what: string): void {
    if (!reply.ok)
      this.#session.notices.say({ level: 'warning', message: `${what}: ${reply.error.message}` })
  }

  /**
   * Of those that stay, shows what the desk says is this window's to show, and no other: some came
   * while it was not there, or were read since, or are shown by another window by now.
   */
  async #takeStanding(): Promise<void> {
    const before = this.#toasts.filter(
      ({ alert: { id }, left }) => left === null && !this.#tries.has(id),
    )
    const reply = await this.#session.bridge.takeAlerts({})
    if (!reply.ok) return
    const standing = reply.value.filter((alert) => this.#clearedUp(alert) === null)
    const ids = new Set(standing.map(({ id }) => id))
    this.#putAway({ ids: before.map(({ alert: { id } }) => id).filter((id) => !ids.has(id)) })
    for (const alert of standing) this.#hear(alert)
  }

  #hear(alert: Alert): void {
    const isNew = !this.#announced.has(alert.id)
    // One that another window shows may have to be shown here yet, where that one is stuck.
    if (isToldHere(alert)) this.#announced.add(alert.id)
    // Another window shows what it counts by now: an older card here says the same.
    else
      this.#toasts = this.#toasts.map((toast) =>
        toast.alert.id === alert.id ? { ...toast, alert } : toast,
      )
    if (alert.told.toast) {
      const others = this.#toasts.filter((toast) => toast.alert.id !== alert.id)
      const left = lastingAlerts.has(alert.kind) ? null : fadesAfter
      this.#toasts = [{ alert, left }, ...others].slice(0, mostHeld)
    }
    if (alert.told.sound && isNew) this.#signals.sound(alert.tone)
    if (alert.told.system) this.#signals.notify(alert, () => this.onOpen(alert))
  }

  #fade(): void {
    const goesOn = (toast: Toast): boolean =>
      toast.left === null && this.#clearedUp(toast.alert) === null
    if (this.#toasts.every(goesOn) || this.isHeld()) return
    this.#toasts = this.#toasts.flatMap((toast) => {
      if (goesOn(toast)) return [toast]
      // It stayed for as long as it was so.
      if (toast.left === null) return [{ ...toast, left: fadesAfter }]
      return toast.left > fadeBeat ? [{ ...toast, left: toast.left - fadeBeat }] : []
    })
  }
}
