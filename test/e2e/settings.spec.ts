import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { chooseInMenu, expect, test } from './terminal.ts'

async function openSettings(page: Page): Promise<void> {
  await chooseInMenu(page, 'Settings…')
  await expect(page.getByLabel('Search settings')).toBeFocused()
}

const row = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const theme = (page: Page) => page.locator('html').getAttribute('data-theme')

/** The symbols of the objects in the page's memory that have one, as rows of books do. */
async function heldSymbols(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { result: prototype } = await session.send('Runtime.evaluate', {
    expression: 'Object.prototype',
  })
  const { objects } = await session.send('Runtime.queryObjects', {
    prototypeObjectId: prototype.objectId!,
  })
  const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', {
    objectId: objects.objectId!,
    functionDeclaration: `function () {
      const isRow = (one) => typeof Object.getOwnPropertyDescriptor(one, 'symbol')?.value === 'string'
      return this.filter(isRow).map(({ symbol }) => symbol).filter(Boolean)
    }`,
    returnByValue: true,
  })
  expect(exceptionDetails).toBeUndefined()
  await session.detach()
  return result.value as string[]
}

test('settings are changed and imported, and a locked screen hides the books', async ({ open }) => {
  const { page, complaints, dataDir, stop } = await open()
  await test.step('settings are found, changed at once, exported, reset and imported, limits never unseen', async () => {
    await openSettings(page)
    await page.getByLabel('Search settings').fill('night dark')
    await expect(row(page, 'Theme')).toBeVisible()
    await expect(row(page, 'Density')).toBeHidden()
    await page.getByRole('radio', { name: 'Light' }).check()
    await expect.poll(() => theme(page)).toBe('light')

    await page.getByLabel('Search settings').fill('')
    await row(page, 'Limits over all accounts').getByRole('button', { name: 'Change…' }).click()
    await page.getByLabel('Units of one symbol, sent together').fill('900')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const limits = row(page, 'Limits over all accounts')
    await expect(limits).toContainText('Now: units 900')

    const saving = page.waitForEvent('download')
    await row(page, 'Settings as a file').getByRole('button', { name: 'Export' }).click()
    const exported = await readFile(await (await saving).path(), 'utf8')
    expect(JSON.parse(exported)).toMatchObject({ settings: { theme: 'light' } })

    // What holds orders back is given up by hand only.
    await row(page, 'Reset all settings').getByRole('button', { name: 'Reset all…' }).click()
    const reset = page.getByRole('dialog', { name: 'Reset all settings' })
    await expect(reset.getByRole('checkbox', { name: /^Theme/ })).toBeChecked()
    const loosening = reset.getByRole('checkbox', { name: /^Limits over all accounts/ })
    await expect(loosening).not.toBeChecked()
    await loosening.check()
    await reset.getByRole('button', { name: /^Change \d settings$/ }).click()
    await expect.poll(() => theme(page)).toBe('dark')
    await expect(limits).toContainText('Now: none')

    const damaged = JSON.parse(exported) as { settings: Record<string, unknown> }
    damaged.settings['density'] = 'tiny'
    await page.getByLabel('File of settings').setInputFiles({
      name: 'settings.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(damaged)),
    })
    const imported = page.getByRole('dialog', { name: 'Import settings' })
    await expect(imported).toContainText('density: ')
    await expect(imported.getByRole('checkbox', { name: /^Limits/ })).toBeChecked()
    await imported.getByRole('button', { name: /^Change \d setting/ }).click()
    await expect.poll(() => theme(page)).toBe('light')
    await expect(limits).toContainText('Now: units 900')
    expect(complaints).toEqual([])
  })

  await test.step('a locked screen hides the books, is kept by the desk, and opens to its passphrase alone', async () => {
    await openSettings(page)
    await row(page, 'What opens the locked screen').getByRole('button', { name: 'Choose…' }).click()
    const dialog = page.getByRole('dialog', { name: 'What opens the locked screen' })
    await dialog.getByRole('radio', { name: /^A passphrase of its own/ }).check()
    await dialog.getByLabel('New passphrase').fill('open sesame')
    await dialog.getByLabel('Once more').fill('open sesame')
    await dialog.getByRole('button', { name: 'Use this' }).click()
    await expect(dialog).toBeHidden()
    await page.getByLabel('Lock the screen when idle').selectOption({ label: '5 min' })
    await expect(page.getByRole('tab', { name: 'Orders' })).toBeVisible()

    const isLocked = async (): Promise<void> => {
      await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible()
      await expect(page.getByRole('grid')).toHaveCount(0)
      const content = await page.locator('body').evaluate((body) => body.outerHTML)
      expect(content).not.toMatch(/Practice one|ICICIBANK|INFY|₹/)
    }
    const market = /ICICIBANK|INFY/
    expect(await heldSymbols(page)).toContainEqual(expect.stringMatching(market))
    await page.keyboard.press('Control+l')
    await isLocked()
    // Nor is anything in the page's memory, where a debugger would find it.
    expect(await heldSymbols(page)).toEqual([])
    await page.reload()
    await isLocked()
    await page.getByLabel('Passphrase of the lock').fill('close sesame')
    await page.keyboard.press('Enter')
    await expect(page.getByText('That is not the right one.')).toBeVisible()

    // Halting is safe whoever does it; lifting it is not.
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Stopped' })).toBeVisible()
    await isLocked()

    await stop()
    const next = await open({ dataDir })
    await expect(next.page.getByRole('heading', { name: 'Locked' })).toBeVisible()
    await next.page.getByLabel('Passphrase of the lock').fill('open sesame')
    await next.page.keyboard.press('Enter')
    await expect(next.page.getByRole('region', { name: 'The stop is on' })).toBeVisible()
    await expect(next.page.getByRole('tab', { name: 'Orders' })).toBeVisible()
  })
})
