import type { OpenItem } from '../shared/quitting/open-items.ts'
import type { Emit } from '../shared/contract.ts'
import type { Reply } from '../shared/core/errors.ts'
import type { Settings } from '../shared/settings/settings.ts'
import type { KeptWindow, WindowStanding } from '../shared/workspace/windows.ts'
import type { WindowPlace, WindowWish } from '../shared/workspace/window-places.ts'

/** One window's line to the desk. */
export interface DeskLine {
  answer: Desk['answer']
  /** `isBroken`: nobody ended it, so that its page may come back. */
  leave(how?: { isBroken: boolean }): void
}

/** What a host knows of the desk. */
export interface Desk {
  /** Answers one call of a window. Name and input are untrusted; nothing it is given makes it throw. */
  answer(name: unknown, input: unknown): Promise<Reply<unknown>>
  /** Hears every event that windows may hear. Returns its unsubscribe. */
  listen(listener: Emit): () => void
  /** A window's line: what it says is its own, and it is told what it may hear. `window` is the kept window that it has, where its host knows it. */
  join(tell: Emit, window?: string): DeskLine
  /** The windows of the workspace; `windows` is told whenever they change. */
  keptWindows(): readonly Pick<WindowStanding, 'id' | 'isOpen'>[]
  /** Where its person put the window; null where nobody did. */
  placeOf(window: string): KeptWindow['place']
  keepPlace(window: string, place: WindowPlace): void
  /** Has what only a host can do with a window done by it. */
  grantBy(host: (wish: WindowWish) => void): void
  /** Opens one more beside the window in front. */
  addWindow(): void
  /** Somebody closed one of several. */
  seeClosed(window: string): void
  /** What would be left to itself if the desk stopped now. */
  openItems(): OpenItem[]
  isLocked(): boolean
  /** Locks the screen, where the person has switched the lock on: the system was locked, or sleeps. */
  lock(): void
  theme(): Settings['theme']
  /** Milliseconds within which every order on the wire is answered, or never; 0 where none is. */
  answersWithin(): number
  stop(): Promise<void>
}
