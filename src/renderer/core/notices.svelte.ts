import type { Notice } from '../../shared/core/notice.ts'
import type { Time } from './clock.svelte.ts'

interface WindowNotice extends Notice {
  /** It goes as soon as this is no longer so. */
  isSo?: () => boolean
  /** What can be done about it by a click, which puts it away. */
  act?: { label: string; run: () => void }
}

/** A notice on the screen. Our own ids: the same words may be said twice. */
export interface ShownNotice extends WindowNotice {
  id: number
  /** When it was said last, on the monotonic clock. */
  at: number
}

const mostShown = 4

/** What the window says of what happened, the newest last. */
export class Notices {
  readonly #time: Pick<Time, 'ticks'>
  #all = $state.raw<readonly ShownNotice[]>([])
  #count = 0
  /** The desk's own that were shown. */
  readonly #told = new Set<string>()

  constructor(time: Pick<Time, 'ticks'>) {
    this.#time = time
  }

  get shown(): readonly ShownNotice[] {
    return this.#all.filter(({ isSo }) => isSo?.() ?? true)
  }

  say(notice: WindowNotice): void {
    const others = this.#all.filter(({ message }) => message !== notice.message)
    const same = this.#all.find(({ message }) => message === notice.message)
    const said = { ...notice, id: same?.id ?? ++this.#count, at: this.#time.ticks() }
    this.#all = [...others, said].slice(-mostShown)
  }

  dismiss(id: number): void {
    this.#all = this.#all.filter((notice) => notice.id !== id)
  }

  hear(notice: Notice): void {
    this.#told.add(notice.message)
    this.say(notice)
  }

  /** Those of a view: what was told and put away does not come back with the next one. */
  hearAgain(notices: readonly Notice[]): void {
    for (const notice of notices) if (!this.#told.has(notice.message)) this.hear(notice)
  }
}
