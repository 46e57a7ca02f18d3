import type { Locator, Page } from '@playwright/test'
import { expect } from './terminal.ts'

/** A person who has no mouse, and hears what is announced. */
export class Hands {
  readonly #page: Page

  private constructor(page: Page) {
    this.#page = page
  }

  static async on(page: Page): Promise<Hands> {
    await page.addInitScript(listen)
    await page.evaluate(listen)
    return new Hands(page)
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key)
  }

  /** As a key does that is held: pressed once, and then again and again by itself. */
  async hold(key: string): Promise<void> {
    for (let time = 0; time < 8; time++) await this.#page.keyboard.down(key)
    await this.#page.keyboard.up(key)
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text)
  }

  /** In place of what stands in the field that has the focus. */
  async write(text: string): Promise<void> {
    await this.press('ControlOrMeta+a')
    await this.type(text)
  }

  /** Goes on by one key until something has the focus, and names the way where it never does. */
  async reach(wanted: Locator, key = 'Tab'): Promise<void> {
    await expect(wanted).toBeVisible()
    const way: string[] = []
    for (let step = 0; step < 60; step++) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return
      await this.press(key)
      way.push(await this.#page.evaluate(focused))
    }
    throw new Error(`${key} never comes to ${String(wanted)}, but to ${way.join(' › ')}`)
  }

  /** Says something to the palette, once it has the focus. */
  async say(text: string): Promise<void> {
    const palette = this.#page.getByRole('dialog', { name: 'Palette' })
    await this.press('ControlOrMeta+k')
    await expect(this.#page.getByRole('combobox', { name: /^Order, command/ })).toBeFocused()
    await this.type(text)
    await expect(palette.getByRole('option').first()).toBeVisible()
    await this.press('Enter')
    await expect(palette).toHaveCount(0)
  }

  /** Waits until this is announced; what was heard is not heard a second time. */
  async hear(words: string | RegExp): Promise<void> {
    const said = () => this.#page.evaluate(() => (globalThis as { said?: string[] }).said ?? [])
    const isIt = (text: string) =>
      words instanceof RegExp ? words.test(text) : text.includes(words)
    await expect
      .poll(async () => {
        const all = await said()
        return all.some(isIt) ? words : all
      })
      .toBe(words)
    const heard = (await said()).filter(isIt)
    await this.#page.evaluate((texts) => {
      const now = globalThis as { said?: string[] }
      now.said = now.said?.filter((text) => !texts.includes(text)) ?? []
    }, heard)
  }
}

/** What a screen reader says by itself: whatever changes within a live region. */
function listen(): void {
  const said: string[] = []
  Object.assign(globalThis, { said })
  const live = '[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log]'
  const regionsOf = ({ target, addedNodes }: MutationRecord): Element[] => {
    const around = (target instanceof Element ? target : target.parentElement)?.closest(live)
    const within = [...addedNodes].flatMap((node) =>
      // A region that comes with its words is read only where it is an alert.
      node instanceof Element ? [node, ...node.querySelectorAll('*')] : [],
    )
    const alerts = within.filter((one) => one.matches('[role=alert], [role=status]'))
    return around ? [around, ...alerts] : alerts
  }
  new MutationObserver((records) => {
    const { said: now } = globalThis as unknown as { said: string[] }
    for (const region of new Set(records.flatMap(regionsOf)))
      now.push(region.textContent.trim().replace(/\s+/g, ' '))
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

const focused = (): string => {
  const element = document.activeElement
  const label = element?.getAttribute('aria-label') ?? element?.textContent.trim().slice(0, 40)
  return `${element?.tagName.toLowerCase() ?? 'nothing'} ${label ?? ''}`
}
