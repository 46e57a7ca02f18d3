import type { Alarm } from '../../shared/contract.ts'
import { stateWords } from './intent-words.ts'
import type { Session } from './session.svelte.ts'

/** Ways to be heard by somebody who does not look. */
export interface AlarmVoices {
  sound(): void
  /** Shown by the system where the window is not in sight; nothing where it is, or may not. */
  notify(alarm: Alarm): void
}

const mostKept = 200

/** What a trader must not miss: shown until dismissed, and kept. */
export class Alarms {
  readonly #session: Session
  readonly #voices: AlarmVoices
  #list = $state.raw<readonly Alarm[]>([])
  #dismissed = $state.raw<ReadonlySet<string>>(new Set())

  /** Not dismissed yet, the latest first. */
  readonly shown: readonly Alarm[] = $derived.by(() =>
    this.#list.filter(({ id }) => !this.#dismissed.has(id)),
  )

  constructor(session: Session, voices: AlarmVoices) {
    this.#session = session
    this.#voices = voices
  }

  /** The latest first. */
  get list(): readonly Alarm[] {
    return this.#list
  }

  listen(): () => void {
    return this.#session.bridge.on('alarm', (alarm) => {
      if (this.#list.some(({ id }) => id === alarm.id)) return
      this.#list = [alarm, ...this.#list].slice(0, mostKept)
      if (this.#session.settings.alerts[alarm.kind].sound) this.#voices.sound()
      this.#voices.notify(alarm)
    })
  }

  /** Of an order that was in doubt, what is true now. */
  messageOf({ kind, intent: id, message }: Alarm): string {
    const intent = kind === 'in-doubt' && id !== null ? this.#session.intents.byId(id) : null
    return !intent || intent.state === 'in-doubt'
      ? message
      : `It is no longer in doubt. ${stateWords[intent.state].means}`
  }

  dismiss(id: string): void {
    this.#dismissed = new Set(this.#dismissed).add(id)
  }

  dismissAll(): void {
    this.#dismissed = new Set(this.#list.map(({ id }) => id))
  }
}
