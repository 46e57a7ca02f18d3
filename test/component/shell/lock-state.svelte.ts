/** Whether the screen of a window under test is locked. */
export class LockState {
  isLocked = $state(false)
}
