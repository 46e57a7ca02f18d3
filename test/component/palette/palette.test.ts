import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok } from '../../../src/shared/core/errors.ts'
import { pickOf } from '../../../src/shared/accounts/groups.ts'
import type { Intent } from '../../../src/shared/orders/intents.ts'
import type { Ticket } from '../../../src/shared/orders/tickets.ts'
import { account, MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { FakeTime } from '../../unit/renderer/fake-time.ts'
import { intent, part, regular, uuid } from '../../unit/renderer/intents.ts'
import { position } from '../../unit/renderer/records.ts'
import { openWindow, settled } from '../window.ts'

const field = () => page.getByRole('combobox', { name: 'Order, command or symbol' })
const option = (name: string | RegExp) => page.getByRole('option', { name })
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })

const valueOf = (input: Element): string => (input as HTMLInputElement).value

function deskWithInfy(settings = {}): MemoryDesk {
  const desk = new MemoryDesk({
    accounts: [account('everyday'), account('family')],
    settings,
    window: { selected: 'everyday' },
  })
  desk.fill('everyday', 'positions', [['a', position()]])
  return desk
}

async function opened(desk: MemoryDesk) {
  const time = await openWindow(desk)
  await expect.element(page.getByRole('button', { name: 'New order' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(field()).toBeVisible()
  return time
}

describe('what the service cannot do', () => {
  it('is said where it is typed, with what helps instead', async () => {
    await opened(deskWithInfy())
    await field().fill('cancel order')
    await expect
      .element(
        dialog('Palette')
          .getByText(/cannot cancel or change a single/)
          .first(),
      )
      .toBeVisible()
    await expect
      .element(option(/^Cancel all orders/).first())
      .toHaveAttribute('aria-selected', 'true')
    await field().fill('depth nifty')
    await expect
      .element(
        dialog('Palette')
          .getByText(/no quotes, no depth/)
          .first(),
      )
      .toBeVisible()
    // 'Where your files are' has the letters of it here and there.
    for (const typed of ['depth', 'market depth']) {
      await field().fill(typed)
      await expect.element(option(/^Alert at a price/).first()).toBeVisible()
      await expect.element(option(/^Where your files are/)).not.toBeInTheDocument()
    }
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog(/alert/i)).toBeVisible()
  })
})

describe('the palette', () => {
  it.each(['square off', 'close all', 'flat'])(
    'takes ‘%s’ first of all for the exit',
    async (said) => {
      await opened(deskWithInfy())
      await field().fill(said)
      const exit = option(/^Exit positions and cancel orders/)
      await expect.element(exit).toHaveAttribute('aria-selected', 'true')
    },
  )

  it('previews an order as it is said, opens its ticket, and sends nothing', async () => {
    const desk = deskWithInfy()
    const time = await opened(desk)
    await field().fill('buy 50 infy limit 1500 cnc')
    time.pass(80)
    const preview = dialog('Palette')
    await expect.element(preview.getByText('limit 1,500.00')).toBeVisible()
    expect(document.querySelector('.behind .BUY')?.textContent).toBe('buy')
    await expect.element(preview.getByText('₹75,000.00')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog('Regular ticket, INFY-EQ')).toBeVisible()
    await expect.element(page.getByRole('textbox', { name: 'Quantity' })).toHaveValue('50')
    expect(desk.called('placeOrders')).toEqual([])
    expect(desk.settings.said).toEqual(['buy 50 infy limit 1500 cnc'])
  })

  it.each([
    ['b 20 infy', 'Limit price'],
    ['b 20 infy 1500', 'Quantity'],
    ['b infy 1500', 'Quantity'],
  ])('%s opens a ticket where the keys are on %s', async (said, next) => {
    const time = await opened(deskWithInfy())
    await field().fill(said)
    time.pass(80)
    await expect.element(option('Open the ticket')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('textbox', { name: next, exact: true })).toHaveFocus()
  })

  it('keeps what is typed before its field is there, and the deck hears none of it', async () => {
    const desk = deskWithInfy({ knowsArming: true })
    await openWindow(desk)
    await page.getByRole('gridcell', { name: 'INFY-EQ' }).first().click()
    await userEvent.keyboard('{Control>}{Shift>}A{/Shift}{/Control}')
    const cell = document.activeElement!
    const press = (key: string, ctrlKey = false) =>
      cell.dispatchEvent(
        new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }),
      )
    // In one go: faster than anything can be drawn.
    press('k', true)
    for (const key of ['x', ' ', '1', 'p', 'Backspace', '0']) press(key)
    await expect.element(field()).toHaveValue('x 10')
    await settled()
    expect(desk.called('placeOrders')).toEqual([])
    expect(dialog(/ticket/).elements()).toEqual([])
    expect(desk.called('pausePolling')).toEqual([])
  })

  it('leaves the focus with the panel that it shows, and where it was after anything else', async () => {
    await opened(deskWithInfy())
    await field().fill('show positions')
    await userEvent.keyboard('{Enter}')
    const grid = page.getByRole('treegrid', { name: 'Positions' })
    await expect.element(grid).toHaveFocus()
    await userEvent.keyboard('{Control>}k{/Control}')
    await field().fill('limits over all')
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog('Limits over all accounts')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(grid).toHaveFocus()
    await userEvent.keyboard('{Control>}k{/Control}')
    await field().fill('show family')
    await userEvent.keyboard('{Tab}')
    await expect.element(field()).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog('Palette')).not.toBeInTheDocument()
    await expect.element(grid).toHaveFocus()
  })

  it('is closed by the keys that open it, also where they are a person’s own', async () => {
    await openWindow(deskWithInfy({ shortcuts: { palette: '$mod+J' } }))
    await expect.element(page.getByRole('button', { name: 'New order' })).toBeVisible()
    await userEvent.keyboard('{Control>}j{/Control}')
    await expect.element(field()).toBeVisible()
    await userEvent.keyboard('{Control>}k{/Control}')
    await expect.element(field()).toBeVisible()
    await userEvent.keyboard('{Control>}j{/Control}')
    await expect.element(dialog('Palette')).not.toBeInTheDocument()
  })

  it('sends at once while armed, and only once while Enter is held', async () => {
    const desk = deskWithInfy({ knowsArming: true })
    await openWindow(desk)
    await expect.element(page.getByRole('button', { name: 'New order' })).toBeVisible()
    await userEvent.keyboard('{Control>}{Shift>}A{/Shift}{/Control}')
    await userEvent.keyboard('{Control>}k{/Control}')
    await field().fill('sell 5 infy 1500 @family')
    await expect.element(option(/Send at once/)).toBeVisible()
    await userEvent.keyboard('{Enter>5/}')
    await expect.poll(() => desk.called('placeOrders')).toHaveLength(1)
    await expect.element(page.getByText('Queued, 1 of 1')).toBeVisible()
    expect(desk.called('placeOrders')).toMatchObject([
      { orders: [{ account: 'family', action: 'SELL', quantity: '5' }] },
    ])
  })

  it.each([
    [true, 'for all'],
    [false, 'for all'],
    [true, 'by their names'],
    [false, 'by their names'],
  ])(
    'means only those that lack an order which went to some a moment ago, armed: %s, said %s',
    async (isArmed, how) => {
      const desk = deskWithInfy({ knowsArming: true })
      desk.window = { ...desk.window, selected: pickOf(['everyday', 'family']) }
      desk.fill('family', 'positions', [['a', position()]])
      const ofAccount = (id: string, state: Intent['state'], number: number) =>
        intent({
          ...{ id: uuid(number), account: id, confirmation: uuid(900), state },
          ...{ parts: [part(state === 'refused' ? 'refused' : 'accepted')] },
          ...{ ticket: regular({ account: id, symbol: 'INFY-EQ' }), at: new FakeTime().wall() },
        })
      desk.intents = [ofAccount('everyday', 'accepted', 811), ofAccount('family', 'refused', 812)]
      await openWindow(desk)
      await expect.element(page.getByRole('button', { name: 'New order' })).toBeVisible()
      if (isArmed) await userEvent.keyboard('{Control>}{Shift>}A{/Shift}{/Control}')
      await userEvent.keyboard('{Control>}k{/Control}')
      const named = how === 'for all' ? '' : ' @everyday,@family'
      await field().fill(`buy 50 infy-eq limit 1532${named}`)
      await expect
        .element(dialog('Palette'))
        .toMatchTextContent(/To Family 1 account has it already, or may have it/)
      await expect.element(option(/^Open the ticket/)).toBeVisible()
      await userEvent.keyboard('{Enter}')
      const box = (name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name} `) })
      await expect.element(box('Everyday')).not.toBeChecked()
      await expect.element(box('Family')).toBeChecked()
      expect(desk.called('placeOrders')).toEqual([])
    },
  )

  it.each([
    ['@real', 'INFY-EQ'],
    ['@try', 'INFY'],
    ['@real,@try', 'INFY-EQ'],
  ])('means by a name on an exchange what the books of %s show', async (to, symbol) => {
    const url = { kind: 'url', url: 'https://api.example.com' } as const
    const desk = new MemoryDesk({
      accounts: [account('real', { broker: 'ZE', service: url }), account('try')],
    })
    desk.fill('real', 'positions', [['a', position()]])
    desk.fill('try', 'positions', [['a', position({ symbol: 'INFY' })]])
    await opened(desk)
    await field().fill(`buy 5 infy nse limit 1500 ${to}`)
    await expect
      .poll(() => document.querySelector('.preview')?.textContent)
      .toMatch(new RegExp(`5\\s*${symbol}\\s*NSE`))
  })

  it.each([
    ['@real', 'INFY-EQ'],
    ['@try', 'INFY'],
  ])(
    'means by it what they showed before, also where %s show nothing today',
    async (to, symbol) => {
      const url = { kind: 'url', url: 'https://api.example.com' } as const
      const desk = new MemoryDesk({
        accounts: [account('real', { broker: 'ZE', service: url }), account('try')],
      })
      const seen = { exchange: 'NSE', lot: null, tick: null } as const
      desk.answers.listSymbols = () =>
        ok([
          { ...seen, symbol: 'INFY-EQ', of: 'real' },
          { ...seen, symbol: 'INFY', of: 'practice' },
        ])
      await opened(desk)
      await field().fill(`buy 5 infy nse limit 1500 ${to}`)
      await expect
        .poll(() => document.querySelector('.preview')?.textContent)
        .toMatch(new RegExp(`5\\s*${symbol}\\s*NSE`))
    },
  )

  it('opens what was said, also where a ticket for another price is open', async () => {
    const desk = deskWithInfy()
    await opened(desk)
    await field().fill('buy 50 infy limit 1500')
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog('Regular ticket, INFY-EQ')).toBeVisible()
    await userEvent.keyboard('{Control>}k{/Control}')
    await field().fill('buy 50 infy limit 1480 @everyday')
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(() =>
        page.getByRole('textbox', { name: 'Limit price' }).elements().map(valueOf).toSorted(),
      )
      .toEqual(['1,480.00', '1,500.00'])
  })

  it('does not open a ticket for what it does not understand, and completes what may be meant', async () => {
    const desk = deskWithInfy()
    await opened(desk)
    await field().fill('buy 50 inf mkt')
    await expect
      .element(page.getByText(/No book of these accounts shows ‘inf’/).first())
      .toBeVisible()
    expect(option(/Open the ticket/).elements()).toEqual([])
    await userEvent.keyboard('{Tab}')
    await expect.element(field()).toHaveValue('buy 50 nse:INFY-EQ mkt')
    await expect.element(option(/Open the ticket/)).toBeVisible()
  })

  it('finds commands by any of their words, with their keys, and does them', async () => {
    const desk = deskWithInfy()
    await opened(desk)
    await field().fill('poll now')
    await expect.element(option(/Refresh the books.*F5/)).toBeVisible()
    await field().fill('show fam')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => desk.window.selected).toBe('family')
    await expect.poll(() => dialog('Palette').elements()).toEqual([])
  })

  it('opens what a command shows in its own place', async () => {
    await opened(deskWithInfy())
    await field().fill('cancel all @family')
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog('Exit')).toBeVisible()
    await expect
      .element(page.getByRole('radio', { name: 'Cancel orders', exact: true }))
      .toBeChecked()
    await expect.element(page.getByText(/in 1 account\./)).toBeVisible()
  })

  it('takes the whole title of a command for that command, also where it begins as an order does', async () => {
    await opened(deskWithInfy())
    await field().fill('cancel all orders')
    await expect.element(option(/^Cancel all orders/).first()).toBeVisible()
    expect(page.getByText(/was not understood|No book of these accounts shows/).elements()).toEqual(
      [],
    )
    await userEvent.keyboard('{Enter}')
    await expect
      .element(page.getByRole('radio', { name: 'Cancel orders', exact: true }))
      .toBeChecked()
  })

  it('exits a position by its name, through a ticket', async () => {
    const desk = deskWithInfy()
    await opened(desk)
    await field().fill('exit 50% infy')
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog('Regular ticket, INFY-EQ')).toBeVisible()
    await expect.element(page.getByRole('textbox', { name: 'Quantity' })).toHaveValue('100')
  })

  it('exits what has another symbol at each broker by its one name, all of it and never a part at once', async () => {
    const desk = new MemoryDesk({
      accounts: [account('everyday', { broker: 'ZE' }), account('family')],
      settings: { knowsArming: true },
    })
    const at = { exchange: 'NSE', broker: 'PX', origin: 'typed' } as const
    desk.brokerSymbols = [{ ...at, name: 'RELIANCE', symbol: 'RELIANCE-EQ' }]
    desk.fill('everyday', 'positions', [['a', position({ symbol: 'RELIANCE' })]])
    desk.fill('family', 'positions', [['b', position({ symbol: 'RELIANCE-EQ' })]])
    await openWindow(desk)
    await expect.element(page.getByRole('button', { name: 'New order' })).toBeVisible()
    await userEvent.keyboard('{Control>}{Shift>}A{/Shift}{/Control}')
    await userEvent.keyboard('{Control>}k{/Control}')
    await field().fill('exit reliance')
    await expect.element(option(/^Exit…/)).toBeVisible()
    await userEvent.keyboard('{Enter}')
    const chosen = dialog('Exit chosen positions')
    await expect.element(chosen.getByText('RELIANCE-EQ')).toBeVisible()
    await expect.element(chosen.getByText('RELIANCE', { exact: true })).toBeVisible()
    expect(desk.called('placeOrders')).toEqual([])
  })

  it('exits by a group’s name in each account that holds it, shown or not, and says who has none', async () => {
    const desk = new MemoryDesk({
      accounts: [
        account('everyday'),
        account('family'),
        account('swing'),
        account('silent'),
        account('away', { enabled: false }),
      ],
      settings: { knowsArming: true },
      window: { selected: 'everyday' },
    })
    const share = { kind: 'times', times: '1' } as const
    const members = desk.accounts.map(({ id }) => ({ account: id, share }))
    desk.groups = [{ id: uuid(7), name: 'Long term', colour: 'green', members }]
    desk.fill('silent', 'positions', [], { age: null })
    desk.fill('swing', 'positions', [['b', position({ symbol: 'INFY-EQ', netqty: 100 })]])
    desk.fill('family', 'positions', [['a', position({ symbol: 'INFY-EQ' })]])
    const time = await openWindow(desk)
    await expect.element(page.getByRole('button', { name: 'New order' })).toBeVisible()
    await userEvent.keyboard('{Control>}{Shift>}A{/Shift}{/Control}')
    await userEvent.keyboard('{Control>}k{/Control}')
    await field().fill('exit 50% infy @long-term')
    await expect.element(option(/^Exit…/)).toBeVisible()
    await userEvent.keyboard('{Enter}')
    const chosen = dialog('Exit chosen positions')
    await expect
      .element(chosen)
      .toMatchTextContent('No position in INFY-EQ on NSE in the books of Everyday.')
    await expect.element(chosen).toMatchTextContent('Switched off, and left alone: Away.')
    await expect
      .element(chosen)
      .toMatchTextContent(
        'Whether Silent has a position in INFY-EQ is not known: its positions have not been read yet.',
      )
    await settled()
    time.pass(80)
    await expect.element(page.getByRole('button', { name: /^Review/ })).toBeEnabled()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect
      .element(chosen)
      .toMatchTextContent(/Sells 100 INFY-EQ.*Sells 50 INFY-EQ.*Whether Silent.*books of Everyday/)
    expect(desk.called('previewOrders').at(-1)).toMatchObject({
      orders: [
        { account: 'family', quantity: '100', exit: true },
        { account: 'swing', quantity: '50', exit: true },
      ],
    })
    expect(desk.called('placeOrders')).toEqual([])
  })

  it('names accounts of a tag that are switched off, of an exit and of an order', async () => {
    const tags = ['Family']
    const desk = new MemoryDesk({
      accounts: [
        account('everyday', { tags }),
        account('swing', { tags }),
        account('away', { tags, enabled: false }),
      ],
      settings: { knowsArming: true },
    })
    desk.fill('everyday', 'positions', [['a', position()]])
    desk.fill('swing', 'positions', [['b', position()]])
    const isOff = 'Away: This account is switched off. Switch it on, or choose another one.'
    desk.answers.previewOrders = ({ orders }) =>
      ok({
        ...desk.preview(orders as Ticket[]),
        problems: (orders as Ticket[]).flatMap(({ account: of }, order) =>
          of === 'away'
            ? [{ order, field: 'account', level: 'refuse', code: 'account', message: isOff }]
            : [],
        ),
      })
    const time = await opened(desk)
    await field().fill('exit infy @#family')
    await expect.element(option(/^Exit…/)).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect
      .element(dialog('Exit chosen positions'))
      .toMatchTextContent('Switched off, and left alone: Away.')
    await userEvent.keyboard('{Escape}{Control>}k{/Control}')
    await field().fill('exit all @#family')
    await userEvent.keyboard('{Enter}')
    await expect
      .element(dialog('Exit'))
      .toMatchTextContent('Left as they are, whatever they hold: Away (switched off).')
    await userEvent.keyboard('{Escape}{Control>}k{/Control}')
    await field().fill('buy 9 infy 1500 @#family')
    await settled()
    time.pass(80)
    await expect
      .element(page.getByText(/^Left out: Away. This account is switched off/))
      .toBeVisible()
  })

  it('exits nothing at once of an account that may hold more of it, and says so', async () => {
    const desk = new MemoryDesk({ accounts: [account('main')], settings: { knowsArming: true } })
    desk.fill('main', 'positions', [
      ['a', position({ symbol: 'INFY-EQ' })],
      ['b', position({ symbol: 'INFY', exchange: 'NSE_EQ' })],
    ])
    await openWindow(desk)
    await expect.element(page.getByRole('button', { name: 'New order' })).toBeVisible()
    await userEvent.keyboard('{Control>}{Shift>}A{/Shift}{/Control}')
    await userEvent.keyboard('{Control>}k{/Control}')
    await field().fill('exit infy-eq')
    await expect.element(option(/^Exit…/)).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect
      .element(dialog('Exit chosen positions'))
      .toMatchTextContent(
        'Whether this is all that Main holds of INFY-EQ is not known: it holds INFY on NSE_EQ',
      )
    expect(desk.called('placeOrders')).toEqual([])
  })

  it('says of nobody that it holds nothing where its book was not read', async () => {
    const desk = deskWithInfy()
    desk.fill('family', 'positions', [], { age: null })
    await opened(desk)
    await field().fill('exit infy @family')
    await expect
      .element(dialog('Palette'))
      .toMatchTextContent('No book that was read shows an open position called ‘infy’.')
  })

  it('gives back with the arrow up what was said before', async () => {
    const desk = deskWithInfy({ said: ['buy 1 infy mkt', 'exit all'] })
    await opened(desk)
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(field()).toHaveValue('buy 1 infy mkt')
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(field()).toHaveValue('exit all')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await expect.element(field()).toHaveValue('')
    await userEvent.keyboard('{Escape}')
    await settled()
    expect(dialog('Palette').elements()).toEqual([])
  })
})
