import type { Page } from '@playwright/test'
import { setUpLock } from './desk.ts'
import { expect, expectBooks, test } from './terminal.ts'

for (const signal of ['SIGKILL', 'SIGSTOP'] as const)
  test(`a window hides its books at once though its desk got ${signal}`, async ({ open }) => {
    const { page, signal: say } = await open()
    await setUpLock(page, 'open sesame')
    // The lock was set up by another way than this window's, which may not have heard of it yet.
    await page.reload()
    await expectBooks(page)
    const hidden = signal === 'SIGSTOP' ? await nothingShown(page) : null
    say(signal)
    await page.keyboard.press('Control+l')
    await hidden?.said
    // Where nobody answers any more, the page goes at once for the browser's own.
    if (signal === 'SIGKILL')
      await expect
        .poll(() => page.evaluate(() => document.body.innerText).catch(() => '₹'))
        .not.toMatch(/INFY|₹/)
    else {
      // A desk that moves again hears what it was told, and shows nothing either.
      say('SIGCONT')
      await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible()
    }
  })

/** While a page waits to be loaded anew it answers no question: it says by itself that it shows nothing. */
async function nothingShown(page: Page): Promise<{ said: Promise<unknown> }> {
  const said = page.waitForEvent('console', (line) => line.text() === 'nothing is shown')
  await page.evaluate(() => {
    const look = () => {
      if (!/Practice one|ICICIBANK|INFY|₹/.test(document.body.outerHTML))
        console.log('nothing is shown')
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
  })
  return { said }
}
