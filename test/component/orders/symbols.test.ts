import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fail, ok } from '../../../src/shared/core/errors.ts'
import type { BrokerSymbol, LearnedSymbol } from '../../../src/shared/orders/broker-symbols.ts'
import { SymbolNames } from '../../../src/shared/orders/symbol-names.ts'
import type { Ticket } from '../../../src/shared/orders/tickets.ts'
import { account, MemoryDesk, planned } from '../../unit/renderer/memory-desk.ts'
import { position } from '../../unit/renderer/records.ts'
import { openWindow } from '../window.ts'

const dialog = page.getByRole('dialog')
const table = page.getByRole('region', { name: 'Symbols of each broker' })

const entry = (name: string, broker: string, symbol: string): BrokerSymbol => ({
  exchange: 'NSE',
  name,
  broker,
  symbol,
  origin: 'typed',
})
const learned: LearnedSymbol = {
  ...{ exchange: 'NSE', name: 'RELIANCE', broker: 'PY', symbol: 'RELIANCE-EQ', token: '2885' },
  ...{ others: [{ broker: 'PX', symbol: 'RELIANCE' }], against: [] },
}

/** A desk that keeps what it is given, as far as it can be true together. */
function deskWith(entries: BrokerSymbol[] = [], proposals: LearnedSymbol[] = []): MemoryDesk {
  const desk = new MemoryDesk({ accounts: [account('main'), account('other', { broker: 'PY' })] })
  desk.brokerSymbols = entries
  desk.learnedSymbols = proposals
  desk.answers.saveBrokerSymbols = ({ put, drop }) => {
    const isOf = (one: BrokerSymbol) => (other: { name: string; broker: string }) =>
      one.name === other.name && one.broker === other.broker
    const stay = desk.brokerSymbols.filter((one) => ![...put, ...drop].some(isOf(one)))
    const next = [...stay, ...(put as BrokerSymbol[])]
    if (new SymbolNames(next).entries.length < next.length) return fail('invalid', 'Contradicted.')
    desk.brokerSymbols = next
    desk.learnedSymbols = []
    desk.emit('brokerSymbols', next)
    return ok({ entries: next, learned: [] })
  }
  return desk
}

async function openSymbols(desk: MemoryDesk): Promise<void> {
  await openWindow(desk)
  await page.getByRole('button', { name: 'Accounts, settings', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Accounts…', exact: true }).click()
  await page.getByRole('button', { name: 'Symbols…' }).click()
  await expect.element(page.getByRole('button', { name: 'Add symbol' })).toBeVisible()
}

describe('the list of symbols', () => {
  const list = page.getByRole('dialog', { name: 'Symbols of each broker' })
  const accounts = page.getByRole('dialog', { name: 'Accounts', exact: true })

  it('goes back to the accounts that it was opened from', async () => {
    await openSymbols(deskWith([]))
    await userEvent.keyboard('{Escape}')
    await expect.element(list).not.toBeInTheDocument()
    await expect.element(accounts).toBeVisible()
  })

  it('closes where the palette opened it, also after a symbol was looked at', async () => {
    await openWindow(deskWith([]))
    await userEvent.keyboard('{Control>}k{/Control}')
    await page.getByRole('combobox', { name: /^Order, command/ }).fill('symbols of each')
    await userEvent.keyboard('{Enter}')
    await page.getByRole('button', { name: 'Add symbol' }).click()
    await expect.element(page.getByRole('dialog', { name: 'Add symbol' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(list).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(list).not.toBeInTheDocument()
    await expect.element(accounts).not.toBeInTheDocument()
  })
})

describe('the one name of an instrument', () => {
  it('is offered in a ticket with what the books of any broker say of it', async () => {
    const desk = deskWith([
      entry('RELIANCE', 'PY', 'RELIANCE-EQ'),
      entry('NEWCO', 'PY', 'NEWCO-EQ'),
    ])
    desk.fill('other', 'positions', [
      ['a', position({ symbol: 'RELIANCE-EQ', ltp: 1440.5, lot_size: 1, netqty: 10 })],
    ])
    await openWindow(desk)
    await page.getByRole('button', { name: 'New order' }).click()
    await page.getByRole('menuitem', { name: 'Regular' }).click()
    const symbol = page.getByRole('combobox', { name: 'Symbol' })
    const option = (name: RegExp) => page.getByRole('option', { name })
    await symbol.fill('reli')
    await expect.element(option(/^RELIANCE\s+NSE · 1,440\.50/)).toBeVisible()
    await expect.element(option(/^RELIANCE-EQ\s+NSE · 1,440\.50/)).toBeVisible()
    await symbol.fill('newc')
    await expect.element(option(/^NEWCO\s+NSE/)).toBeVisible()
    await symbol.fill('RELIANCE')
    await userEvent.keyboard('{Tab}')
    const ticket = page.getByRole('dialog', { name: / ticket\b/ })
    await expect.element(ticket).toMatchTextContent(/NSE · 1,440\.50/)
    expect(ticket.element().textContent).not.toContain('not in the books')
  })
})

describe('the underlying of an option', () => {
  it('is offered by its one name, and each account says what its broker calls it', async () => {
    const onNfo = { ...entry('SENSEX', 'PY', 'BSE SENSEX'), exchange: 'BFO' } as const
    const future = { ...entry('NIFTY26NOVFUT', 'PY', 'NIFTYNOVF'), exchange: 'NFO' } as const
    const desk = deskWith([entry('NIFTY', 'PY', 'NIFTY 50'), onNfo, future])
    desk.answers.previewOrders = ({ orders }) => {
      const tickets = orders as Ticket[]
      return ok({
        ...desk.preview(tickets),
        orders: tickets.map((ticket) =>
          planned(ticket, { underlying: ticket.account === 'other' ? 'NIFTY 50' : 'NIFTY' }),
        ),
      })
    }
    const time = await openWindow(desk)
    await page.getByRole('button', { name: 'New order' }).click()
    await page.getByRole('menuitem', { name: 'Option' }).click()
    const underlying = page.getByRole('combobox', { name: 'Underlying' })
    await underlying.fill('s')
    await expect.element(page.getByRole('option', { name: /^SENSEX/ })).toBeVisible()
    await underlying.fill('nif')
    await expect.element(page.getByRole('option', { name: /^NIFTY\s/ })).toBeVisible()
    // A contract is no underlying.
    expect(page.getByRole('option', { name: /FUT/ }).elements()).toEqual([])
    await page.getByRole('option', { name: /^NIFTY\s/ }).click()
    await expect.element(underlying).toHaveValue('NIFTY')
    await page.getByRole('textbox', { name: 'Expiry' }).fill('24NOV26')
    await page.getByRole('textbox', { name: 'Strike step' }).fill('50')
    await page.getByRole('textbox', { name: 'Strikes away' }).fill('2')
    await page.getByRole('textbox', { name: 'Quantity', exact: true }).fill('75')
    await page.getByRole('textbox', { name: 'Limit price' }).fill('120')
    time.pass(80)
    const ticket = page.getByRole('dialog', { name: / ticket\b/ })
    await expect.element(ticket.getByText('as NIFTY 50')).toBeVisible()
    await expect.element(page.getByRole('button', { name: /^Review/ })).toBeEnabled()
    await page.getByRole('button', { name: /^Review/ }).click()
    await expect.element(ticket.getByText('NIFTY is NIFTY 50 at PY.')).toBeVisible()
  })
})

describe('the symbols of each broker', () => {
  it('are added, found, changed and deleted', async () => {
    const desk = deskWith([entry('INFY', 'PY', 'INFY-EQ')])
    await openSymbols(desk)
    await page.getByRole('button', { name: 'Add symbol' }).click()
    await page.getByLabelText('Name').fill('RELIANCE')
    await page.getByLabelText('Broker').fill('p y')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.element(dialog).toMatchTextContent('ust be a broker code')
    await expect.element(dialog).toMatchTextContent('ust not be empty')
    await page.getByLabelText('Broker').fill('py')
    await page.getByLabelText('Its symbol').fill('RELIANCE-EQ')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.element(table).toMatchTextContent(/RELIANCE ?NSE ?PY ?RELIANCE-EQ ?typed/)
    await page.getByLabelText('Find a symbol').fill('infy')
    await expect.element(dialog).toMatchTextContent('1 of 2 symbols')
    await page.getByRole('button', { name: 'Edit INFY at PY' }).click()
    await page.getByLabelText('Its symbol').fill('INFY-BE')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.element(table).toMatchTextContent('INFY-BE')
    await page.getByRole('button', { name: 'Edit INFY at PY' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete INFY at PY' }).click()
    await expect.element(table).not.toMatchTextContent('INFY')
    expect(desk.brokerSymbols).toMatchObject([{ name: 'RELIANCE', broker: 'PY', origin: 'typed' }])
  })

  it('ask which, where two cannot be true together', async () => {
    const desk = deskWith([entry('INFY', 'PY', 'INFY-EQ')])
    await openSymbols(desk)
    await page.getByRole('button', { name: 'Add symbol' }).click()
    await page.getByLabelText('Name').fill('INFOSYS')
    await page.getByLabelText('Broker').fill('PY')
    await page.getByLabelText('Its symbol').fill('INFY-EQ')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.element(dialog).toMatchTextContent('INFY is INFY-EQ at PY')
    expect(desk.called('saveBrokerSymbols')).toEqual([])
    await page.getByLabelText(/Take this instead/).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.element(table).toMatchTextContent('INFOSYS')
    expect(desk.brokerSymbols).toHaveLength(1)
  })

  it('that the books show go by nothing before somebody agrees', async () => {
    const desk = deskWith([], [learned])
    await openSymbols(desk)
    const said = page.getByRole('region', { name: 'What the books say' })
    await expect.element(said).toMatchTextContent('RELIANCE is RELIANCE-EQ at PY')
    expect(desk.called('saveBrokerSymbols')).toEqual([])
    await said.getByRole('button', { name: 'Agree' }).click()
    await expect.element(table).toMatchTextContent('the books, agreed to')
    expect(said.elements()).toEqual([])
  })

  it('that the books contradict are shown with both, and what was said can stay', async () => {
    const before = entry('RELIANCE', 'PY', 'RELIANCE-BE')
    const desk = deskWith([before], [{ ...learned, against: [before] }])
    await openSymbols(desk)
    const said = page.getByRole('region', { name: 'What the books say' })
    await expect.element(said).toMatchTextContent('It was said that RELIANCE is RELIANCE-BE at PY')
    await said.getByRole('button', { name: 'Keep what was said' }).click()
    await expect.poll(() => said.elements()).toEqual([])
    expect(desk.called('saveBrokerSymbols')).toEqual([
      {
        ...{ put: [], drop: [] },
        decline: [{ exchange: 'NSE', name: 'RELIANCE', broker: 'PY', symbol: 'RELIANCE-EQ' }],
      },
    ])
  })

  it('come from a table, with each bad cell marked and what contradicts ticked', async () => {
    const desk = deskWith([entry('INFY', 'PY', 'INFY-EQ')])
    await openSymbols(desk)
    await page.getByRole('button', { name: 'Import…' }).click()
    const lines = ['INFY,NSE,PY,INFY-BE', 'TCS,NSE,PY,TCS-EQ', 'X,NYSE,PY,X1']
    const text = ['Name,Exchange,Broker,Symbol', ...lines].join('\r\n')
    await userEvent.upload(page.getByLabelText('File'), new File([text], 'symbols.csv'))
    await expect.element(page.getByText('1 of 3 lines will be taken over.')).toBeVisible()
    await expect
      .element(page.getByRole('region', { name: 'Lines of the file' }))
      .toMatchTextContent(/Exchange.‘NYSE’: must be one of NSE/)
    await page.getByLabelText('instead of: INFY is INFY-EQ at PY').click()
    await page.getByRole('button', { name: 'Take over 2 symbols' }).click()
    await expect.element(page.getByText('Took over 2 symbols.')).toBeVisible()
    await expect.element(table).toMatchTextContent('INFY-BE')
    expect(desk.brokerSymbols.map(({ symbol }) => symbol)).toEqual(['INFY-BE', 'TCS-EQ'])
  })
})
