import { callNames } from '../../../../src/shared/channels.ts'
import type { OpenItem } from '../../../../src/shared/quitting/open-items.ts'
import type { Emit, Events, Handlers } from '../../../../src/shared/contract.ts'
import { ok } from '../../../../src/shared/core/errors.ts'
import type { Desk, DeskLine } from '../../../../src/main/desk-for-hosts.ts'
import type { WindowWish } from '../../../../src/shared/workspace/window-places.ts'
import type { WindowPlace } from '../../../../src/shared/workspace/window-places.ts'
import type { KeptWindow } from '../../../../src/shared/workspace/windows.ts'
import { doorOf } from '../../../../src/main/handlers.ts'

/** A desk with the real door and nothing behind it: it counts what gets through. */
export class CountingDesk implements Desk {
  readonly accepted: { name: string; input: unknown }[] = []
  readonly listeners = new Set<Emit>()
  isStopped = false
  /** What it would have to be left with. */
  open: OpenItem[] = []
  locks = 0
  /** For how long orders on the wire may yet be answered. */
  onWireFor = 0
  isScreenLocked = false
  /** What a call waits for before it is answered. */
  hold: Promise<void> = Promise.resolve()

  readonly answer = doorOf(
    Object.fromEntries(
      callNames.map((name) => [
        name,
        async (input: unknown) => {
          this.accepted.push({ name, input })
          await this.hold
          if (name === 'unlockScreen') this.isScreenLocked = false
          return ok(null)
        },
      ]),
    ) as unknown as Handlers,
  )

  listen(listener: Emit): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** By the kept windows that they have. */
  readonly lines = new Map<string | undefined, Emit>()
  /** How lines ended. */
  readonly left: Parameters<DeskLine['leave']>[0][] = []
  /** What the workspace has. */
  workspace = [{ id: 'window-one', isOpen: true }]
  /** Where its windows stand, as its host keeps it. */
  readonly kept = new Map<string, KeptWindow['place']>()
  added = 0
  grant: (wish: WindowWish) => void = () => undefined

  join(tell: Emit, window?: string): DeskLine {
    const unlisten = this.listen(tell)
    this.lines.set(window, tell)
    const leave: DeskLine['leave'] = (how) => {
      this.left.push(how)
      unlisten()
    }
    return { answer: this.answer, leave }
  }

  answersWithin() {
    return this.onWireFor
  }

  keptWindows() {
    return this.workspace
  }

  placeOf(window: string) {
    return this.kept.get(window) ?? null
  }

  keepPlace(window: string, place: WindowPlace): void {
    if (this.workspace.some(({ id }) => id === window)) this.kept.set(window, place)
  }

  grantBy(host: (wish: WindowWish) => void): void {
    this.grant = host
  }

  addWindow(): void {
    this.added += 1
  }

  seeClosed(window: string): void {
    this.workspace = this.workspace.map((one) =>
      one.id === window ? { ...one, isOpen: false } : one,
    )
    this.emit('windows', [])
  }

  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    for (const listener of this.listeners) listener(name, event)
  }

  openItems(): OpenItem[] {
    return this.open
  }

  isLocked(): boolean {
    return this.isScreenLocked
  }

  lock(): void {
    this.locks += 1
  }

  theme() {
    return 'system' as const
  }

  async stop(): Promise<void> {
    this.isStopped = true
  }
}
