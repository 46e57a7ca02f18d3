const items = '[role^=menuitem], [role=option]'

/** Letters that are typed within it are looked for together. */
const together = 700

export const itemsOf = (menu: HTMLElement): HTMLElement[] =>
  [...menu.querySelectorAll<HTMLElement>(items)].filter(
    (item) => item.getAttribute('aria-disabled') !== 'true',
  )

/** The keys of a menu: the arrows, both ends, and the letters that an item begins with. */
export class MenuKeys {
  #typed = ''
  #typedAt = 0

  /** Whether the key meant something. */
  press(menu: HTMLElement, { altKey, ctrlKey, key, metaKey, timeStamp }: KeyboardEvent): boolean {
    if (altKey || ctrlKey || metaKey) return false
    const all = itemsOf(menu)
    const at = all.indexOf(document.activeElement as HTMLElement)
    if ((key === 'Enter' || key === ' ') && !this.#isTyping(key, timeStamp)) {
      all[at]?.click()
      return true
    }
    if ([...key].length === 1) {
      this.#typed = (timeStamp - this.#typedAt > together ? '' : this.#typed) + key.toLowerCase()
      this.#typedAt = timeStamp
      this.#find(all, at)?.focus()
      return true
    }
    const to = stepOf(key, { at, count: all.length })
    if (to === null) return false
    all[to]?.focus()
    return true
  }

  #isTyping(key: string, now: number): boolean {
    return key === ' ' && this.#typed !== '' && now - this.#typedAt <= together
  }

  /** From the present one on; one letter again and again goes from one to the next. */
  #find(all: readonly HTMLElement[], at: number): HTMLElement | undefined {
    const letters = new Set(this.#typed)
    const text = letters.size === 1 ? this.#typed.charAt(0) : this.#typed
    const from = text.length === 1 ? at + 1 : Math.max(0, at)
    const order = [...all.slice(from), ...all.slice(0, from)]
    return order.find((item) => item.textContent.trim().toLowerCase().startsWith(text))
  }
}

function stepOf(key: string, { at, count }: { at: number; count: number }): number | null {
  switch (key) {
    case 'ArrowDown':
      return Math.min(at + 1, count - 1)
    case 'ArrowUp':
      return at === -1 ? count - 1 : Math.max(at - 1, 0)
    case 'Home':
    case 'PageUp':
      return 0
    case 'End':
    case 'PageDown':
      return count - 1
    default:
      return null
  }
}
