import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Page } from '@playwright/test'
import { setUpLock } from './desk.ts'
import { openFrom } from './hosts.ts'
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
    if (signal === 'SIGKILL') {
      await expect(page.getByRole('alert')).toContainText('Quarterdeck does not answer')
      expect(await page.evaluate(() => document.body.outerHTML)).not.toMatch(/INFY|₹|<input/)
    } else {
      // A desk that moves again hears what it was told, and shows nothing either.
      say('SIGCONT')
      await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible()
    }
  })

test('a window whose desk is gone loads no page of whoever has its port by then, when it locks', async ({
  open,
}) => {
  const { page, address, signal } = await open()
  await setUpLock(page, 'open sesame')
  await page.reload()
  await expectBooks(page)
  signal('SIGKILL')
  await expect(page.getByRole('alert').filter({ hasText: 'Quarterdeck does not' })).toBeVisible()
  const { hostname, port } = new URL(address!)
  const asked: string[] = []
  const stranger = createServer((request, response) => {
    asked.push(request.url!)
    response.setHeader('Content-Type', 'text/html')
    response.end('<h1>Locked</h1><input type="password">')
  })
  stranger.listen(Number(port), hostname)
  await once(stranger, 'listening')
  await page.keyboard.press('Control+l')
  const words = page.getByRole('alert')
  await expect(words).toContainText('close this window and start Quarterdeck again')
  // It goes on asking whether its desk is back; what answers proves nothing.
  await expect.poll(() => asked).toContain('/session')
  await expect(words).toContainText('close this window and start Quarterdeck again')
  expect(asked).not.toContain('/')
  expect(await page.evaluate(() => document.body.outerHTML)).not.toMatch(/INFY|₹|<input/)
  stranger.close()
  stranger.closeAllConnections()
})

test('who unlocks makes the secret of a browser anew, and its other windows get it from there', async ({
  open,
}) => {
  const { page } = await open()
  await setUpLock(page, 'open sesame')
  await page.reload()
  await expectBooks(page)
  const second = await openFrom(page)
  await second.goto(page.url())
  await expectBooks(second)
  const secretOf = (one: Page) => one.evaluate(() => sessionStorage.getItem('quarterdeck'))
  const former = await secretOf(page)
  expect(await secretOf(second)).toBe(former)
  await page.keyboard.press('Control+l')
  for (const one of [page, second])
    await expect(one.getByRole('heading', { name: 'Locked' })).toBeVisible()
  expect(await secretOf(page)).toBe(former)
  await page.getByLabel('Passphrase of the lock').fill('open sesame')
  await page.keyboard.press('Enter')
  await expectBooks(page)
  await expectBooks(second)
  const next = await secretOf(page)
  expect(next).not.toBe(former)
  expect(await secretOf(second)).toBe(next)
  await second.reload()
  await expectBooks(second)
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
