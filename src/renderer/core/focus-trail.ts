const most = 20

/** The elements that had the focus, the latest first. */
export class FocusTrail {
  #trail: readonly HTMLElement[] = []

  add(target: EventTarget | null): void {
    if (!(target instanceof HTMLElement)) return
    this.#trail = [target, ...this.#trail.filter((one) => one !== target)].slice(0, most)
  }

  /**
   * The latest that can still have it; within the dialog that has to be answered, if there is one, or
   * within the window of its own that what had it stood in, as long as that is there.
   * Never what does at one press what nobody wants twice, as the stop does.
   */
  back(within: HTMLElement | null): HTMLElement | null {
    const over =
      [...document.querySelectorAll<HTMLElement>('[aria-modal=true]')].at(-1) ??
      (within?.isConnected === true ? within : null)
    const canHave = (one: HTMLElement): boolean =>
      one.isConnected &&
      one.checkVisibility({ visibilityProperty: true }) &&
      !one.matches(':disabled, [data-not-returned-to]') &&
      (over === null || over.contains(one))
    return this.#trail.find(canHave) ?? over
  }
}
