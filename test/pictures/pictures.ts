import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '../e2e/terminal.ts'
import { shots } from './shots.ts'

const folder = fileURLToPath(new URL('../../docs/pictures', import.meta.url))

for (const { file, theme = 'dark', size = { width: 1280, height: 800 }, take } of shots) {
  test(file, async ({ open }) => {
    const { page, complaints } = await open({ viewport: size })
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await expect(page.getByRole('grid', { name: 'Positions' })).toContainText('NIFTY')
    await take(page)
    await page.evaluate(() => document.fonts.ready)
    await page.screenshot({ path: join(folder, file) })
    expect(complaints).toEqual([])
  })
}
