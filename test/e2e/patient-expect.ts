import { type Locator, expect as playwrights } from '@playwright/test'

type Timeout = { timeout?: number | undefined } | undefined

const until = (of: Locator, state: 'attached' | 'visible', timeout: unknown): Promise<boolean> =>
  of.waitFor({ state, timeout: (timeout as Timeout)?.timeout ?? 30_000 }).then(
    () => true,
    () => false,
  )

/** One that has the text already, but for its capitals; of several texts, only that something is there. */
const withText = (of: Locator, expected: unknown, timeout?: unknown): Promise<boolean> =>
  until(
    typeof expected === 'string' || expected instanceof RegExp
      ? of.filter({ hasText: expected })
      : of.first(),
    'attached',
    timeout,
  )

const withOptions = (of: Locator, options?: unknown): Promise<boolean> =>
  until(of, 'attached', options)
const withValue = (of: Locator, _: unknown, options?: unknown): Promise<boolean> =>
  until(of, 'attached', options)

/** What is waited for before an expectation is asked. */
const waits: Record<string, (of: Locator, ...args: unknown[]) => Promise<boolean>> = {
  toBeVisible: (of, options) => until(of, 'visible', options),
  toContainText: withText,
  toHaveText: withText,
  toBeFocused: withOptions,
  toBeChecked: withOptions,
  toBeEnabled: withOptions,
  toBeDisabled: withOptions,
  toHaveAttribute: withValue,
  toHaveValue: withValue,
}

/**
 * Asks what is expected of an element once that is there. Playwright describes all of the page each
 * time that an element is not there yet, in case that this was the last look: texts that nobody
 * reads, at a tenth of what a page does. What never comes is told by Playwright, as ever.
 */
export const expect = new Proxy(playwrights, {
  apply(target, self, args: [unknown, string?]) {
    const asked = Reflect.apply(target, self, args) as object
    const [actual] = args
    return isLocator(actual) ? patient(asked, actual) : asked
  },
})

const isLocator = (actual: unknown): actual is Locator =>
  typeof actual === 'object' && actual !== null && 'waitFor' in actual && 'filter' in actual

const patient = (asked: object, actual: Locator): object =>
  new Proxy(asked, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name)
      const wait = waits[String(name)]
      if (wait === undefined || typeof own !== 'function') return own
      return async (...args: unknown[]) => {
        const isCome = await wait(actual, ...args)
        // Here nothing more would be asked than what came.
        if (isCome && name === 'toBeVisible') return
        await (Reflect.apply(own, target, args) as Promise<void>)
      }
    },
  })
