import { type BrowserWindow, screen } from 'electron'
import type { Stance, WindowPlace } from '../../../shared/workspace/window-places.ts'
import type { Desk } from '../../desk-for-hosts.ts'
import {
  type StandingWindow,
  knownAgain,
  screensSaid,
  placeOnceMoved,
  standingOn,
  wholeScreen,
} from './screens.ts'
import { presentScreens } from './present-screens.ts'
import { isSameStance, stanceOf, stand } from './window-stance.ts'

/** Milliseconds for which a window that moves is still on its way. */
const moving = 500
/** Within them a change of the screens is over, and the system has done with the windows what it does. */
const settling = 1000

const displayEvents = ['display-added', 'display-removed', 'display-metrics-changed'] as const
const moves = ['move', 'resize', 'maximize', 'unmaximize', 'enter-full-screen', 'leave-full-screen']

interface Followed {
  window: BrowserWindow
  /** How it stood when it came to rest: what is otherwise, its person did. Null until it rests. */
  known: Stance | null
  moved?: NodeJS.Timeout
  rests?: NodeJS.Timeout
}

/**
 * Where the windows stand. The place of each is the desk's, and is what its person made of it: what
 * the system and we do with windows while a screen is missing changes none.
 */
export class WindowPlaces {
  readonly #desk: Pick<Desk, 'keptWindows' | 'placeOf' | 'keepPlace'>
  readonly #windows = new Map<string, Followed>()
  /** Numbers of the screens that were there since the start. */
  readonly #seen = new Set<number>()
  #screens = ''
  #changed: NodeJS.Timeout | undefined

  constructor(desk: Pick<Desk, 'keptWindows' | 'placeOf' | 'keepPlace'>) {
    this.#desk = desk
    this.#learnScreens()
    for (const name of displayEvents) screen.on(name as 'display-added', this.#onScreens)
  }

  stop(): void {
    for (const name of displayEvents) screen.off(name as 'display-added', this.#onScreens)
    clearTimeout(this.#changed)
    for (const { moved, rests } of this.#windows.values()) {
      clearTimeout(moved)
      clearTimeout(rests)
    }
  }

  /** How the window of this id is to stand; null where nobody ever put it anywhere. */
  of(id: string): StandingWindow | null {
    const place = this.#placeOf(id)
    return place === null ? null : standingOn(place, presentScreens())
  }

  follow(id: string, window: BrowserWindow): void {
    const followed: Followed = { window, known: null }
    this.#windows.set(id, followed)
    const onMove = (): void => {
      clearTimeout(followed.moved)
      followed.moved = setTimeout(() => this.#keep(id, followed), moving)
    }
    for (const name of moves) window.on(name as 'move', onMove)
    window.once('show', () => this.#unsettle(id, followed))
    window.on('close', () => this.#keep(id, followed))
    window.once('closed', () => {
      clearTimeout(followed.moved)
      clearTimeout(followed.rests)
      this.#windows.delete(id)
    })
  }

  /** Puts it where the desk says that it belongs. */
  put(id: string): void {
    const followed = this.#windows.get(id)
    if (followed === undefined) return
    this.#learnScreens()
    const standing = this.of(id)
    if (standing === null) return
    this.#unsettle(id, followed)
    stand(followed.window, standing)
  }

  /** Whatever moves from now on is moved by the system or by us, until it rests. */
  #unsettle(id: string, followed: Followed): void {
    followed.known = null
    clearTimeout(followed.moved)
    clearTimeout(followed.rests)
    followed.rests = setTimeout(() => {
      followed.known = stanceOf(followed.window)
      this.#keepFirst(id, followed)
    }, settling)
  }

  /** The first window of all is in no workspace until its page has come, and stands where it does from before that. */
  #keepFirst(id: string, followed: Followed): void {
    if (this.#desk.placeOf(id) !== null) return
    this.#keep(id, followed)
    if (this.#desk.placeOf(id) === null)
      followed.rests = setTimeout(() => this.#keepFirst(id, followed), settling)
  }

  readonly #onScreens = (): void => {
    for (const [id, followed] of this.#windows) this.#unsettle(id, followed)
    clearTimeout(this.#changed)
    // Screens come and go by several events, and the system moves windows after some of them.
    this.#changed = setTimeout(() => {
      this.#learnScreens()
      for (const id of this.#windows.keys()) this.put(id)
    }, moving)
  }

  #keep(id: string, followed: Followed): void {
    const { window, known } = followed
    clearTimeout(followed.moved)
    // What is minimised does not say how it stands otherwise.
    if (known === null || window.isDestroyed() || window.isMinimized()) return
    const now = presentScreens()
    // They have changed, and we are about to be told: it was the system that moved it.
    if (screensSaid(now) !== this.#screens) return this.#onScreens()
    const seen = stanceOf(window)
    const before = this.#placeOf(id)
    if (before !== null && isSameStance(seen, known)) return
    followed.known = seen
    const after = placeOnceMoved(before, { ...seen, actual: window.getBounds() }, now)
    if (after !== null) this.#desk.keepPlace(id, after)
  }

  /** A number stands for the whole of a screen, as an arrangement for several of them has it. */
  #placeOf(id: string): WindowPlace | null {
    const place = this.#desk.placeOf(id)
    if (typeof place !== 'number') return place
    const whole = wholeScreen(place, presentScreens())
    if (whole !== null) this.#desk.keepPlace(id, whole)
    return whole
  }

  /** Those that are there by now; places on one that has another number get that. */
  #learnScreens(): void {
    const now = presentScreens()
    const places = this.#desk.keptWindows().flatMap(({ id }) => {
      const place = this.#desk.placeOf(id)
      return place === null || typeof place === 'number' ? [] : [[id, place] as const]
    })
    const found = knownAgain(
      places.map(([, place]) => place.screen),
      now,
      this.#seen,
    )
    for (const [window, place] of places) {
      const id = found.get(place.screen.id)
      if (id !== undefined)
        this.#desk.keepPlace(window, { ...place, screen: { ...place.screen, id } })
    }
    for (const { id } of now) this.#seen.add(id)
    this.#screens = screensSaid(now)
  }
}
