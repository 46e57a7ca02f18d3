import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './terminal.ts'

test.describe('the workspace', () => {
  test('keeps what was dragged, closed and named, also on a smaller screen', async ({ open }) => {
    const first = await open({ viewport: { width: 2560, height: 1440 } })
    const { page } = first
    const tab = (name: string) => page.getByRole('tab', { name })
    await expect(page.getByRole('gridcell').first()).toBeVisible()
    await expect(page.getByRole('button', { name: /^Markets: / })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Accounts: all answer' })).toBeVisible()
    // Before the code that moves panels is there, a drag only chooses.
    await expect(page.locator('.dock')).toHaveAttribute('aria-busy', 'false')

    await tab('Holdings').dragTo(page.getByRole('grid', { name: 'Orders' }), {
      targetPosition: { x: 20, y: 200 },
    })
    await expect(page.getByRole('grid', { name: 'Holdings' })).toBeVisible()
    await expect(page.getByRole('treegrid', { name: 'Positions' })).toBeVisible()
    await tab('Journal').focus()
    await page.keyboard.press('Delete')
    await expect(tab('Journal')).toHaveCount(0)
    const workspace = join(first.dataDir, 'workspace.json')
    await expect
      .poll(async () => {
        const { value } = JSON.parse(await readFile(workspace, 'utf8')) as {
          value: { windows: { layout: string | null }[] }
        }
        return value.windows[0]?.layout?.includes('"journal"') ?? true
      })
      .toBe(false)
    expect(first.complaints).toEqual([])
    await first.stop()

    const second = await open({
      dataDir: first.dataDir,
      viewport: { width: 1280, height: 800 },
    })
    for (const name of ['Positions', 'Holdings', 'Orders']) {
      const box = await second.page
        .getByRole(name === 'Positions' ? 'treegrid' : 'grid', { name })
        .boundingBox()
      expect(box?.width, name).toBeGreaterThan(150)
      expect(box?.height, name).toBeGreaterThan(120)
      expect((box?.x ?? 0) + (box?.width ?? 0), name).toBeLessThanOrEqual(1280)
    }
    await expect(second.page.getByRole('tab', { name: 'Journal' })).toHaveCount(0)
    const stop = await second.page.getByRole('button', { name: 'Stop', exact: true }).boundingBox()
    expect((stop?.x ?? 0) + (stop?.width ?? 0)).toBeLessThanOrEqual(1280)
    expect(second.complaints).toEqual([])
  })

  test('shows a newcomer around once', async ({ open }) => {
    const { page } = await open({ isNew: true, viewport: { width: 1024, height: 640 } })
    const card = page.getByRole('region', { name: 'A look around' })
    await expect(card).toContainText('1 of 7')
    await card.getByRole('button', { name: 'Skip' }).click()
    await page.reload()
    await expect(page.getByRole('gridcell').first()).toBeVisible()
    await expect(card).toHaveCount(0)
    const stop = await page.getByRole('button', { name: 'Stop', exact: true }).boundingBox()
    expect((stop?.x ?? 0) + (stop?.width ?? 0)).toBeLessThanOrEqual(1024)
  })
})

test('a window of which a part cannot be fetched says so, and shows its books', async ({
  terminal: { page, complaints },
}) => {
  for (const [part, said] of [
    ['dock', 'The panels stand still.'],
    ['later', 'A part of this window could not be fetched'],
  ] as const) {
    const asset = new RegExp(`/assets/${part}\\b`)
    await page.route(asset, (route) => route.abort())
    await page.reload()
    const told = page.getByRole('alert').filter({ hasText: said })
    await expect(told.getByRole('button', { name: 'Reload the window' })).toBeVisible()
    await expect(page.getByRole('treegrid', { name: 'Positions' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeEnabled()
    await page.unroute(asset)
    // Nothing of that page fails any more once it is gone.
    await page.reload()
    await expect(page.getByRole('treegrid', { name: 'Positions' })).toBeVisible()
    // The browser's own line about what was not fetched, once or more, and where a test before left something
    // open, about a question that it did not ask; nothing failed unheard.
    const lines = complaints.splice(0).filter((line) => !line.startsWith('Blocked attempt to show'))
    expect([...new Set(lines)]).toEqual(['Failed to load resource: net::ERR_FAILED'])
  }
})
