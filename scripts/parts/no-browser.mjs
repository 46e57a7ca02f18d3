import { existsSync } from 'node:fs'
import { chromium } from 'playwright'
import { findDrivenBrowser } from '../set-up/browser.mjs'

/** What stands in the way of driving a browser, if anything: the machine's own is looked for first,
 * and then Playwright's. @returns {string | null} */
export const noBrowser = () =>
  findDrivenBrowser() !== null || existsSync(chromium.executablePath())
    ? null
    : 'no Chromium, Chrome or Edge was found'
