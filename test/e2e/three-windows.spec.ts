import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
  chromium,
} from '@playwright/test'
import { browserOptions } from '../browser.ts'
import { fastestFolder } from '../fastest-folder.ts'
import { leftEdges, seedAccount, setUpLock } from './desk.ts'
import { listenTo, openBrowser } from './hosts.ts'
import { chooseInMenu, expect, expectBooks, openPanel, showPanel, test } from './terminal.ts'
import {
  agree,
  chooseSymbol,
  confirmButton,
  fill,
  openTicket,
  placeElsewhere,
  review,
  taken,
  ticketIn,
} from './trading.ts'

const orders = (page: Page): Locator => page.getByRole('grid', { name: 'Orders' })
const positions = (page: Page): Locator => page.getByRole('treegrid', { name: 'Positions' })
const field = (page: Page): Locator => page.getByRole('searchbox', { name: 'Filter orders' })
const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name })

async function further(page: Page): Promise<Page> {
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    chooseInMenu(page, 'New window'),
  ])
  await expect(positions(opened)).toBeVisible()
  return opened
}

/** Three windows, the first of which is there already; what any of them complains of is one list. */
async function three({ page, complaints }: { page: Page; complaints: string[] }): Promise<Page[]> {
  const second = await further(page)
  const third = await further(second)
  for (const one of [second, third]) listenTo(one).push = (...said) => complaints.push(...said)
  const all = [page, second, third]
  for (const [at, one] of all.entries()) await expect(one).toHaveTitle(`Quarterdeck ${at + 1}`)
  return all
}

const closeAll = async ([, ...others]: readonly Page[]): Promise<void> => {
  for (const one of others) if (!one.isClosed()) await one.close()
}

async function inMenuOf(page: Page, panel: string, item: string): Promise<void> {
  await tab(page, panel).click({ button: 'right' })
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

async function others(context: BrowserContext, page: Page, count: number): Promise<Page[]> {
  await expect.poll(() => context.pages().length).toBe(count + 1)
  return context.pages().filter((one) => one !== page)
}

declare global {
  var lines: WebSocket[] | undefined
}

/** Has a page keep the lines to the desk that it makes. */
function keepLines(): void {
  globalThis.lines = []
  globalThis.WebSocket = class extends WebSocket {
    constructor(...of: ConstructorParameters<typeof WebSocket>) {
      super(...of)
      globalThis.lines!.push(this)
    }
  }
}

const linesMade = (): number => globalThis.lines!.length

function cutLine(): number {
  for (const line of globalThis.lines!) line.close()
  return globalThis.lines!.length
}

/** As its person answers the browser's question. */
async function mayPlaceWindows(browser: Browser, page: Page): Promise<void> {
  const cdp = await browser.newBrowserCDPSession()
  const { browserContextIds } = await cdp.send('Target.getBrowserContexts')
  for (const browserContextId of browserContextIds)
    await cdp.send('Browser.setPermission', {
      permission: { name: 'window-management' },
      setting: 'granted',
      origin: new URL(page.url()).origin,
      browserContextId,
    })
}

test.describe('three windows of one desk', () => {
  test.beforeEach(({}, { project }) => {
    test.skip(project.name !== 'browser', 'Electron opens its windows itself.')
  })

  test('take a group of panels from each other, in its order and with what each has', async ({
    trader,
  }) => {
    const all = await three(trader)
    const [first, second, third] = all as [Page, Page, Page]
    // So low that not all rows are in sight.
    for (const one of all) await one.setViewportSize({ width: 1440, height: 480 })
    await showPanel(first, 'Orders')
    await field(first).fill('icici')
    const heads = (page: Page) => orders(page).getByRole('columnheader').allTextContents()
    const columns = await heads(first)
    await showPanel(first, 'Trades')
    await first.getByRole('searchbox', { name: 'Filter trades' }).fill('nse')
    const scrolled = (page: Page, to?: number) =>
      page.getByRole('grid', { name: 'Trades' }).evaluate((grid, top) => {
        const rows = [grid, ...grid.querySelectorAll('*')].find(
          ({ scrollHeight, clientHeight }) => clientHeight > 0 && scrollHeight > clientHeight + 20,
        )
        if (top !== undefined) rows?.scrollTo({ top, behavior: 'instant' })
        return rows?.scrollTop ?? -1
      }, to)
    expect(await scrolled(first, 20)).toBe(20)
    await inMenuOf(first, 'Trades', 'Window 2 with all')
    for (const name of ['Orders', 'Trades', 'Journal'])
      await expect(tab(first, name)).toHaveCount(0)
    // What was in sight is so here, as far down.
    await expect(tab(second, 'Trades')).toHaveAttribute('aria-selected', 'true')
    await expect(second.getByRole('searchbox', { name: 'Filter trades' })).toHaveValue('nse')
    await expect.poll(() => scrolled(second)).toBe(20)
    await showPanel(second, 'Orders')
    await expect(field(second)).toHaveValue('icici')
    expect(await heads(second)).toEqual(columns)

    await test.step('by keys, into a window of their own', async () => {
      await tab(second, 'Orders').click()
      const [fourth] = await Promise.all([
        second.context().waitForEvent('page'),
        second.keyboard.press('Alt+Shift+G'),
      ])
      await expect(fourth.getByRole('tab')).toHaveText([/Orders/, /Trades/, /Journal/])
      await expect(field(fourth)).toHaveValue('icici')
      await expect(orders(fourth)).not.toContainText('SBIN-EQ')
      await expect(tab(second, 'Orders')).toHaveCount(0)
      await inMenuOf(fourth, 'Orders', 'Window 3')
      await expect(field(third)).toHaveValue('icici')
      await expect(tab(fourth, 'Orders')).toHaveCount(0)
      await fourth.close()
    })
    expect(trader.complaints).toEqual([])
    await closeAll(all)
  })

  test('give a panel that is dragged out to a new window, and to the one under it', async ({
    trader,
  }) => {
    const { page, complaints } = trader
    // What the system says at the end of a drag: a browser without a screen drags to nowhere.
    const drag = (from: Page, panel: string, x: number, y: number) =>
      tab(from, panel).evaluate(
        (element, [screenX, screenY]) => {
          const dataTransfer = new DataTransfer()
          const at = { bubbles: true, screenX: screenX!, screenY: screenY!, dataTransfer }
          element.dispatchEvent(new DragEvent('dragstart', at))
          element.dispatchEvent(new DragEvent('dragend', at))
        },
        [x, y],
      )
    // The tabs of the first moment stand still: those that can be dragged take their place.
    await expect(page.locator('.dock')).toHaveAttribute('aria-busy', 'false')
    await drag(page, 'Orders', 300, 300)
    await expect(tab(page, 'Orders')).toHaveCount(1)
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      drag(page, 'Orders', 5000, 300),
    ])
    listenTo(opened).push = (...said) => complaints.push(...said)
    await expect(orders(opened)).toBeVisible()
    await expect(tab(page, 'Orders')).toHaveCount(0)
    // Each says where it stands; these two stand apart by what they say.
    await opened.evaluate(() => {
      Object.defineProperty(window, 'screenX', { value: 3000 })
      Object.defineProperty(window, 'screenY', { value: 10 })
    })
    // A window looks every other second where it stands.
    await expect.poll(() => leftEdges(page)).toContain(3000)
    await drag(page, 'Trades', 3100, 100)
    await expect(tab(opened, 'Trades')).toHaveCount(1)
    await expect(tab(page, 'Trades')).toHaveCount(0)
    expect(complaints).toEqual([])
    await opened.close()
  })

  test('show what one of them confirms, and none confirms it again', async ({ trader }) => {
    const all = await three(trader)
    const [first, second] = all as [Page, Page, Page]
    const { practice } = trader
    const before = taken(practice, 'PlaceMultiOrder').length
    const ticket = await openTicket(second, 'regular')
    await fill(ticket, { symbol: 'INFY-EQ', quantity: '7', price: '1400' })
    // A ticket is in the window that asked for it, and nowhere else.
    for (const one of all.filter((each) => each !== second))
      await expect(ticketIn(one)).toHaveCount(0)
    await review(ticket)
    await agree(ticket)
    // Enter is held, and the button is pressed as well.
    await confirmButton(ticket).dblclick()
    for (const one of all) {
      await showPanel(one, 'Journal')
      // Of this order alone: the desk may have been used before, and its journal keeps what was sent then.
      await expect(
        one
          .getByRole('grid', { name: 'Journal' })
          .locator('.row', { hasText: /INFY-EQ.*LIMIT · 1,400\.00/ }),
      ).toHaveText([/Accepted/])
      await showPanel(one, 'Orders')
      await expect(orders(one).locator('.row', { hasText: 'INFY-EQ' }).first()).toBeVisible()
    }
    await first.reload()
    await expectBooks(first)
    expect(taken(practice, 'PlaceMultiOrder')).toHaveLength(before + 1)
    expect(trader.complaints).toEqual([])
    await closeAll(all)
  })

  test('have an alert shown and heard in one, and put away in all', async ({ trader }) => {
    const all = await three(trader)
    const { practice } = trader
    for (const one of all)
      await one.evaluate(() => {
        const heard = globalThis as { heard?: number }
        heard.heard = 0
        const start = AudioScheduledSourceNode.prototype.start
        AudioScheduledSourceNode.prototype.start = function (...at: []) {
          heard.heard! += 1
          start.apply(this, at)
        }
      })
    await placeElsewhere(practice, 23)
    practice.advance(5000)
    const toasts = (one: Page) =>
      one.getByRole('group', { name: 'Alerts' }).locator('section', { hasText: 'Not from here' })
    const bell = (one: Page) => one.getByRole('banner').getByRole('button', { name: /^Alerts/ })
    for (const one of all) await expect(bell(one)).toHaveAccessibleName(/not read/)
    const shown = async () => Promise.all(all.map((one) => toasts(one).count()))
    await expect.poll(async () => (await shown()).toSorted()).toEqual([0, 0, 1])
    const heard = await Promise.all(
      all.map((one) => one.evaluate(() => (globalThis as { heard?: number }).heard!)),
    )
    expect(heard.filter((count) => count > 0)).toHaveLength(1)
    // In any of them, also in one that did not show it.
    const other = all[(await shown()).indexOf(0)]!
    await bell(other).click()
    await other.getByRole('button', { name: 'Mark all as read' }).click()
    // Of this alert alone: the desk was used before, and the practice market goes on and tells of
    // what it fills.
    for (const one of all) {
      if (one !== other) await openPanel(one, 'Alerts')
      const told = one
        .getByRole('list', { name: 'Alerts' })
        .locator('li', { hasText: '23 SBIN-EQ' })
      await expect(told).toContainText(/not from here/i)
      await expect(told).not.toContainText('Not read')
      await expect(toasts(one)).toHaveCount(0)
    }
    expect(trader.complaints).toEqual([])
    await closeAll(all)
  })

  test('show an alert that stays in one of them, also once that is loaded anew, locked or closed', async ({
    open,
    practise,
  }) => {
    const [terminal, practice] = await Promise.all([open(), practise()])
    const { page } = terminal
    await expect(positions(page)).toBeVisible()
    await seedAccount(page, { name: 'Trader', url: practice.url })
    await setUpLock(page, 'open sesame')
    await page.reload()
    await expectBooks(page)
    const all = await three(terminal)
    const shown = (pages: readonly Page[]) =>
      Promise.all(
        pages.map((one) =>
          one
            .getByRole('group', { name: 'Alerts' })
            .locator('section', { hasText: 'Not from here' })
            .count(),
        ),
      )
    const showing = async () => all[(await shown(all)).indexOf(1)]!
    const expectOne = (pages: readonly Page[]) =>
      expect.poll(async () => (await shown(pages)).reduce((sum, count) => sum + count)).toBe(1)
    const lock = async () => {
      await page.keyboard.press('Control+l')
      for (const one of all)
        await expect(one.getByRole('heading', { name: 'Locked' })).toBeVisible()
    }
    const unlock = async (by: Page) => {
      await by.locator('input[type=password]').fill('open sesame')
      await by.keyboard.press('Enter')
      for (const one of all) await expectBooks(one)
      await expectOne(all)
      // For longer than a window is waited for that does not say that it showed it.
      await by.waitForTimeout(2500)
      await expectOne(all)
    }
    await lock()
    await placeElsewhere(practice)
    practice.advance(5000)
    // Or more: the practice market goes on, and tells of what it fills.
    await expect(page.getByText(/alerts? waits? for you/)).toBeVisible()
    await unlock(all[1]!)
    await (await showing()).reload()
    await expectOne(all)
    await lock()
    await unlock(all[2]!)
    const goes = await showing()
    await goes.close()
    await expectOne(all.filter((one) => one !== goes))
  })

  test('are locked together, and hold no row of any book', async ({ open }) => {
    const terminal = await open()
    const { page } = terminal
    await expect(positions(page)).toBeVisible()
    await setUpLock(page, 'open sesame')
    await page.reload()
    await expectBooks(page)
    const second = await further(page)
    const third = await further(second)
    const all = [page, second, third]
    await third.keyboard.press('Control+l')
    for (const one of all) {
      await expect(one.getByRole('heading', { name: 'Locked' })).toBeVisible()
      await expect
        .poll(() => one.evaluate(() => document.documentElement.outerHTML))
        .not.toMatch(/INFY|ICICIBANK|Practice one|₹/)
    }
    // What one opens is open in all, with the panels that each had.
    await second.locator('input[type=password]').fill('open sesame')
    await second.keyboard.press('Enter')
    for (const one of all) await expectBooks(one)
    for (const [at, one] of all.entries()) await expect(one).toHaveTitle(`Quarterdeck ${at + 1}`)
  })

  test('go on where the line of one of them breaks, which then shows what the others do', async ({
    trader,
  }) => {
    const all = await three(trader)
    const [first, second, third] = all as [Page, Page, Page]
    await third.addInitScript(keepLines)
    await third.reload()
    await expectBooks(third)
    await showPanel(third, 'Orders')
    await field(third).fill('sbin')
    // Its own line alone, and for good: the page has to make another one.
    expect(await third.evaluate(cutLine)).toBe(1)
    await first.getByRole('button', { name: 'Stop', exact: true }).click()
    for (const one of all)
      await expect(one.getByRole('button', { name: /lift/i }).first()).toBeVisible()
    await expect.poll(() => third.evaluate(linesMade)).toBe(2)
    await expect(field(third)).toHaveValue('sbin')
    await expect(second).toHaveTitle('Quarterdeck 2')
    await expect(third).toHaveTitle('Quarterdeck 3')
    await closeAll(all)
  })

  test('come back as they were, but for one that was taken out', async ({ open }) => {
    const before = await open()
    await expect(positions(before.page)).toBeVisible()
    const second = await further(before.page)
    const third = await further(second)
    await openPanel(second, 'Console')
    await inMenuOf(third, 'Orders', 'Window 2')
    await expect(tab(third, 'Orders')).toHaveCount(0)
    // One is closed and taken out, and opened again as a new one.
    await third.close()
    const asks = before.page.getByRole('status', { name: 'A window is gone' })
    await asks.getByRole('button', { name: 'Take out' }).click()
    await expect(asks).toHaveCount(0)
    await expect(second).toHaveTitle('Quarterdeck 2')
    await expect(before.page.getByRole('button', { name: 'Panels and layouts' })).toBeVisible()
    const again = await further(second)
    await expect(tab(again, 'Orders')).toHaveCount(1)
    await expect.poll(() => again.title()).toBe('Quarterdeck 3')
    await before.kill()

    const after = await open({ dataDir: before.dataDir })
    await expect(positions(after.page)).toBeVisible()
    const back = await others(after.page.context(), after.page, 2)
    for (const one of back) await expect(positions(one)).toBeVisible()
    const withConsole = await Promise.all(
      [after.page, ...back].map((one) => tab(one, 'Console').count()),
    )
    expect(withConsole.toSorted()).toEqual([0, 0, 1])
  })

  test('do not wait for each other: one that works holds up none, nor one that dies', async () => {
    // As at a trader's: other tests let all pages of an address share a process.
    const browser = await chromium.launch(browserOptions())
    const dataDir = await mkdtemp(join(fastestFolder, 'quarterdeck-e2e-'))
    const viewport = { width: 1280, height: 800 }
    const { page, context, address, stop } = await openBrowser(browser, { dataDir, viewport })
    await expect(page.getByRole('button', { name: 'Skip' })).toBeVisible()
    await page.getByRole('button', { name: 'Skip' }).click()
    await expect(positions(page)).toBeVisible()
    const second = await further(page)
    const third = await further(second)
    // It works until the others have answered, and a minute where they wait for it: a cookie is all
    // that a page hears of which does nothing else.
    const work = (one: Page) =>
      one.evaluate(() => {
        const end = performance.now() + 60_000
        while (!document.cookie.includes('answered=all') && performance.now() < end);
        return performance.now() < end
      })
    for (const one of [page, second]) {
      const wasTold = work(one)
      for (const other of [page, second, third]) if (other !== one) await other.evaluate(() => 1)
      await context.addCookies([{ name: 'answered', value: 'all', url: address }])
      expect(await wasTold).toBe(true)
      await context.clearCookies({ name: 'answered' })
    }
    await expect(third).toHaveTitle('Quarterdeck 3')
    const cdp = await second.context().newCDPSession(second)
    const died = second.waitForEvent('crash')
    cdp.send('Page.crash').catch(() => undefined)
    await died
    // What a browser says of a page that died is what it says of one that was closed.
    for (const one of [page, third])
      await expect(one.getByRole('status', { name: 'A window is gone' })).toContainText(
        'A window is gone: it was closed, or its page died.',
      )
    const [again] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: 'Open again' }).click(),
    ])
    await expect(positions(again)).toBeVisible()
    await expect(again).toHaveTitle('Quarterdeck 2')
    await stop()
    await browser.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  test('come back on the screen that they were on once the browser may, and belong there until then', async () => {
    const browser = await chromium.launch(
      browserOptions(['--screen-info={1280x800}{1920x1080}', '--window-size=1280,800']),
    )
    const dataDir = await mkdtemp(join(fastestFolder, 'quarterdeck-e2e-'))
    const { page, stop, context } = await openBrowser(browser, { dataDir, viewport: null })
    await page.getByRole('button', { name: 'Skip' }).click()
    const second = await further(page)
    const ask = async (command: string) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Order, command' }).fill(command)
      await page.getByRole('option', { name: command }).click()
    }
    const move = async (one: Page, left: number) => {
      const cdp = await context.newCDPSession(one)
      const { windowId } = await cdp.send('Browser.getWindowForTarget')
      await cdp.send('Browser.setWindowBounds', { windowId, bounds: { left, top: 50 } })
      await expect.poll(() => leftEdges(page)).toContain(left)
    }
    const openAgain = async () => {
      const opened = context.waitForEvent('page')
      await ask('Open the windows of before')
      const one = await opened
      await expect(positions(one)).toBeVisible()
      return one
    }
    const leftOf = (one: Page) => one.evaluate(() => screenX)

    await move(second, 1500)
    await second.close()
    await ask('Let the browser open windows on all screens')
    await expect(page.getByText(/^The browser keeps windows on the screen/)).toBeVisible()
    const elsewhere = await openAgain()
    expect(await leftOf(elsewhere)).toBeLessThan(1280)
    // It has said where it stands.
    await expect.poll(() => leftEdges(page)).not.toContain(1500)
    await elsewhere.close()
    await expect.poll(() => leftEdges(page)).toContain(1500)

    await mayPlaceWindows(browser, page)
    await ask('Let the browser open windows on all screens')
    await expect(page.getByText(/the browser sees 2\.$/)).toBeVisible()
    const back = await openAgain()
    expect(await leftOf(back)).toBe(1500)
    // It has said so: what its person does from now on is a move.
    await expect.poll(() => leftEdges(page)).toContain(1500)
    await move(back, 40)
    await back.close()
    await expect.poll(() => leftEdges(page)).toContain(40)
    await stop()
    await browser.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  test('name what was typed in one whose page died', async ({ trader }) => {
    const { page, complaints } = trader
    await chooseSymbol(await openTicket(page, 'regular'), 'SBIN-EQ')
    const second = await further(page)
    // It began with a copy of what the browser keeps for the first one, which lives.
    await expect(second.getByText('The page of this window died')).toHaveCount(0)
    const ticket = await openTicket(second, 'regular')
    await chooseSymbol(ticket, 'INFY-EQ')
    const note = await second.evaluate(() => sessionStorage.getItem('quarterdeck.typed'))
    expect(note).toContain('1 ticket')
    expect(note).not.toContain('INFY')
    // A page that dies takes nothing away: its note is there as it was.
    await second.addInitScript((kept) => {
      sessionStorage.setItem('quarterdeck.typed', kept)
    }, note!)
    for (const one of [page, second]) one.on('dialog', (dialog) => void dialog.accept())
    await second.reload()
    await expect(second.getByText('The page of this window died')).toBeVisible()
    await expect(second.getByText('What was typed and not sent is lost: 1 ticket.')).toBeVisible()
    // One that is loaded again by its person says nothing of the kind.
    await page.reload()
    await expectBooks(page)
    await expect(page.getByText('The page of this window died')).toHaveCount(0)
    expect(complaints).toEqual([])
    await second.close()
  })
})
