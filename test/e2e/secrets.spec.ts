import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { faultNames } from '../../src/practice/faults/faults.ts'
import { addAccount, chooseInMenu, expect, selectAccount, test } from './terminal.ts'

const secret = 'canary"7f3a/Ω secret'
const key = 'canary-key-51c9'

/** The forms in which a secret could hide. */
function formsOf(text: string): (string | Buffer)[] {
  const utf8 = Buffer.from(text)
  return [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text),
    utf8.toString('base64').replace(/=+$/, '').slice(0, -1),
    utf8.toString('hex'),
    Buffer.from(text, 'utf16le'),
    Buffer.from(text, 'utf16le').swap16(),
  ]
}
const forms = [...formsOf(secret), ...formsOf(key)]

const found = (where: string, content: Buffer): string[] =>
  forms.filter((form) => content.includes(form)).map((form) => `${where}: ${form.toString()}`)

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

test('keys once typed are found nowhere, whatever the service does', async ({ open, practise }) => {
  test.slow()
  const { page, dataDir } = await open()
  const leaks: string[] = []
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => leaks.push(...found('frame', Buffer.from(payload))))
  })
  // The page is opened anew so that its socket is heard from the start; not before it was let in.
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await page.reload()
  const practice = await practise()
  await addAccount(page, { name: 'Canary', url: practice.url, key, secret })
  await selectAccount(page, 'Canary')

  for (const name of faultNames) {
    practice.faults.set({ name, delay: 20, rows: 20 })
    await chooseInMenu(page, 'Refresh now')
    leaks.push(...found(`page under ${name}`, Buffer.from(await page.content())))
  }
  practice.faults.clear()

  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  leaks.push(...found('storage', Buffer.from(stored)))
  const inputs = await page.evaluate(() =>
    [...document.querySelectorAll('input')].map(({ value }) => value).join(),
  )
  leaks.push(...found('inputs', Buffer.from(inputs)))
  for (const file of await filesUnder(dataDir)) leaks.push(...found(file, await readFile(file)))
  expect(leaks).toEqual([])
})
