import type { Bridge } from '../../shared/contract.ts'
import { type Failure, type Reply, fail } from '../../shared/core/errors.ts'
import type { LockStatus } from '../../shared/lock/lock.ts'
import type { Time } from './clock.svelte.ts'
import { lineDown } from './line-down.ts'
import type { LineToDesk } from './line-to-desk.svelte.ts'

/** How long the desk may take to lock the screen before the window hides what it shows by itself. */
const lockPatience = 2000

/** It may have been heard, or may be yet. */
const stuck = fail('no-answer', 'Quarterdeck did not answer for two seconds.')

interface ScreenLockParts {
  bridge: Bridge
  time: Time
  line: LineToDesk
  status(): LockStatus
  hear(status: LockStatus): void
}

/** Locks the screen and unlocks it: by the desk, or by hiding it where the desk is away. */
export class ScreenLock {
  readonly #parts: ScreenLockParts
  #isHidden = $state(false)

  constructor(parts: ScreenLockParts) {
    this.#parts = parts
  }

  /** Whether this window hides what it shows, until the desk is back and is told to lock. */
  get isHidden(): boolean {
    return this.#isHidden
  }

  hide(): void {
    this.#isHidden = true
  }

  /** Locks at once; answers why it cannot be. */
  async lock(): Promise<Failure | null> {
    const { bridge, status } = this.#parts
    const isLockable = status().way !== null
    // Not a look at the line first: one that is stuck is open. What was said is heard once it moves.
    const reply = await this.#withinPatience(bridge.lockScreen({}))
    if (!isLockable || reply.ok || !lineDown.has(reply.error.code)) return this.learn(reply)
    this.hide()
    return null
  }

  async unlock(password: string): Promise<Failure | null> {
    return this.learn(await this.#parts.bridge.unlockScreen({ password }))
  }

  /** Takes an answer about the lock; answers why it is none. */
  learn(reply: Reply<LockStatus>): Failure | null {
    const { hear, line } = this.#parts
    return line.learn(reply, hear)
  }

  #withinPatience(asked: Promise<Reply<LockStatus>>): Promise<Reply<LockStatus>> {
    const late = new Promise<Reply<LockStatus>>((resolve) =>
      this.#parts.time.after(lockPatience, () => resolve(stuck)),
    )
    return Promise.race([asked, late])
  }
}
