import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type Locator, type Page, test as base, chromium } from '@playwright/test'
import { type Practice, type PracticeOptions, startPractice } from '../../src/practice/server.ts'
import { browserOptions, forShortLivedPages } from '../browser.ts'
import { putBack, seedAccount, usedSettings } from './desk.ts'
import { fastestFolder } from '../fastest-folder.ts'
import {
  type Shown,
  type Terminal,
  listenTo,
  openBrowser,
  openElectron,
  openFrom,
} from './hosts.ts'
import { expect } from './patient-expect.ts'

/** Opens a terminal of the test's own; on a folder of an earlier one, as that one's next start. */
export type Open = (options?: {
  dataDir?: string
  viewport?: { width: number; height: number }
  /** Whether the look around of the first start comes up. */
  isNew?: boolean
  /** Whether it is asked how the window looks to an eye. */
  isDrawn?: boolean
}) => Promise<Terminal>

interface Fixtures {
  /**
   * A window on a desk that tests have used before, without their accounts, groups, baskets and
   * settings. Most tests need no more, and a host and a browser context of its own are most of
   * what a short test costs.
   */
  terminal: Shown
  /** The same with an account at a practice broker whose market stands still, chosen and read. */
  trader: Shown & { practice: Practice }
  open: Open
  /** Opens the window of `terminal`, on a desk that was given something first. */
  openWindow: (seed?: Seed) => Promise<Shown>
  /** Starts a practice broker of the test's own, whose market stands still but for what it is told. */
  practise: (options?: PracticeOptions) => Promise<Practice>
}

interface WorkerFixtures {
  /** One Chromium for all terminals of a worker; launched when first asked for. */
  launchedBrowser: () => Promise<Browser>
  /** Opens a window on the desk that the tests of a worker share, once it is made ready. */
  sharedWindow: (seed?: Seed) => Promise<Shown>
}

/** Gives a desk, by a page that it has let in, what a test begins with. */
type Seed = (page: Page) => Promise<void>

const usualViewport = { width: 1440, height: 900 }

const newFolder = (): Promise<string> => mkdtemp(join(fastestFolder, 'quarterdeck-e2e-'))
const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true })

export const test = base.extend<Fixtures, WorkerFixtures>({
  launchedBrowser: [
    async ({}, use) => {
      let launched: Promise<Browser> | undefined
      await use(() => (launched ??= chromium.launch(browserOptions(forShortLivedPages))))
      await (await launched)?.close()
    },
    { scope: 'worker' },
  ],
  sharedWindow: [
    async ({ launchedBrowser }, use) => {
      const dataDir = await newFolder()
      const start = async () => {
        await lookedAround(dataDir)
        const desk = await openBrowser(await launchedBrowser(), {
          dataDir,
          viewport: usualViewport,
        })
        // What lets other pages in stays; the window itself would be a second one to draw.
        await desk.page.goto(new URL('/favicon.svg', desk.address).href)
        return desk
      }
      let starting: ReturnType<typeof start> | undefined
      await use(async (seed) => {
        const desk = await (starting ??= start())
        await putBack(desk.page)
        await seed?.(desk.page)
        const page = await openFrom(desk.page)
        const complaints = listenTo(page)
        await page.goto(new URL('/', desk.address).href)
        return { page, complaints }
      })
      await (await starting)?.stop()
      await removeFolder(dataDir)
    },
    { scope: 'worker' },
  ],
  terminal: async ({ openWindow }, use) => {
    await use(await openWindow())
  },
  trader: async ({ openWindow, practise }, use) => {
    const practice = await practise()
    const shown = await openWindow((page) =>
      seedAccount(page, { name: 'Trader', url: practice.url }),
    )
    await expectBooks(shown.page)
    await use({ ...shown, practice })
  },
  openWindow: async ({ open, sharedWindow }, use, info) => {
    const isElectron = info.project.name === 'electron'
    const opened: Shown[] = []
    await use(async (seed) => {
      const shown = isElectron ? await open() : await sharedWindow(seed)
      if (isElectron) await seed?.(shown.page)
      opened.push(shown)
      return shown
    })
    for (const { page, complaints } of opened) {
      expect(complaints).toEqual([])
      if (!isElectron) await page.close()
    }
  },
  open: async ({ launchedBrowser }, use, info) => {
    const isElectron = info.project.name === 'electron'
    const stops: (() => Promise<void>)[] = []
    const folders = new Set<string>()
    await use(async (options = {}) => {
      const dataDir = options.dataDir ?? (await newFolder())
      folders.add(dataDir)
      if (options.isNew !== true) await lookedAround(dataDir)
      const { viewport = usualViewport, isDrawn = false } = options
      const terminal = isElectron
        ? await openElectron(dataDir)
        : await openBrowser(await launchedBrowser(), { dataDir, viewport, isDrawn })
      let isStopped = false
      const stop = async (): Promise<void> => {
        if (isStopped) return
        isStopped = true
        await terminal.stop()
      }
      stops.push(stop)
      const kill = async (): Promise<void> => {
        isStopped = true
        await terminal.kill()
      }
      return { ...terminal, stop, kill }
    })
    // A later start may be on the folder of an earlier one: none goes while a terminal writes.
    for (const stop of stops) await stop()
    for (const folder of folders) await removeFolder(folder)
  },
  practise: async ({}, use) => {
    const started: Practice[] = []
    await use(async (options = {}) => {
      const practice = await startPractice({ seed: 1, opening: 'demo', speed: 0, ...options })
      started.push(practice)
      return practice
    })
    for (const practice of started) await practice.stop()
  },
})

export { expect }

/** Leaves out the look around, where the folder has no settings of its own. */
async function lookedAround(dataDir: string): Promise<void> {
  const settings = { version: 5, value: usedSettings }
  await writeFile(join(dataDir, 'settings.json'), JSON.stringify(settings), { flag: 'wx' }).catch(
    () => undefined,
  )
}

/** Waits until the account that is shown has been read. */
export async function expectBooks(page: Page): Promise<void> {
  const positions = page.getByRole('treegrid', { name: 'Positions' })
  await expect(positions.getByRole('gridcell').first()).toBeVisible()
}

/**
 * Dismisses what alerts lay over the deck, whenever it is in the way: a moving market can fill or
 * refuse at any moment. The next one takes the place of what was dismissed: to wait until none is
 * there could take for ever.
 */
export async function clearToasts(page: Page): Promise<void> {
  const dismiss = (toast: Locator) =>
    // Also where a menu that is open keeps the mouse from it.
    toast.getByRole('button', { name: 'Dismiss the alert' }).dispatchEvent('click')
  await page.addLocatorHandler(page.locator('.toast').first(), dismiss, { noWaitAfter: true })
}

/** Shows a panel, by its tab. */
export async function showPanel(page: Page, title: string): Promise<void> {
  await page.locator('.dv-tab', { hasText: new RegExp(`^\\s*${title}`) }).click()
}

/** Opens a panel that the usual layout has not, by the menu of panels. */
export async function openPanel(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Panels and layouts' }).click()
  await page.getByRole('menuitemcheckbox', { name: title, exact: true }).click()
  await expect(page.getByRole('tab', { name: title })).toHaveAttribute('aria-selected', 'true')
}

/** Chooses what the menu has under this name. */
export async function chooseInMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Accounts, settings', exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Adds an account at a service through the dialogs, keys for this session only or in a file. */
export async function addAccount(
  page: Page,
  account: {
    name: string
    broker?: string
    url: string
    key?: string
    secret?: string
    passphrase?: string
  },
): Promise<void> {
  await chooseInMenu(page, 'Accounts…')
  await page.getByRole('button', { name: 'Add account' }).click()
  await page.getByLabel('Name', { exact: true }).fill(account.name)
  await page.getByLabel('Broker code').fill(account.broker ?? 'PX')
  await page.getByLabel('Address of the service').fill(account.url)
  await page.getByLabel('API key').fill(account.key ?? 'practice-1')
  await page.getByLabel('API secret').fill(account.secret ?? 'practice-1')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Save|Add)/ })
    .click()
  const vault = page.getByRole('dialog', { name: 'Where keys are kept' })
  const accounts = page.getByRole('dialog', { name: 'Accounts', exact: true })
  await expect(vault.or(accounts)).toBeVisible()
  if (await vault.isVisible()) {
    const { passphrase } = account
    if (passphrase === undefined) {
      await vault.getByRole('radio', { name: /^This session only/ }).check()
    } else {
      await vault.getByRole('radio', { name: /^A file with a passphrase/ }).check()
      await vault.getByLabel('New passphrase').fill(passphrase)
      await vault.getByLabel('Once more').fill(passphrase)
    }
    await vault.getByRole('button', { name: 'Keep keys here' }).click()
  }
  await expect(accounts.getByText(account.name, { exact: true })).toBeVisible()
}

/** Shows the books of one account. */
export async function selectAccount(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByLabel('Account shown').click()
  await page.getByRole('listbox').getByRole('option', { name }).click()
}
