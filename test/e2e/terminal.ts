import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Browser,
  type Page,
  test as base,
  _electron,
  chromium,
  expect,
} from '@playwright/test'
import { type Practice, type PracticeOptions, startPractice } from '../../src/practice/server.ts'
import { defaultSettings } from '../../src/shared/settings.ts'
import { browserOptions } from '../browser.ts'
import { electronOptions } from './real-electron.ts'

/** A terminal as a person has it: a host of its own, on a folder of its own, and its window. */
export interface Terminal {
  page: Page
  dataDir: string
  /** Where the window is served; null in Electron. */
  address: string | null
  /** What went wrong inside the window: exceptions, errors on its console, breaches of its policy. */
  complaints: string[]
  stop(): Promise<void>
  /** Ends the host as a power cut would. */
  kill(): Promise<void>
}

interface Fixtures {
  /** Opens a terminal; on a folder of an earlier one, as that one's next start. */
  open: (options?: {
    dataDir?: string
    viewport?: { width: number; height: number }
    /** Whether the look around of the first start comes up. */
    isNew?: boolean
  }) => Promise<Terminal>
  /** A terminal on a fresh folder. */
  terminal: Terminal
  /** Starts a practice broker of the test's own. */
  practise: (options?: PracticeOptions) => Promise<Practice>
}

interface WorkerFixtures {
  /** One Chromium for all terminals of a worker, each in a context of its own; launched when first asked for. */
  launchedBrowser: () => Promise<Browser>
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  launchedBrowser: [
    async ({}, use) => {
      let launched: Promise<Browser> | undefined
      await use(() => (launched ??= chromium.launch(browserOptions())))
      await (await launched)?.close()
    },
    { scope: 'worker' },
  ],
  open: async ({ launchedBrowser }, use, info) => {
    const isElectron = info.project.name === 'electron'
    const stops: (() => Promise<void>)[] = []
    await use(async (options = {}) => {
      const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'quarterdeck-e2e-')))
      if (options.isNew !== true) await lookedAround(dataDir)
      const viewport = options.viewport ?? { width: 1440, height: 900 }
      const terminal = isElectron
        ? await openElectron(dataDir)
        : await openBrowser(await launchedBrowser(), { dataDir, viewport })
      let isStopped = false
      const stop = async (): Promise<void> => {
        if (isStopped) return
        isStopped = true
        await terminal.stop()
      }
      stops.push(stop, () => rm(dataDir, { recursive: true, force: true }))
      const kill = async (): Promise<void> => {
        isStopped = true
        await terminal.kill()
      }
      return { ...terminal, stop, kill }
    })
    for (const stop of stops) await stop()
  },
  terminal: async ({ open }, use) => {
    const terminal = await open()
    await use(terminal)
    expect(terminal.complaints).toEqual([])
  },
  practise: async ({}, use) => {
    const started: Practice[] = []
    await use(async (options = {}) => {
      const practice = await startPractice({ seed: 1, opening: 'demo', ...options })
      started.push(practice)
      return practice
    })
    for (const practice of started) await practice.stop()
  },
})

export { expect }

/** Settings of a person who was shown around, where the folder has none. */
async function lookedAround(dataDir: string): Promise<void> {
  const settings = { version: 3, value: { ...defaultSettings, toured: true } }
  await writeFile(join(dataDir, 'settings.json'), JSON.stringify(settings), { flag: 'wx' }).catch(
    () => undefined,
  )
}

async function openBrowser(
  browser: Browser,
  { dataDir, viewport }: { dataDir: string; viewport: { width: number; height: number } },
): Promise<Terminal> {
  const host = spawn(process.execPath, ['out/main/browser.js', '--no-open', '--data', dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await printedAddress(host)
  const context = await browser.newContext({ viewport, colorScheme: 'dark' })
  const page = await context.newPage()
  const complaints = listenTo(page)
  await page.goto(address)
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    await context.close()
    if (host.exitCode !== null) return
    const ended = new Promise((resolve) => host.once('exit', resolve))
    host.kill(signal)
    await ended
  }
  return {
    page,
    dataDir,
    address,
    complaints,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

async function openElectron(dataDir: string): Promise<Terminal> {
  const app = await _electron.launch({
    ...electronOptions(),
    args: ['out/main/index.js', `--data=${dataDir}`],
  })
  const page = await app.firstWindow()
  return {
    page,
    dataDir,
    address: null,
    complaints: listenTo(page),
    stop: () => app.close(),
    kill: async () => {
      const ended = app.waitForEvent('close')
      app.process().kill('SIGKILL')
      await ended
    },
  }
}

function listenTo(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return complaints
}

function printedAddress(host: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    host.once('exit', (code) => reject(new Error(`The host ended with code ${code}.`)))
    host.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      const line = /^Quarterdeck: (http:\/\/127\.0\.0\.1:\d+\/#[\w-]+)$/m.exec(printed)
      if (line?.[1] !== undefined) resolve(line[1])
    })
  })
}

/** Shows a panel, by its tab. */
export async function showPanel(page: Page, title: string): Promise<void> {
  await page.locator('.dv-tab', { hasText: new RegExp(`^\\s*${title}`) }).click()
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
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('menuitem', { name: 'Accounts…', exact: true }).click()
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
