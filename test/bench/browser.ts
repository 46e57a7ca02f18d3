import { type Browser, chromium } from 'playwright'
import { findDrivenBrowser } from '../../scripts/set-up/browser.mjs'
import { browserOptions } from '../browser.ts'

/** A browser to measure in; where there is none, it says so in one line. */
export async function launchBrowser(): Promise<Browser> {
  try {
    return await chromium.launch(browserOptions())
  } catch (cause) {
    if (findDrivenBrowser() !== null) throw cause
    throw new Error('this machine has no Chromium, Chrome or Edge', { cause })
  }
}
