import type { LaunchOptions } from 'playwright'
import { findDrivenBrowser } from '../scripts/set-up/browser.mjs'

/** For tests that open a window each and close it after seconds: pages of one address share a process. */
export const forShortLivedPages = ['--process-per-site']

/**
 * How tests start a browser: the machine's own; where there is none Playwright looks for its own.
 * No traffic but the page's, because a test must not depend on what a browser tells its maker.
 */
export function browserOptions(more: readonly string[] = []): LaunchOptions {
  const executablePath = findDrivenBrowser()
  const isRoot = process.getuid?.() === 0
  return {
    ...(executablePath !== null && { executablePath }),
    args: [
      ...(isRoot ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-dev-shm-usage',
      '--no-first-run',
      ...more,
    ],
  }
}
