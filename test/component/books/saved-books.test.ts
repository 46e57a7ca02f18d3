import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { account, MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { position } from '../../unit/renderer/records.ts'
import { openWindow } from '../window.ts'

/** The day before the window's clock, at 15:29 in India. */
const yesterday = Date.UTC(2026, 10, 20, 9, 59)
const trouble = { code: 'no-answer', message: 'The connection was refused.' } as const

/** 100 bought at 1,500, and the last price 1,510: 1,000 made. */
const infosys = {
  ...{ symbol: 'INFY-EQ', cfbuyqty: 0, cfsellqty: 0, bqty: 100, sqty: 0, netqty: 100 },
  ...{ buyavgprc: 1500, netbuyavgprc: 1500, netavgprc: 1500, ltp: 1510 },
  ...{ realisedprofitloss: 0, unrealisedprofitloss: 1000 },
}

async function saved(): Promise<{ name: string; lines: string[] }> {
  const file = Promise.withResolvers<{ name: string; lines: string[] }>()
  const { click } = HTMLAnchorElement.prototype
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    HTMLAnchorElement.prototype.click = click
    const name = this.download
    void fetch(this.href).then(async (answer) =>
      file.resolve({ name, lines: (await answer.text()).trimEnd().split('\r\n') }),
    )
  }
  await page.getByRole('button', { name: 'Export positions as CSV' }).click()
  return file.promise
}

describe('a book that is saved', () => {
  it('says no more than its figures where the screen marks none', async () => {
    const desk = new MemoryDesk()
    desk.fill('main', 'positions', [['a', position(infosys)]])
    await openWindow(desk)
    await expect.element(page.getByRole('gridcell', { name: 'INFY-EQ', exact: true })).toBeVisible()
    const { name, lines } = await saved()
    expect(name).toBe('quarterdeck-positions-2026-11-21.csv')
    expect(lines[0]).not.toMatch(/Note/)
  })

  it('says in words what the screen marks', async () => {
    const desk = new MemoryDesk()
    const tcs = position({ ...infosys, symbol: 'TCS-EQ' })
    desk.fill('main', 'positions', [
      ['a', position({ ...infosys, unrealisedprofitloss: 9000 })],
      ['b', tcs],
      ['b#2', { ...tcs }],
    ])
    await openWindow(desk)
    await expect.element(page.getByRole('gridcell', { name: 'INFY-EQ', exact: true })).toBeVisible()
    const { lines } = await saved()
    expect(lines[0]).toMatch(/,Note$/)
    const line = lines.find((one) => one.includes('INFY-EQ'))
    expect(line).toMatch(
      /,"P&L: The service says \+₹9,000\.00; reckoned from quantities, averages and the last price it is \+₹1,000\.00\./,
    )
    const twice = lines.filter((one) => one.includes('TCS-EQ'))
    expect(twice).toHaveLength(2)
    for (const one of twice) expect(one).toMatch(/,"The book has this more than once: /)
  })

  it.each([
    ['has rows that cannot be read', { unreadable: ['row 2: no symbol'] }],
    ['may leave out rows', { leavesOut: 'rows' } as const],
    ['was not read yet', { age: null }],
  ])('is called incomplete where the book of an account %s', async (_, meta) => {
    const desk = new MemoryDesk({ accounts: [account('main'), account('other')] })
    desk.fill('main', 'positions', [['a', position(infosys)]])
    desk.fill('other', 'positions', [], meta)
    await openWindow(desk)
    await expect.element(page.getByRole('gridcell', { name: 'INFY-EQ', exact: true })).toBeVisible()
    const { name } = await saved()
    expect(name).toBe('quarterdeck-positions-2026-11-21-incomplete.csv')
  })

  it('of an earlier session has its day in its name, and its age in each row and in its sums', async () => {
    const desk = new MemoryDesk({ accounts: [account('main')] })
    const meta = { seq: -1, age: null, kept: yesterday, trouble }
    desk.fill('main', 'positions', [['a', position(infosys)]], meta)
    await openWindow(desk)
    await expect.element(page.getByRole('gridcell', { name: 'INFY-EQ', exact: true })).toBeVisible()
    const sum = document.querySelector<HTMLElement>('.foot b[title]')
    expect(sum?.title).toMatch(/^Of an earlier session: Main is /)
    expect(sum?.className).not.toBe('up')
    const { name, lines } = await saved()
    expect(name).toBe('quarterdeck-positions-2026-11-20-old.csv')
    expect(lines[1]).toMatch(/,"Old: read 2026-11-20 15:29, in an earlier session\."$/)
  })
})
