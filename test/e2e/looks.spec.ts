import type { Page } from '@playwright/test'
import { changeSettings, seedAccount, seedMany, usedSettings } from './desk.ts'
import { addAccount, chooseInMenu, expect, selectAccount, test } from './terminal.ts'
import { fill, openTicket, review, send, tookWords, trade } from './trading.ts'

/*
 * How the main states look, as text: where the parts stand, in steps of eight points, and in which
 * colours. Pictures differ with the browser's version and the system's way with letters; boxes
 * and colours do not, and a difference between them can be read. `--update-snapshots` writes them
 * anew, from test/e2e/looks.
 */
const parts = {
  placed: [
    'header',
    'footer',
    '.dv-groupview',
    ':is([role=grid], [role=treegrid])',
    ':is([role=grid], [role=treegrid]) [role=row]:nth-child(2)',
    '[aria-label="The stop is on"]',
    'main .card',
  ],
  /** As high as what there is to say of an order at this time of day. */
  wide: ['[role=dialog]', '[role=dialog] .input'],
  /** As large as what they say. */
  coloured: [
    'header .button',
    '.dv-tab.dv-active-tab',
    '.pill.warn',
    '[role=columnheader]',
    '.preview .side',
    '[role=dialog] button[type=submit]',
    '.card .button',
  ],
  tokens: ['--up', '--down', '--buy', '--sell', '--warn', '--accent', '--row-height'],
}

/** Where books are meant to be old: on a busy machine they are so at any time, for a moment. */
const withAges = { ...parts, coloured: [...parts.coloured, '.age.stale > *'] }

/**
 * What is said of accounts in trouble, over a form and beside its outcome. How the groups of panels
 * share what a strip that came or went left them differs by a point with what came first.
 */
const withTrouble = {
  ...parts,
  placed: ['header', 'footer', '.strip', 'main'],
  coloured: [...parts.coloured, '.strip', '[role=dialog] .outcome'],
}

async function looksOf(page: Page, looked: typeof parts): Promise<string> {
  const lines = await page.evaluate((parts) => {
    const seen = (selector: string): Element[] =>
      [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility())
    const colours = (element: Element): string => {
      const { color, backgroundColor } = getComputedStyle(element)
      return `${color} on ${backgroundColor}`
    }
    const steps = (points: number): number => Math.round(points / 8)
    const placed = parts.placed.flatMap((selector) =>
      seen(selector).map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        const box = `${steps(width)} × ${steps(height)} at ${steps(x)}, ${steps(y)}`
        return `${selector}: ${box}, ${colours(element)}`
      }),
    )
    const wide = parts.wide.flatMap((selector) =>
      seen(selector).map((element) => {
        const { x, width } = element.getBoundingClientRect()
        return `${selector}: ${steps(width)} wide at ${steps(x)}, ${colours(element)}`
      }),
    )
    const root = getComputedStyle(document.documentElement)
    const tokens = parts.tokens.map((name) => `${name}: ${root.getPropertyValue(name)}`)
    const coloured = parts.coloured.flatMap((selector) => [
      ...new Set(seen(selector).map((element) => `${selector}: ${colours(element)}`)),
    ])
    return [
      ...placed,
      ...wide,
      ...coloured,
      ...tokens,
      `letters: ${getComputedStyle(document.body).fontFamily}`,
    ]
  }, looked)
  return `${lines.join('\n')}\n`
}

async function expectLooks(page: Page, name: string, looked = parts): Promise<void> {
  await page.mouse.move(640, 2)
  expect(await looksOf(page, looked)).toMatchSnapshot(`${name}.txt`)
}

async function inTheme(page: Page, theme: string): Promise<void> {
  await page.getByRole('button', { name: 'Accounts, settings' }).click()
  await page.getByRole('menuitemradio', { name: theme }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
}

async function inSize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await expect
    .poll(async () => (await page.locator('footer').boundingBox())?.width)
    .toBe(size.width)
  // The panels follow in a frame of their own.
  const ends = () =>
    page.locator('.dv-groupview').evaluateAll((all) => {
      return Math.max(...all.map((one) => one.getBoundingClientRect().right))
    })
  await expect.poll(ends).toBeLessThanOrEqual(size.width)
  await expect.poll(ends).toBeGreaterThan(size.width - 24)
}

// Its window has a size of its own, which the system's screen decides.
test.beforeEach(({}, { project }) => {
  test.skip(project.name === 'electron', 'The window of Electron has another size')
})

test('the deck, a ticket, its review and the stop stand where they stood, in their colours', async ({
  open,
  practise,
}) => {
  test.slow()
  const { page } = await open({ viewport: { width: 1440, height: 900 } })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await trade(page, await practise())
  for (const theme of ['Light', 'High contrast', 'Dark']) {
    await inTheme(page, theme)
    await expectLooks(page, `deck ${theme.toLowerCase()}`)
  }
  const { colours } = usedSettings
  await changeSettings(page, { colours: 'colour-blind' })
  await expect(page.locator('html')).toHaveAttribute('data-colours', 'colour-blind')
  await expectLooks(page, 'deck in blue and orange')
  await changeSettings(page, { colours })
  await expect(page.locator('html')).toHaveAttribute('data-colours', colours)
  await inSize(page, { width: 1024, height: 640 })
  await expectLooks(page, 'deck on a small screen')
  // A screen of 1440 by 900, on which everything is twice as large.
  await inSize(page, { width: 720, height: 450 })
  await expectLooks(page, 'deck at twice its size')
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog')
  await palette.getByRole('combobox').fill('buy 10 sbin-eq limit 845 mis')
  await expect(palette.locator('.preview')).toContainText('8,450')
  await expectLooks(page, 'palette with an order')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)

  const ticket = await openTicket(page, 'regular')
  await fill(ticket, { symbol: 'SBIN-EQ', quantity: '10', price: '845' })
  await expectLooks(page, 'ticket')
  await review(ticket)
  await expectLooks(page, 'review')

  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByLabel('The stop is on')).toBeVisible()
  // What it says of its cancels grows and shrinks as they go, and the panels below with it.
  await expectLooks(page, 'stop', {
    ...parts,
    placed: ['header'],
    wide: [...parts.wide, '[aria-label="The stop is on"]'],
  })
})

test('empty books, old ones and the locked screen stand where they stood, in their colours', async ({
  open,
  practise,
}) => {
  test.slow()
  const { page } = await open({ viewport: { width: 1440, height: 900 } })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { url } = await practise({ speed: 0, opening: 'empty' })
  await addAccount(page, { name: 'Empty', url })
  await selectAccount(page, 'Empty')
  await expect(page.getByText(/No (open )?positions/).first()).toBeVisible()
  await expectLooks(page, 'empty books')
  await chooseInMenu(page, 'Pause reading')
  // So old that no answer that was on its way when reading was paused makes it young again.
  const seconds = /Paused\s·\s(1[2-9]|[2-5]\d) s ago/
  const ages = page.locator('.age.stale')
  await expect(ages.filter({ hasText: seconds, visible: true }).first()).toBeVisible()
  await expectLooks(page, 'old books', withAges)

  await chooseInMenu(page, 'Settings…')
  const way = page.getByRole('group', { name: 'What opens the locked screen', exact: true })
  await way.getByRole('button', { name: 'Choose…' }).click()
  const dialog = page.getByRole('dialog', { name: 'What opens the locked screen' })
  await dialog.getByRole('radio', { name: /^A passphrase of its own/ }).check()
  await dialog.getByLabel('New passphrase').fill('open sesame')
  await dialog.getByLabel('Once more').fill('open sesame')
  await dialog.getByRole('button', { name: 'Use this' }).click()
  await expect(dialog).toBeHidden()
  await page.keyboard.press('Control+l')
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible()
  await expectLooks(page, 'locked')
})

test('trouble of thirty accounts, an exit over it, an outcome with refusals and books that are not read yet stand where they stood, in their colours', async ({
  openWindow,
  practise,
}) => {
  test.slow()
  const practice = await practise()
  const { page } = await openWindow((seeding) =>
    seedMany(seeding, { count: 30, wrong: 6, url: practice.url }),
  )
  await expect(page.locator('.strip')).toContainText('6 accounts in trouble')
  await expect(page.getByRole('treegrid', { name: 'Positions' })).toContainText('Client 01')
  await expectLooks(page, 'trouble with thirty accounts', withTrouble)
  await inTheme(page, 'Light')
  await page.getByRole('button', { name: 'Exit…', exact: true }).click()
  await expect(page.getByRole('dialog', { name: /^Exit/ })).toBeVisible()
  await expectLooks(page, 'exit over trouble light', withTrouble)
  await page.getByRole('button', { name: 'Not now' }).click()
  await inTheme(page, 'Dark')

  practice.faults.set({ name: 'keys-refused-401', operation: 'PlaceMultiOrder', times: 2 })
  const ticket = await openTicket(page, 'regular')
  for (const client of ['01', '02', '03'])
    await ticket.getByRole('checkbox', { name: `Client ${client}` }).check()
  await fill(ticket, { symbol: 'SBIN-EQ', quantity: '10', price: '845' })
  await send(ticket)
  await expect(ticket).toContainText('2 refused')
  await expect(ticket).toContainText(tookWords(1, 3))
  await expectLooks(page, 'outcome with refusals', withTrouble)
  await ticket.getByRole('button', { name: 'Close' }).last().click()

  const silent = await practise({ fault: 'hang' })
  await seedAccount(page, { name: 'Silent', url: silent.url })
  await expect(page.getByLabel('Account shown')).toContainText('Silent')
  await expect(page.locator('.reading').first()).toBeVisible()
  await expectLooks(page, 'books that are not read yet', {
    ...withTrouble,
    coloured: [...parts.coloured, '.reading'],
  })
})
