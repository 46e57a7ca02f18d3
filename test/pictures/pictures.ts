import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '../e2e/terminal.ts'
import { shots } from './shots.ts'
import { smallPng } from './small-png.ts'

const leastBytes = 5000
const folder = fileURLToPath(new URL('../../docs/pictures', import.meta.url))

for (const { file, theme = 'dark', size = { width: 1280, height: 800 }, take } of shots) {
  test(file, async ({ open, practise }) => {
    const { page, complaints } = await open({ viewport: size, isDrawn: true })
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await expect(page.getByRole('treegrid', { name: 'Positions' })).toContainText('NIFTY')
    const what = (await take(page, practise)) ?? page
    await page.evaluate(() => document.fonts.ready)
    const picture = smallPng(await what.screenshot({ caret: 'hide' }))
    expect(picture.length, 'bytes, of which an empty picture has few').toBeGreaterThan(leastBytes)
    await writeFile(join(folder, file), picture)
    expect(complaints).toEqual([])
  })
}
