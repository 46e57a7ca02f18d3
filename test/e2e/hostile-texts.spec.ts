import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { type HostileService, hostileTexts, startHostile } from './hostile-service.ts'
import { seedAccount, seedKept } from './desk.ts'
import { chooseInMenu, expect, openPanel, showPanel, test as base } from './terminal.ts'
import { chooseSymbol, confirmButton, openTicket, review } from './trading.ts'

const test = base.extend<{ service: HostileService }>({
  service: async ({}, use) => {
    const service = await startHostile()
    await use(service)
    await service.stop()
  },
})

const account = '"><img src=x onerror=hacked=1>'

/** The account at the hostile service, its books read, with breaches of the policy written down. */
async function open(page: Page, service: HostileService): Promise<void> {
  await page.evaluate(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      console.error(`Breach of ${violatedDirective}: ${blockedURI} in ${sourceFile}`)
    })
  })
  await seedAccount(page, { name: account, url: service.url })
  await expect(grid(page, 'Positions')).toContainText('IMG<img')
}

const grid = (page: Page, name: string) =>
  page
    .getByRole('grid', { name, exact: true })
    .or(page.getByRole('treegrid', { name, exact: true }))

/**
 * No script ran, nothing was made of a text but text, nothing is wider than where it stands, and
 * nothing on the screen turns or hides what is beside it.
 */
async function expectUnharmed(page: Page, where: string): Promise<void> {
  const harm = await page.evaluate(() => {
    const found = new Set<string>()
    if ('hacked' in window) found.add('a script ran')
    const { scrollWidth, scrollHeight } = document.documentElement
    if (scrollWidth > innerWidth || scrollHeight > innerHeight) found.add('the page overflows')
    if (document.querySelector('[onerror], [onload], a[href^="javascript:"], img[src="x"]'))
      found.add('a text became an element')
    const hidden = /[\0\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\p{Cs}]/u
    const told = (element: Element | null) =>
      `${element?.tagName.toLowerCase()}.${[...(element?.classList ?? [])].join('.')} in .${[...(element?.parentElement?.classList ?? [])].join('.')}`
    const all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = all.nextNode(); node !== null; node = all.nextNode())
      if (hidden.test((node as Text).data)) found.add(`hidden marks in ${told(node.parentElement)}`)
    for (const element of document.body.querySelectorAll('*'))
      for (const { name, value } of element.attributes)
        if (hidden.test(value)) found.add(`hidden marks in ${name} of ${told(element)}`)
    // What scrolls or cuts off keeps its text inside; anything else must hold what it is given.
    for (const part of document.querySelectorAll(
      '.dv-groupview, [role=dialog], [role=menu], .toast, header, footer, [role=gridcell] > span',
    )) {
      const outer = part.getBoundingClientRect()
      if (outer.width === 0) continue
      const isCell = part.matches('[role=gridcell] > span')
      if (!isCell && (outer.right > innerWidth + 1 || outer.left < -1))
        found.add(`${told(part)} leaves the window`)
      if (isCell && outer.height > 40) found.add(`${told(part)} is taller than its row`)
    }
    for (const body of document.querySelectorAll('.panel-body, [role=dialog]'))
      if (body.scrollWidth > body.clientWidth + 1) found.add(`${told(body)} overflows sideways`)
    // What a name makes wider takes the buttons beside it out of sight.
    for (const form of document.querySelectorAll(
      '[role=dialog] :is(.fields, .content), .panel-body .scroller:has(button)',
    ))
      if (form.scrollWidth > form.clientWidth + 1) found.add(`${told(form)} scrolls sideways`)
    const stop = [...document.querySelectorAll('button')].find(
      (one) => one.textContent?.trim() === 'Stop',
    )
    if (stop !== undefined) {
      const { x, y, width, height } = stop.getBoundingClientRect()
      const above = document.elementFromPoint(x + width / 2, y + height / 2)
      const isBehind =
        document.querySelector('[role=dialog][aria-modal=true], [role=menu]') !== null
      if (!isBehind && !stop.contains(above)) found.add(`the stop is covered by ${told(above)}`)
    }
    return [...found]
  })
  expect(harm, where).toEqual([])
}

const contentOf = async (saving: Promise<Download>): Promise<string> =>
  readFile(await (await saving).path(), 'utf8')

/** What a spreadsheet would run, were it the beginning of a cell. */
function formulasIn(csv: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (const letter of csv.replace(/^\uFEFF/, '')) {
    if (letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && /[,;\t\r\n]/.test(letter)) {
      cells.push(cell)
      cell = ''
    } else cell += letter
  }
  return [...cells, cell].filter((text) => /^\s*[=+\-@]/.test(text) && !/^[+-]?[\d.]+$/.test(text))
}

test('texts of the service stay texts in every book, its menus, its groups and its file', async ({
  terminal: { page },
  service,
}) => {
  test.slow()
  await open(page, service)
  for (const name of ['Positions', 'Holdings', 'Orders', 'Trades']) {
    const of = name.toLowerCase()
    await showPanel(page, name)
    await expect(grid(page, name)).toContainText('SCR</script>')
    await expectUnharmed(page, name)
    // Every text is there to be found, and found by what it says.
    for (const text of [
      'IMG<img',
      'SCR</script>',
      'TPL{{',
      '[U+202E]',
      '__proto__',
      '=HYPERLINK',
    ]) {
      await page
        .getByRole('searchbox', { name: `Filter ${of}`, exact: true })
        .fill(text.replace('[U+202E]', 'RTL'))
      await expect(grid(page, name), text).toContainText(text)
    }
    await page.getByRole('searchbox', { name: `Filter ${of}`, exact: true }).fill('')
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: `Export ${of} as CSV` }).click()
    const csv = await contentOf(saving)
    expect(formulasIn(csv), name).toEqual([])
    expect(csv).toContain(`LONG${'W'.repeat(1896)}`)
    await page.getByRole('button', { name: new RegExp(`^Group ${of}`) }).click()
    await page.getByRole('menuitemradio', { name: 'By exchange' }).click()
    await expect(grid(page, name).locator('[aria-expanded]').first()).toBeVisible()
    await page.getByRole('button', { name: `Filter ${of} by column` }).click()
    await expectUnharmed(page, `${name}, grouped`)
    await page.getByRole('button', { name: 'Show as they came' }).last().click()
    await expect(page.getByRole('dialog')).toContainText('<svg onload=')
    await expectUnharmed(page, `${name}, unreadable`)
    await page.keyboard.press('Escape')
  }
  for (const name of ['Account', 'Funds']) {
    await showPanel(page, name)
    await expectUnharmed(page, name)
  }
  const sides = grid(page, 'Orders')
  await showPanel(page, 'Orders')
  await page.getByRole('searchbox', { name: 'Filter orders', exact: true }).fill('LONG')
  await sides
    .locator('[data-column=symbol]', { hasText: 'LONG' })
    .first()
    .click({ button: 'right' })
  await expectUnharmed(page, 'menu of a row')
  await page.keyboard.press('Escape')
  for (const text of ['RTL', 'LONG', 'ZAL', 'NUL', 'LNS']) {
    await page.getByRole('searchbox', { name: 'Filter orders', exact: true }).fill(text)
    const first = sides.locator('[role=gridcell][data-column=symbol]').first()
    await expect(first).toContainText(text)
    await first.click()
    await showPanel(page, 'Timeline')
    await expect(page.getByRole('region', { name: 'Timeline of an order' })).toContainText(
      // An id that no request can carry has no history from the broker.
      text === 'RTL' ? 'Broker' : text.slice(0, 2),
    )
    await expectUnharmed(page, `timeline of ${text}`)
  }
})

test('texts of the service stay texts in tickets, alerts, the journal and what leads out', async ({
  terminal: { page },
  service,
}) => {
  test.slow()
  await open(page, service)
  // Of the names that the books have shown, those that a field can hold complete what is typed.
  const ticket = await openTicket(page, 'regular')
  const symbol = ticket.getByRole('combobox', { name: 'Symbol' })
  for (const start of ['IMG', 'RTL', 'ZW', 'LONG', '=HYP']) {
    await symbol.fill(start)
    await expect(ticket.getByRole('option').first()).toBeVisible()
    await expectUnharmed(page, `symbols that begin with ${start}`)
  }
  await chooseSymbol(ticket, '')

  service.become('rejected')
  const alerts = page.getByRole('group', { name: 'Alerts' })
  await expect(alerts).toContainText(/Rejected: \d+ orders/)
  await expectUnharmed(page, 'alerts')
  await openPanel(page, 'Alerts')
  await expect(page.getByRole('list', { name: 'Alerts', exact: true })).toContainText('IMG<img')
  await expectUnharmed(page, 'log of alerts')
  await page
    .getByRole('button', { name: 'Dismiss all' })
    .or(alerts.getByRole('button', { name: 'Dismiss the alert' }))
    .first()
    .click()

  const choose = async (start: string) => {
    await symbol.fill(start)
    await ticket.getByRole('option').first().click()
    // What was typed for one instrument does not go along to another.
    await ticket.getByLabel('Quantity', { exact: true }).fill('7')
    await ticket.getByLabel('Limit price').fill('7')
    await expectUnharmed(page, `ticket for ${start}`)
  }

  // Names with marks that nobody sees are no order's.
  for (const start of ['RTL', 'ZW']) {
    await choose(start)
    await expect(ticket).toContainText('cannot be seen')
    await expect(confirmButton(ticket)).toBeDisabled()
  }

  // Orders for the others: reviewed, refused with each of the texts, and taken under one as an id.
  for (const [start, id] of [
    ['IMG', null],
    ['ENT', hostileTexts.reversed],
    ['=HYP', hostileTexts.long],
  ] as const) {
    service.accept(id)
    await choose(start)
    await review(ticket)
    await ticket.getByRole('button', { name: /request/ }).click()
    await expectUnharmed(page, `review of ${start}`)
    await confirmButton(ticket).click()
    await expect(ticket).toContainText(/Accepted|Filled|Refused|In doubt|Rejected/)
    await expectUnharmed(page, `outcome of ${start}`)
    await ticket.getByRole('button', { name: 'Close', exact: true }).first().click()
    await expect(ticket).toHaveCount(0)
    if (start !== '=HYP') await openTicket(page, 'regular')
  }

  await showPanel(page, 'Journal')
  await expect(grid(page, 'Journal').getByRole('row', { name: /ENT/ }).first()).toBeVisible()
  await expectUnharmed(page, 'journal')
  await grid(page, 'Journal').getByRole('row', { name: /IMG/ }).first().dblclick()
  await expect(page.getByRole('dialog', { name: 'In the journal' })).toContainText('IMG<img')
  await expectUnharmed(page, 'journal of one order')
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: /palette|command/i })
  for (const said of ['buy 7 img', 'buy 7 rtl', 'img', 'rtl']) {
    await palette.getByRole('combobox').first().fill(said)
    await expectUnharmed(page, `palette: ${said}`)
  }
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Exit…', exact: true }).click()
  const exit = page.getByRole('dialog', { name: 'Exit', exact: true })
  await exit.getByRole('button', { name: 'Cancel orders and square off' }).click()
  await expect(page.getByRole('list', { name: `Left in ${account}` })).toContainText('IMG<img')
  await expectUnharmed(page, 'what is left after an exit')
})

test('texts of what a person keeps, and of the service in the console, stay texts', async ({
  openWindow,
  service,
}) => {
  test.slow()
  const { page } = await openWindow((seeding) => seedKept(seeding, Object.values(hostileTexts)))
  await open(page, service)
  await test.step('texts of what a person keeps, or took from a stranger’s file, stay texts where they are listed', async () => {
    const dialog = page.getByRole('dialog')
    const expectListed = async (where: string) => {
      await expect(dialog).toContainText('IMG<img')
      await expectUnharmed(page, where)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    }

    await openPanel(page, 'Baskets')
    const baskets = page.getByRole('table', { name: 'Baskets' })
    await expect(baskets).toContainText('IMG<img')
    await expectUnharmed(page, 'baskets')
    await baskets
      .getByRole('button', { name: /IMG<img/ })
      .first()
      .click()
    const basket = page.getByRole('dialog', { name: 'Basket' })
    await expect(basket.getByLabel(/symbol/i).first()).toHaveValue(/IMG<img/)
    await expectUnharmed(page, 'a basket')
    await basket.getByRole('button', { name: 'Close' }).first().click()
    await expect(dialog).toHaveCount(0)

    await openPanel(page, 'Alerts')
    await page.getByRole('button', { name: /^Price alerts/ }).click()
    await expect(page.getByRole('list', { name: 'Price alerts' })).toContainText('IMG<img')
    await expectUnharmed(page, 'price alerts')
    await page.getByRole('button', { name: /^Edit .*IMG<img/ }).click()
    await expect(dialog.getByRole('combobox', { name: 'Symbol' })).toHaveValue(/IMG<img/)
    await expectUnharmed(page, 'a price alert')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)

    await chooseInMenu(page, 'Groups of accounts…')
    await expectListed('groups')
    await page.getByRole('button', { name: 'Panels and layouts' }).click()
    await expect(page.getByRole('menu')).toContainText('IMG<img')
    await expectUnharmed(page, 'menu of layouts')
    await page.getByRole('menuitem', { name: 'Save or change layouts…' }).click()
    await expectListed('layouts')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /palette|command/i }).fill('Presets of tickets')
    await expect(page.getByRole('option', { name: 'Presets of tickets' }).first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expectListed('presets')

    await page.getByLabel('Account shown').click()
    await expect(page.getByRole('listbox')).toContainText('IMG<img')
    await expectUnharmed(page, 'choice of accounts and groups')
    await page.keyboard.press('Escape')
    const ticket = await openTicket(page, 'regular')
    await expectUnharmed(page, 'groups in a ticket')
    await ticket.getByRole('combobox', { name: 'Symbol' }).fill('TPL')
    await ticket.getByRole('option').first().click()
    await expectUnharmed(page, 'a preset in a ticket')
    await ticket.getByRole('button', { name: 'Close', exact: true }).first().click()
    await ticket.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog).toHaveCount(0)
  })

  await test.step('texts of the service stay texts in the console, as records and as they came', async () => {
    await openPanel(page, 'Console')
    const form = page.getByRole('region', { name: 'Operation' })
    const output = page.getByRole('region', { name: 'Request and answer' })
    await form.getByLabel('Account', { exact: true }).selectOption({ label: `${account} · PX` })
    const reads = {
      OrderHistory: { order_id: '1' },
      OrderBook: {},
      TradeBook: {},
      PositionBook: {},
      OpenPositions: {},
      Holdings: {},
      Profile: {},
    }
    for (const [operation, fields] of Object.entries(reads)) {
      await form.getByLabel('Operation').selectOption(operation)
      for (const [field, value] of Object.entries(fields))
        await form.getByLabel(field, { exact: true }).fill(value)
      await form.getByRole('button', { name: 'Run' }).click()
      await expect(output.getByText('HTTP 200')).toBeVisible()
      await expectUnharmed(page, operation)
      await output.getByText('As it came').click()
      await expect(output.locator('pre[aria-label=Answer]')).toContainText('IMG<img')
      await output.getByText('Pretty').click()
      await expectUnharmed(page, `${operation} as it came`)
    }
    for (const text of Object.values(hostileTexts)) {
      service.fail(text)
      await form.getByRole('button', { name: 'Run' }).click()
      await expect(output.getByRole('alert')).toBeVisible()
      await expectUnharmed(page, `refused: ${text.slice(0, 20)}`)
    }
  })
})
