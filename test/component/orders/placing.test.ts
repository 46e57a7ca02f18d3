import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fail, ok } from '../../../src/shared/core/errors.ts'
import type { Intent, Part } from '../../../src/shared/orders/intents.ts'
import type { Placement } from '../../../src/shared/orders/placing.ts'
import type { Ticket } from '../../../src/shared/orders/tickets.ts'
import { type Problem, problemCodes } from '../../../src/shared/orders/problems.ts'
import { account, MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { intent, part, uuid } from '../../unit/renderer/intents.ts'
import { order, position } from '../../unit/renderer/records.ts'
import type { FakeTime } from '../../unit/renderer/fake-time.ts'
import { glance, openWindow, settled } from '../window.ts'

const field = (name: string) => page.getByRole('textbox', { name })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const review = () => button(/^Review/)
const send = () => button('Buy 100 INFY-EQ')

interface Placed {
  confirmation: string
  accepted: string[]
}
const placed = (desk: MemoryDesk): Placed[] => desk.called('placeOrders') as Placed[]

const ask = (more: Partial<Problem> = {}): Problem => ({
  order: 0,
  field: 'pricing.price',
  level: 'ask',
  code: 'distance',
  message: 'The price is 12 % above the last one.',
  ...more,
})

function deskWithInfy(accounts = [account('main')]): MemoryDesk {
  const desk = new MemoryDesk({ accounts })
  desk.fill('main', 'positions', [['a', position()]])
  return desk
}

const two = [account('main'), account('swing')]

/** Lets the desk be asked about what was typed. */
async function previewed(time: FakeTime): Promise<void> {
  time.pass(80)
  await expect.element(review()).toBeEnabled()
}

async function typed(desk: MemoryDesk): Promise<FakeTime> {
  const time = await openWindow(desk)
  await button('New order').click()
  await page.getByRole('menuitem', { name: 'Regular' }).click()
  await page.getByRole('combobox', { name: 'Symbol' }).fill('INFY-EQ')
  await field('Quantity').fill('100')
  await field('Limit price').fill('1531.90')
  if (desk.accounts.length > 4) await button('Tick all').click()
  return time
}

async function reviewed(desk: MemoryDesk): Promise<FakeTime> {
  const time = await typed(desk)
  await previewed(time)
  await review().click()
  return time
}

describe('a regular ticket', () => {
  it('goes from its fields to exactly the order that was reviewed', async () => {
    const desk = deskWithInfy()
    const time = await typed(desk)
    await previewed(time)
    await expect.element(button('Review · buy 100')).toBeVisible()
    await review().click()
    await expect.element(page.getByText('Buys 100 INFY-EQ at 1,531.90, MIS on NSE.')).toBeVisible()
    await glance(time)
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Queued, 1 of 1')).toBeVisible()
    expect(desk.called('placeOrders')).toEqual([
      {
        confirmation: expect.stringMatching(/^[0-9a-f-]{36}$/),
        accepted: [],
        shown: [
          {
            ...{ symbol: 'INFY-EQ', underlying: null },
            ...{ action: 'BUY', quantity: 100, price: '1531.90' },
          },
        ],
        orders: [
          {
            kind: 'regular',
            account: 'main',
            exchange: 'NSE',
            symbol: 'INFY-EQ',
            action: 'BUY',
            quantity: '100',
            product: 'MIS',
            pricing: { type: 'LIMIT', price: '1531.90' },
            slice: null,
            exit: false,
          },
        ],
      },
    ])
  })

  it('says nothing of lots and ticks before there is something that has them', async () => {
    const desk = deskWithInfy()
    await openWindow(desk)
    await button('New order').click()
    await page.getByRole('menuitem', { name: 'Regular' }).click()
    const ticket = page.getByRole('dialog', { name: / ticket\b/ })
    await expect.element(ticket).toMatchTextContent('No symbol yet')
    expect(ticket.element().textContent).not.toMatch(/lot |tick 0/)
    await page.getByRole('combobox', { name: 'Symbol' }).fill('ELSE-EQ')
    await expect.element(ticket).toMatchTextContent(/lot unknown.*tick 0\.05/)
  })

  it('has its symbol selected by a click from another field, and a second click puts the caret', async () => {
    await typed(deskWithInfy())
    const symbol = page.getByRole('combobox', { name: 'Symbol' })
    const input = symbol.element() as HTMLInputElement
    const selection = () => [input.selectionStart, input.selectionEnd]
    await field('Quantity').click()
    await expect.element(field('Quantity')).toHaveFocus()
    await symbol.click()
    expect(selection()).toEqual([0, 'INFY-EQ'.length])
    await symbol.click()
    const [start, end] = selection()
    expect(end).toBe(start)
    // After a way out of it by keys, that click counts no more.
    await userEvent.tab()
    await symbol.click()
    expect(selection()).toEqual([0, 'INFY-EQ'.length])
  })

  it('takes no price along to another symbol, whose name replaces the old one as it is typed', async () => {
    const desk = deskWithInfy()
    desk.fill('main', 'positions', [
      ['a', position()],
      ['b', position({ symbol: 'SBIN-EQ', ltp: 845.7 })],
    ])
    await typed(desk)
    const symbol = page.getByRole('combobox', { name: 'Symbol' })
    await symbol.click()
    await userEvent.keyboard('SBIN-EQ')
    await expect.element(symbol).toHaveValue('SBIN-EQ')
    await expect.element(field('Limit price')).toHaveValue('')
    await symbol.fill('INFY-EQ')
    await expect.element(field('Limit price')).toHaveValue('1,531.90')
    await symbol.fill('SB')
    await page.getByRole('option', { name: /SBIN-EQ/ }).click()
    await expect.element(field('Limit price')).toHaveValue('845.70')
  })

  it('waits for what the desk says of it, and says why when that cannot be had', async () => {
    const desk = deskWithInfy()
    desk.answers.previewOrders = () => fail('internal', 'The planner broke.')
    const time = await typed(desk)
    await expect.element(review()).toBeDisabled()
    time.pass(80)
    await expect.element(page.getByText(/so it cannot be sent.*The planner broke/)).toBeVisible()
    await expect.element(review()).toBeDisabled()
  })

  /** Looks at orders as they are asked about, and answers one by one when it is told to. */
  function answeringLater(desk: MemoryDesk): (() => void)[] {
    const answers: (() => void)[] = []
    desk.answers.previewOrders = ({ orders }) =>
      new Promise((resolve) => {
        const preview = desk.preview(orders as never)
        answers.push(() => resolve(ok(preview)))
      })
    return answers
  }

  it('drops an answer that is about what was typed before', async () => {
    const desk = deskWithInfy()
    const answers = answeringLater(desk)
    const time = await typed(desk)
    time.pass(80)
    await field('Quantity').fill('200')
    time.pass(80)
    await expect.poll(() => answers.length).toBe(2)
    answers[1]!()
    await expect.element(button('Review · buy 200')).toBeEnabled()
    answers[0]!()
    await new Promise((resolve) => setTimeout(resolve))
    await expect.element(button('Review · buy 200')).toBeEnabled()
  })

  it('is looked at again when its price moves, at most once a second', async () => {
    const desk = deskWithInfy()
    const time = await typed(desk)
    await previewed(time)
    const before = desk.called('previewOrders').length
    for (const ltp of [1532, 1533, 1534]) {
      desk.poll('main', 'positions', { set: [['a', { ltp }]] })
      await settled()
      time.pass(100)
    }
    expect(desk.called('previewOrders')).toHaveLength(before)
    time.pass(700)
    await expect.poll(() => desk.called('previewOrders')).toHaveLength(before + 1)
  })

  it('is looked at again when the world moved while an answer was on its way', async () => {
    const desk = deskWithInfy()
    const answers = answeringLater(desk)
    desk.problems = [ask({ level: 'refuse', code: 'stopped', message: 'The stop is on.' })]
    const time = await typed(desk)
    time.pass(80)
    await expect.poll(() => answers.length).toBe(1)
    desk.problems = []
    desk.emit('stop', { on: false, at: null })
    desk.poll('main', 'positions', { set: [['a', { ltp: 1532 }]] })
    await settled()
    answers[0]!()
    await expect.element(page.getByText('The stop is on.').first()).toBeVisible()
    time.pass(1000)
    await expect.poll(() => answers.length).toBe(2)
    answers[1]!()
    await expect.element(button('Review · buy 100')).toBeEnabled()
  })

  it('shows what does not fit at its field, and the desk’s problems at theirs', async () => {
    const desk = deskWithInfy()
    desk.problems = [
      ask({ level: 'refuse', code: 'tick', message: 'The price is off the tick of 0.05.' }),
    ]
    const time = await typed(desk)
    await field('Quantity').fill('1.5')
    await expect.element(field('Quantity')).toHaveAttribute('aria-invalid', 'true')
    await expect.element(field('Quantity')).toHaveAccessibleDescription(/whole number of units/)
    await field('Quantity').fill('100')
    time.pass(80)
    await expect
      .element(field('Limit price'))
      .toHaveAccessibleDescription(/Problem: The price is off the tick of 0.05/)
    await expect.element(review()).toBeDisabled()
  })

  it('steps by lots and ticks with the arrows, ten at a time with Shift', async () => {
    await typed(deskWithInfy())
    await field('Quantity').click()
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(field('Quantity')).toHaveValue('101')
    await field('Limit price').click()
    await userEvent.keyboard('{ArrowDown}{Shift>}{ArrowUp}{/Shift}')
    await expect.element(field('Limit price')).toHaveValue('1,532.35')
  })

  it('completes a symbol only when told to', async () => {
    await typed(deskWithInfy())
    const symbol = page.getByRole('combobox', { name: 'Symbol' })
    await symbol.fill('INF')
    await expect.element(page.getByRole('option', { name: /INFY-EQ/ })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(symbol).toHaveValue('INF')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(symbol).toHaveValue('INFY-EQ')
  })
})

describe('confirming', () => {
  it('sends once, however often Enter is pressed and the button is clicked', async () => {
    const desk = deskWithInfy()
    let answer = (_: Placement): void => {}
    desk.answers.placeOrders = () =>
      new Promise((resolve) => (answer = (placement) => resolve(ok(placement))))
    await glance(await reviewed(desk))
    await expect.element(send()).toHaveFocus()
    await userEvent.keyboard('{Control>}{Enter>10/}{/Control}')
    const sending = button('Sending…')
    await expect.element(sending).toBeDisabled()
    ;(sending.element() as HTMLElement).click()
    sending.element().closest('form')!.requestSubmit()
    expect(placed(desk)).toHaveLength(1)
    answer({ isTaken: true, intents: [intent({ confirmation: placed(desk)[0]!.confirmation })] })
    await expect.element(page.getByText('Queued, 1 of 1')).toBeVisible()
  })

  it('is not done by the key or the double click that opened the review', async () => {
    const desk = deskWithInfy()
    const time = await typed(desk)
    await previewed(time)
    await field('Quantity').click()
    await userEvent.keyboard('{Enter>10/}')
    await expect.element(send()).toBeVisible()
    await userEvent.keyboard('{Enter}{Control>}{Enter}{Enter}{/Control}')
    time.pass(250)
    await userEvent.keyboard('{Enter}{Control>}{Enter}{/Control}')
    expect(placed(desk)).toEqual([])
    await button('Back').click()
    await review().dblClick()
    await expect.element(send()).toBeVisible()
    expect(placed(desk)).toEqual([])
    await send().click()
    expect(placed(desk)).toHaveLength(1)
  })

  it('asks for what has to be agreed to, and names it to the desk', async () => {
    const desk = deskWithInfy()
    desk.problems = [ask()]
    await reviewed(desk)
    await expect.element(send()).toBeDisabled()
    await page.getByRole('checkbox', { name: /12 % above the last one/ }).click()
    await send().click()
    expect(placed(desk)[0]!.accepted).toEqual(['0:distance'])
  })

  it('says once what differs in figures of money alone, and agrees to each of them', async () => {
    const desk = deskWithInfy(two)
    desk.problems = [ask(), ask({ order: 1, message: 'The price is 14.5 % above the last one.' })]
    await reviewed(desk)
    await page
      .getByRole('checkbox', { name: /^2 orders, of .*: The price is 12 to 14.5 % above/ })
      .click()
    await button('Buy 200 INFY-EQ').click()
    expect(placed(desk)[0]!.accepted).toEqual(['0:distance', '1:distance'])
  })

  it('asks once what differs in units alone, and names each account with its own', async () => {
    const desk = deskWithInfy(two)
    const held = (order: number, units: string, code: Problem['code'] = 'exit') =>
      ask({ order, code, message: `${['Main', 'Swing'][order]}: ${units} INFY-EQ MIS is held.` })
    desk.problems = [held(0, '−20'), held(1, '−1,500')]
    await reviewed(desk)
    const question = page.getByRole('checkbox', {
      name: /^2 orders, of Main \(−20\), Swing \(−1,500\): −1,500 to −20 INFY-EQ MIS is held\./,
    })
    await question.click()
    await expect.element(page.getByText(/^\d+ to read$/)).not.toBeInTheDocument()
    // What comes new afterwards is asked anew.
    desk.answers.placeOrders = () =>
      ok({ isTaken: false, problems: [...desk.problems, held(0, '−20', 'lot')] })
    await button('Buy 200 INFY-EQ').click()
    expect(placed(desk)[0]!.accepted).toEqual(['0:exit', '1:exit'])
    await expect.element(page.getByText('Not sent: 1 to read')).toBeVisible()
    await expect.element(question).toBeChecked()
  })

  it('keeps each question where it is, also one that the desk asks no more', async () => {
    const desk = deskWithInfy()
    const old = ask({ code: 'stale', field: null, message: 'Its books are old.' })
    desk.problems = [old]
    const time = await reviewed(desk)
    const boxes = () =>
      page
        .getByRole('checkbox', { name: /books are old|12 % above/ })
        .elements()
        .map((box) => box.closest('label')!.textContent.trim())
    const move = async (ltp: number) => {
      desk.poll('main', 'positions', { put: [['a', position({ ltp })]] })
      await settled()
      time.pass(1000)
      await settled()
    }
    await expect.element(page.getByText('1 to read', { exact: true })).toBeVisible()
    await page.getByRole('checkbox', { name: /books are old/ }).click()
    desk.problems = [ask()]
    await move(1600)
    await expect
      .poll(boxes)
      .toEqual([expect.stringContaining('books are old'), expect.stringContaining('12 % above')])
    await expect.element(send()).toBeDisabled()
    desk.problems = []
    await move(1601)
    await expect.poll(() => desk.called('previewOrders').length).toBeGreaterThan(2)
    // What is so no more is not said as if it were.
    await expect
      .poll(boxes)
      .toEqual([
        expect.stringMatching(/^No longer so: .*books are old\.$/),
        expect.stringMatching(/^No longer so: .*12 % above the last one\.$/),
      ])
    // It asks nothing, until it is so again.
    await expect.element(page.getByText(/^\d+ to read$/)).not.toBeInTheDocument()
    await expect.element(send()).toBeEnabled()
    desk.problems = [ask()]
    await move(1602)
    await expect.element(page.getByText('1 to read', { exact: true })).toBeVisible()
    await expect.element(send()).toBeDisabled()
    await page.getByRole('checkbox', { name: /12 % above/ }).click()
    await send().click()
    expect(placed(desk)[0]!.accepted).toEqual(['0:stale', '0:distance'])
  })

  it('says on one line how much is to be read, and leaves no hole above what would be sent', async () => {
    const desk = deskWithInfy()
    desk.problems = [ask()]
    await reviewed(desk)
    const unread = page.getByText('1 to read', { exact: true })
    await expect.element(unread).toBeVisible()
    const { lineHeight } = getComputedStyle(unread.element())
    const line = Number.parseFloat(lineHeight) || 20
    expect(unread.element().getBoundingClientRect().height).toBeLessThan(line * 1.6)
    await button('{ } request').click()
    const question = page
      .getByText(/I have read this/)
      .element()
      .closest('label')!
    const request = page.getByLabelText('Request', { exact: true }).element()
    const gap = request.getBoundingClientRect().top - question.getBoundingClientRect().bottom
    expect(gap).toBeLessThanOrEqual(16)
  })

  it('says of several accounts once what is the same, with the value of each', async () => {
    const desk = deskWithInfy([...two, account('reserve')])
    desk.answers.previewOrders = ({ orders }) => {
      const { orders: planned, ...more } = desk.preview(orders as Ticket[])
      const last = planned.at(-1)!
      return ok({ ...more, orders: [...planned.slice(0, -1), { ...last, symbol: 'INFY' }] })
    }
    await reviewed(desk)
    const rows = page.getByRole('dialog', { name: / ticket/ }).getByRole('listitem')
    await expect.poll(() => rows.elements().length).toBe(2)
    await expect
      .element(rows.first())
      .toMatchTextContent(
        /^Each of these 2: Buys 100 INFY-EQ at 1,531\.90, MIS on NSE\. Main ₹1,53,190\.00 Swing ₹1,53,190\.00$/,
      )
    await expect.element(rows.nth(1)).toMatchTextContent(/^Reserve .* Buys 100 INFY at/)
  })

  it('says once of several accounts what differs in its limit alone', async () => {
    const desk = deskWithInfy(two)
    desk.answers.previewOrders = ({ orders }) => {
      const { orders: planned, ...more } = desk.preview(orders as Ticket[])
      const limits = ['1531.90', '1533.10']
      return ok({
        ...more,
        orders: planned.map((one, at) => one && { ...one, price: limits[at]! }),
      })
    }
    const time = await typed(desk)
    await page.getByRole('radio', { name: /^Market/ }).click({ force: true })
    await previewed(time)
    await review().click()
    const rows = page.getByRole('dialog', { name: / ticket/ }).getByRole('listitem')
    await expect
      .element(rows)
      .toMatchTextContent(
        /^Each of these 2: Buys 100 INFY-EQ at the market, .* with the limit 1,531\.90 to 1,533\.10,/,
      )
  })

  it('keeps its orders in sight, however much is asked', async () => {
    const desk = deskWithInfy()
    desk.problems = problemCodes.map((code) => ask({ code, message: `Asked about ${code}.` }))
    await reviewed(desk)
    await expect.element(page.getByRole('heading', { name: 'Review' })).toBeVisible()
    const orders = document.querySelector('ol.orders')!
    expect(orders.clientHeight).toBe(orders.scrollHeight)
  })

  it('asks once what it asks of several orders in the same words', async () => {
    const desk = deskWithInfy(two)
    desk.problems = [ask(), ask({ order: 1 })]
    await reviewed(desk)
    await page
      .getByRole('checkbox', { name: /^2 orders, of .*: .*12 % above the last one/ })
      .click()
    await button('Buy 200 INFY-EQ').click()
    expect(placed(desk)[0]!.accepted).toEqual(['0:distance', '1:distance'])
  })

  it('comes back with what the desk asks only when it is to take the order', async () => {
    const desk = deskWithInfy()
    const duplicate = ask({ code: 'duplicate', message: 'The same order was sent a moment ago.' })
    const answer = desk.answers.placeOrders!
    desk.answers.placeOrders = () => ok({ isTaken: false, problems: [duplicate] })
    await reviewed(desk)
    const place = () => send().element().getBoundingClientRect().top
    const before = place()
    await send().click()
    const agree = page.getByRole('checkbox', { name: /sent a moment ago/ })
    await expect.element(agree).toBeVisible()
    await expect.element(page.getByText('Not sent: 1 to read')).toBeVisible()
    expect(place(), 'it is not moved from under the mouse').toBe(before)
    await agree.click()
    desk.answers.placeOrders = answer
    await send().click()
    const [first, second] = placed(desk)
    expect(second).toMatchObject({
      confirmation: first!.confirmation,
      accepted: ['0:duplicate'],
    })
  })

  it('asks to be read once more when its price became worse than it was shown', async () => {
    const desk = deskWithInfy()
    const changed = ask({ code: 'changed', level: 'refuse', message: 'Its limit is worse now.' })
    const answer = desk.answers.placeOrders!
    desk.answers.placeOrders = () => ok({ isTaken: false, problems: [changed] })
    await reviewed(desk)
    await send().click()
    const read = page.getByRole('checkbox', { name: /limit is worse now/ })
    await expect.element(read).not.toBeChecked()
    await expect.element(send()).toBeDisabled()
    await read.click()
    await send().click()
    await expect.poll(() => placed(desk)).toHaveLength(2)
    await expect.element(read).not.toBeChecked()
    desk.answers.placeOrders = answer
    await read.click()
    await send().click()
    await expect.element(page.getByText('Queued, 1 of 1')).toBeVisible()
  })

  it('asks to be read once more when what it buys changes while it is read', async () => {
    const desk = deskWithInfy()
    let quantity = 100
    desk.answers.previewOrders = ({ orders }) => {
      const preview = desk.preview(orders as Ticket[])
      return ok({ ...preview, orders: preview.orders.map((one) => one && { ...one, quantity }) })
    }
    const time = await reviewed(desk)
    await expect.element(send()).toBeEnabled()
    quantity = 300
    desk.poll('main', 'positions', { set: [['a', { netqty: -100 }]] })
    await settled()
    time.pass(1000)
    const read = page.getByRole('checkbox', { name: /buys 300 now, and not 100/ })
    await expect.element(read).not.toBeChecked()
    await expect.element(button('Buy 300 INFY-EQ')).toBeDisabled()
    await read.click()
    await button('Buy 300 INFY-EQ').click()
    await expect.poll(() => placed(desk)).toHaveLength(1)
    expect(placed(desk)[0]).toMatchObject({ shown: [{ quantity: 300 }] })
  })

  it('begins with an Enter that came before the desk had answered', async () => {
    await typed(deskWithInfy())
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('heading', { name: 'Review' })).toBeVisible()
  })

  it('uses the same confirmation again where no answer came, and cannot be left before', async () => {
    const desk = deskWithInfy()
    const answer = desk.answers.placeOrders!
    desk.answers.placeOrders = () => fail('no-answer', 'The line broke.')
    await reviewed(desk)
    await send().click()
    await expect.element(page.getByText(/Quarterdeck has not answered/)).toBeVisible()
    await expect.element(button('Back')).toBeDisabled()
    desk.answers.placeOrders = answer
    await button('Ask again').click()
    await expect.element(page.getByText('Queued, 1 of 1')).toBeVisible()
    const [first, second] = placed(desk)
    expect(second!.confirmation).toBe(first!.confirmation)
  })

  it('is surely not sent where the line was down before, and may be where it broke in between', async () => {
    const desk = deskWithInfy()
    const answer = desk.answers.placeOrders!
    const away = fail('desk-away', 'This window has lost its line: nothing left it.')
    desk.answers.placeOrders = () => away
    await reviewed(desk)
    await send().click()
    await expect.element(page.getByText(/nothing left it\. Wait until it answers/)).toBeVisible()
    await expect.element(button('Back')).toBeEnabled()
    desk.answers.placeOrders = () => fail('no-answer', 'The line broke.')
    await send().click()
    desk.answers.placeOrders = () => away
    await button('Ask again').click()
    await expect.element(page.getByText(/Quarterdeck has not answered/)).toBeVisible()
    await expect.element(button('Back')).toBeDisabled()
    desk.answers.placeOrders = answer
    await button('Ask again').click()
    await expect.element(page.getByText('Queued, 1 of 1')).toBeVisible()
    expect(new Set(placed(desk).map(({ confirmation }) => confirmation)).size).toBe(1)
  })

  it('takes the journal’s word that it was taken, whatever became of the answer', async () => {
    const desk = deskWithInfy()
    desk.answers.placeOrders = () => fail('no-answer', 'The line broke.')
    await reviewed(desk)
    await send().click()
    await expect.element(button('Ask again')).toBeVisible()
    desk.emit('intents', [intent({ confirmation: placed(desk)[0]!.confirmation })])
    await expect.element(page.getByText('Queued, 1 of 1')).toBeVisible()
  })

  it('gives another confirmation to another review', async () => {
    const desk = deskWithInfy()
    await reviewed(desk)
    await send().click()
    await button('Another like it').click()
    await review().click()
    await send().click()
    const [first, second] = placed(desk)
    expect(second!.confirmation).not.toBe(first!.confirmation)
  })
})

describe('what became of an order', () => {
  it('is told live, in the account’s own words', async () => {
    const desk = deskWithInfy()
    desk.answers.placeOrders = () => fail('no-answer', 'The line broke.')
    await reviewed(desk)
    await send().click()
    await expect.element(button('Ask again')).toBeVisible()
    const mine = intent({ confirmation: placed(desk)[0]!.confirmation })
    const tell = (more: Partial<Intent>) => desk.emit('intents', [{ ...mine, ...more }])
    tell({})
    await expect.element(button('Cancel unsent')).toBeVisible()
    tell({ state: 'accepted', parts: [part('accepted', { orderId: '26112100000042' })] })
    await expect.element(page.getByText('26112100000042')).toBeVisible()
    tell({
      state: 'refused',
      parts: [
        part('refused', { code: 'refused', message: 'No margin.', detail: 'RMS:Margin Exceeds' }),
      ],
    })
    await expect.element(page.getByText('RMS:Margin Exceeds')).toBeVisible()
  })

  it('says of a refusal once that it is one, then the plain reason with the way out, and the service’s words', async () => {
    const desk = deskWithInfy()
    let mine = intent()
    desk.answers.placeOrders = ({ confirmation, orders }) => {
      mine = intent({ confirmation, ticket: orders[0] as never })
      return ok({ isTaken: true, intents: [mine] })
    }
    await reviewed(desk)
    await send().click()
    const row = page.getByRole('dialog', { name: / ticket/ }).getByRole('listitem')
    await expect.element(row).toMatchTextContent('Queued')
    const refused = (detail: string) =>
      part('refused', { code: 'refused', message: 'The service refused the request.', detail })
    const tell = (one: Part) => desk.emit('intents', [{ ...mine, state: 'refused', parts: [one] }])
    const plain =
      'There is not enough money or margin in the account. Lower the quantity, free margin, or add funds.'

    tell(refused('Insufficient margin: 12.00 short'))
    await expect
      .element(row)
      .toMatchTextContent(`Refused ${plain} Insufficient margin: 12.00 short`)
    await expect.element(row).not.toMatchTextContent('The service refused')

    tell(refused('E-9917'))
    await expect.element(row).toMatchTextContent(/Refused E-9917$/)

    const reason = 'RMS:Margin Exceeds'
    const rejected = { ...part('accepted', { orderId: '7' }), rejection: { reason } }
    desk.emit('intents', [{ ...mine, state: 'accepted', parts: [rejected] }])
    await expect.element(row).toMatchTextContent(`Rejected Order 7 ${plain} ${reason}`)
  })

  it('is called off while it waits', async () => {
    const desk = deskWithInfy()
    desk.answers.cancelQueuedOrders = () => ok([])
    await reviewed(desk)
    await send().click()
    await button('Cancel unsent').click()
    expect(desk.called('cancelQueuedOrders')).toEqual([
      { intents: [expect.stringMatching(/^[0-9a-f-]{36}$/)] },
    ])
  })

  it('is sent again only where it surely did not arrive, as a new review', async () => {
    const desk = deskWithInfy()
    let mine = intent()
    desk.answers.placeOrders = ({ confirmation, orders }) => {
      mine = intent({ confirmation, ticket: orders[0] as never })
      return ok({ isTaken: true, intents: [mine] })
    }
    await reviewed(desk)
    await send().click()
    await expect.element(page.getByText('Queued, 1 of 1')).toBeVisible()
    desk.emit('intents', [{ ...mine, state: 'in-doubt', parts: [part('in-doubt')] }])
    await expect.element(button('Look at it')).toBeVisible()
    await expect.element(button(/^Send again/)).not.toBeInTheDocument()
    const first = mine
    desk.emit('intents', [{ ...mine, state: 'not-sent', parts: [part('not-sent')] }])
    await button(/^Send again/).click()
    await send().click()
    expect(desk.called('placeOrders')).toHaveLength(2)
    expect(desk.called('placeOrders')[1]).toMatchObject({ orders: [{ resends: first.id }] })
    expect(placed(desk)[1]!.confirmation).not.toBe(placed(desk)[0]!.confirmation)
  })
})

describe('what became of an order in thirty accounts', () => {
  const reason = `RMS: ${'margin exceeds, cash available is short of what this order needs '.repeat(40)}`
  const rows = () => page.getByRole('dialog', { name: / ticket/ }).getByRole('listitem')

  async function thirty(nameOf = (place: number) => `account ${place}`): Promise<void> {
    const accounts = Array.from({ length: 30 }, (_, place) => account(nameOf(place + 1)))
    const desk = new MemoryDesk({ accounts })
    for (const { id } of accounts) desk.fill(id, 'positions', [[id, position()]])
    const members = accounts.map(({ id }) => ({
      account: id,
      share: { kind: 'times' as const, times: '1' },
    }))
    desk.groups = [{ id: uuid(7), name: 'All thirty', colour: 'green', members }]
    desk.answers.placeOrders = ({ confirmation, orders }) => {
      const intents = (orders as Ticket[]).map((ticket, place) => {
        const became =
          place === 20
            ? ({ state: 'in-doubt', parts: [part('in-doubt')] } as const)
            : place === 25
              ? ({
                  state: 'refused',
                  parts: [part('refused', { code: 'refused', message: 'No.', detail: reason })],
                } as const)
              : ({
                  state: 'accepted',
                  parts: [part('accepted', { orderId: `26112300${1000 + place}` })],
                } as const)
        return intent({
          ...{ account: ticket.account, accountName: ticket.account, ticket, confirmation },
          ...{ at: time.wall(), params: { action: 'BUY', symbol: 'INFY-EQ' }, ...became },
        })
      })
      return ok({ isTaken: true, intents })
    }
    const time = await typed(desk)
    await button('All thirty').click()
    await previewed(time)
    await review().click()
    await expect.element(button('Buy 3,000 INFY-EQ')).toBeVisible()
    for (const figure of document.querySelectorAll('.who .num, .sum b'))
      expect(getComputedStyle(figure).whiteSpace).toBe('nowrap')
    await button('Buy 3,000 INFY-EQ').click()
  }

  it('has its problems first, is filtered by kind, and shows a long reason when asked', async () => {
    await thirty()
    await expect.element(rows().first()).toMatchTextContent(/^account 21.*In doubt/)
    await expect.element(rows().nth(1)).toMatchTextContent(/^account 26.*Refused/)
    expect(rows().elements()).toHaveLength(30)
    expect(rows().nth(1).element().textContent).not.toContain(reason.trim())
    await button('all of it').click()
    await expect.element(rows().nth(1)).toMatchTextContent(reason.trim().slice(-60))
    await button('Accepted 28').click()
    await expect.poll(() => rows().elements()).toHaveLength(28)
    await page.getByRole('group', { name: 'Show only' }).getByText('In doubt 1').click()
    await expect.poll(() => rows().elements()).toHaveLength(1)
    await button('All 30').click()
    await expect.poll(() => rows().elements()).toHaveLength(30)
  })

  it('keeps what became of an order inside the list, however long the name of its account is', async () => {
    const long = 'Venkataraghavan Krishnamoorthy & Sons Private Limited'
    await thirty((place) => `${long} ${place}`)
    await expect.element(rows().nth(29)).toMatchTextContent(/Accepted$/)
    const row = rows().nth(29).element()
    const [edge, end] = [row, row.querySelector('.outcome')!].map(
      (one) => one.getBoundingClientRect().right,
    )
    expect(end).toBeLessThanOrEqual(edge!)
    const name = row.querySelector('b')!.getBoundingClientRect()
    expect(name.height).toBeLessThan(45)
  })
})

describe('an order for several accounts, of which not all got it', () => {
  const to = (name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) })

  async function openTicket(): Promise<void> {
    await button('New order').click()
    await page.getByRole('menuitem', { name: 'Regular' }).click()
    await page.getByRole('combobox', { name: 'Symbol' }).fill('INFY-EQ')
    await page.getByRole('textbox', { name: 'Quantity', exact: true }).fill('100')
    await field('Limit price').fill('1531.90')
  }

  let lastIntents: readonly Intent[] = []

  async function mixed(
    heading = '1 in doubt, 1 refused, 1 of 3 accepted',
    became: Partial<Record<string, Partial<Intent>>> = {},
  ): Promise<{ desk: MemoryDesk; time: FakeTime }> {
    const desk = new MemoryDesk({
      accounts: [account('main'), account('swing'), account('reserve')],
    })
    for (const { id } of desk.accounts) {
      desk.fill(id, 'positions', [[id, position()]])
      desk.fill(id, 'orders', [])
    }
    const members = desk.accounts.map(({ id }) => ({
      account: id,
      share: { kind: 'times' as const, times: '1' },
    }))
    desk.groups = [{ id: uuid(7), name: 'All three', colour: 'green', members }]
    desk.answers.placeOrders = ({ confirmation, orders }) => {
      const usual: Partial<Record<string, Partial<Intent>>> = {
        main: { state: 'accepted', parts: [part('accepted', { orderId: '1001' })] },
        swing: { state: 'in-doubt', parts: [part('in-doubt')] },
        reserve: { state: 'refused', parts: [part('refused', { code: 'refused' })] },
      }
      const intents = (orders as Ticket[]).map((ticket) =>
        intent({
          account: ticket.account,
          accountName: ticket.account,
          ticket,
          confirmation,
          at: time.wall(),
          ...(became[ticket.account] ?? usual[ticket.account]),
        }),
      )
      lastIntents = intents
      return ok({ isTaken: true, intents })
    }
    const time = await openWindow(desk)
    await openTicket()
    await previewed(time)
    await review().click()
    await button('Buy 300 INFY-EQ').click()
    await expect.element(page.getByText(heading)).toBeVisible()
    return { desk, time }
  }

  async function isForTheRest(): Promise<void> {
    await expect.element(page.getByText('has it already, as 1001')).toBeVisible()
    await expect.element(page.getByText('may have it: no clear answer came')).toBeVisible()
    await expect.element(page.getByText('does not have it: refused')).toBeVisible()
    await expect.element(to('Main')).not.toBeChecked()
    await expect.element(to('Swing')).not.toBeChecked()
  }

  it('leads back to a ticket for those alone that surely did not get it, and says who did', async () => {
    const { desk, time } = await mixed()
    const leftOut =
      'Not sent again: swing (in doubt, to be looked for first) · main (at the broker already).'
    await expect.element(page.getByText(leftOut)).toBeVisible()
    await button(/^Send again/).click()
    await expect.element(page.getByText(/^Buys 100 INFY-EQ/)).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await isForTheRest()
    await expect.element(to('Reserve')).toBeChecked()
    await previewed(time)
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(page.getByText(/^Buys 100 INFY-EQ/)).toBeVisible()
    await button('Buy 100 INFY-EQ').click()
    expect(desk.called('placeOrders')[1]).toMatchObject({ orders: [{ account: 'reserve' }] })
  })

  it('leaves one after the other where that is chosen, which later tickets begin with', async () => {
    const { desk, time } = await mixed()
    expect(desk.called('placeOrders')[0]).not.toHaveProperty('oneByOne')
    await page.getByRole('button', { name: 'Close', exact: true }).last().click()
    await openTicket()
    const inTurn = page.getByRole('checkbox', { name: /^One after the other/ })
    await expect.element(inTurn).not.toBeInTheDocument()
    await to('Main').click()
    await inTurn.click()
    await expect.poll(() => desk.settings.oneByOne).toBe(true)
    await previewed(time)
    await review().click()
    await expect.element(page.getByText(/none of the rest is sent/)).toBeVisible()
    await page.getByRole('checkbox', { name: /^Main: The account has it already/ }).click()
    await button('Buy 200 INFY-EQ').click()
    await expect.poll(() => desk.called('placeOrders')).toHaveLength(2)
    expect(desk.called('placeOrders')[1]).toMatchObject({ oneByOne: true })
  })

  it('leaves in one request where that is chosen, which no later ticket begins with', async () => {
    const { desk, time } = await mixed()
    await page.getByRole('button', { name: 'Close', exact: true }).last().click()
    await openTicket()
    const together = page.getByRole('checkbox', { name: /^In one request/ })
    const inTurn = page.getByRole('checkbox', { name: /^One after the other/ })
    await expect.element(together).not.toBeInTheDocument()
    await to('Main').click()
    await inTurn.click()
    await together.click()
    await expect.element(inTurn).not.toBeChecked()
    await expect.element(page.getByText(/^Each order has its own/)).toBeVisible()
    await previewed(time)
    await review().click()
    await expect.element(page.getByText(/leave in one request/)).toBeVisible()
    await page.getByRole('checkbox', { name: /^Main: The account has it already/ }).click()
    await button('Buy 200 INFY-EQ').click()
    await expect.poll(() => desk.called('placeOrders')).toHaveLength(2)
    expect(desk.called('placeOrders')[1]).toMatchObject({ oneRequest: true })
    expect(desk.called('placeOrders')[1]).not.toHaveProperty('oneByOne')
    expect(desk.called('previewOrders').at(-1)).toMatchObject({ oneRequest: true })
    await page.getByRole('button', { name: 'Close', exact: true }).last().click()
    await openTicket()
    await to('Main').click()
    await expect.element(together).not.toBeChecked()
  })

  it('is told in the ticket alone for as long as it stands there', async () => {
    const { desk } = await mixed()
    const told = { toast: true, sound: true, system: false }
    const about = { seq: 1, at: 0, account: 'swing', orderId: null, symbol: null, count: 1 }
    const toast = (id: number, of: string) => ({
      ...about,
      ...{ id: uuid(id), title: `In doubt ${id}`, message: 'No clear answer came.', intent: of },
      isOurs: true,
      ...{ kind: 'in-doubt' as const, tone: 'urgent' as const, told, isRead: false },
    })
    desk.emit('alert', toast(600, lastIntents.find(({ account: of }) => of === 'swing')!.id))
    desk.emit('alert', toast(601, uuid(999_999)))
    await expect.element(page.getByRole('alert', { name: 'In doubt 601' })).toBeVisible()
    await expect.element(page.getByRole('alert', { name: 'In doubt 600' })).not.toBeInTheDocument()
    expect(desk.called('markAlerts')).toEqual([{ ids: [uuid(600)] }])
  })

  it('says in its ticket that it was filled, and that is told beside it only until then', async () => {
    const { desk } = await mixed()
    const told = { toast: true, sound: false, system: false }
    const intentId = lastIntents.find(({ account: of }) => of === 'main')!.id
    desk.emit('alert', {
      ...{ seq: 1, at: 0, account: 'main', orderId: null, symbol: null, count: 1, isOurs: true },
      ...{
        id: uuid(600),
        title: 'Filled: BUY 100 INFY-EQ',
        message: 'At 1,531.90.',
        intent: intentId,
      },
      ...{ kind: 'filled', tone: 'good', told, isRead: false },
    })
    const toast = page.getByRole('status', { name: 'Filled: BUY 100 INFY-EQ' })
    await expect.element(toast).toBeVisible()
    const filled = { order_id: '1001', quantity: 100, fillshares: 100, status: 'complete' }
    desk.poll('main', 'orders', { put: [['1001', order({ ...filled, avgprc: 1531.9 })]] })
    const row = page.getByRole('dialog', { name: / ticket/ }).getByRole('listitem')
    await expect.element(row.nth(2)).toMatchTextContent(/^main.*1001 Filled at 1,531\.90/)
    await expect.element(page.getByText('1 in doubt, 1 refused, 1 of 3 filled')).toBeVisible()
    await expect.element(toast).not.toBeInTheDocument()
    expect(desk.called('markAlerts')).toEqual([{ ids: [uuid(600)] }])
  })

  it('is told once where it is the same of several accounts, with each of them and what is its own', async () => {
    const refused = (detail: string): Partial<Intent> => ({
      state: 'refused',
      parts: [part('refused', { code: 'refused', message: 'No.', detail })],
    })
    await mixed('3 refused', {
      main: refused('RMS:Margin Exceeds'),
      swing: refused('RMS:Margin Exceeds'),
      reserve: refused('RMS:Margin Exceeds by 12.00'),
    })
    const row = page.getByRole('dialog', { name: / ticket/ }).getByRole('listitem')
    await expect.poll(() => row.elements().length).toBe(1)
    await expect
      .element(row.first())
      .toMatchTextContent(
        /^Each of these 3: There is not enough money.* main .* Refused RMS:Margin Exceeds ?swing .* Refused RMS:Margin Exceeds ?reserve .* Refused RMS:Margin Exceeds by 12\.00$/,
      )
  })

  it('is left again where it went through, if a person asks for it', async () => {
    const { desk } = await mixed()
    const row = order({ order_id: '1001', quantity: 100, fillshares: 60, status: 'open' })
    desk.poll('main', 'orders', { put: [['o', row]] })
    await expect
      .element(page.getByText(/Filled and not left since: 60 at 1 account\./))
      .toBeVisible()
    await expect.element(page.getByText(/Still works, and may fill: Main\./)).toBeVisible()
    await button('Exit where it went through…').click()
    await expect.element(page.getByText(/^Sells 60 INFY-EQ/)).toBeVisible()
    expect(desk.called('placeOrders')).toHaveLength(1)
    await button('Sell 60 INFY-EQ').click()
    await expect.poll(() => desk.called('placeOrders')).toHaveLength(2)
    expect(desk.called('placeOrders')[1]).toMatchObject({
      orders: [{ account: 'main', action: 'SELL', quantity: '60', exit: true }],
    })
  })

  it('keeps each leg of the way out as it is: Back leads to what became of the order', async () => {
    const { desk } = await mixed('1 in doubt, 2 of 3 accepted', {
      reserve: { state: 'accepted', parts: [part('accepted', { orderId: '2001' })] },
    })
    const row = order({ order_id: '1001', quantity: 100, fillshares: 60, status: 'open' })
    desk.poll('main', 'orders', { put: [['o', row]] })
    const other = { symbol: 'INFY', bqty: 100, netqty: 100 }
    desk.poll('reserve', 'positions', { put: [['reserve', position(other)]] })
    const theirs = { order_id: '2001', symbol: 'INFY', quantity: 100, fillshares: 100 }
    desk.poll('reserve', 'orders', {
      put: [['o', order({ ...theirs, status: 'complete' })]],
    })
    await button('Exit where it went through…').click()
    const legs = page.getByRole('dialog', { name: 'Exit where it went through' })
    await expect.element(legs).toMatchTextContent(/Sells 60 INFY-EQ .*Sells 100 INFY /)
    await expect.element(legs).toMatchTextContent(/nothing of this can be changed/)
    await expect
      .element(legs)
      .toMatchTextContent(/since it is in doubt whether it went through: swing\./)
    await expect.element(legs).toMatchTextContent(/Still works, and may fill after this: Main\./)
    await legs.getByRole('button', { name: 'Back' }).click()
    await expect.element(legs).not.toBeInTheDocument()
    await expect
      .element(page.getByRole('dialog', { name: /^Regular ticket, INFY/ }))
      .toMatchTextContent('1 in doubt, 2 of 3 accepted')
    await button('Exit where it went through…').click()
    await button('Send 2 orders').click()
    await expect.poll(() => desk.called('placeOrders')).toHaveLength(2)
    expect(desk.called('placeOrders')[1]).toMatchObject({
      orders: [
        { account: 'main', symbol: 'INFY-EQ', quantity: '60', exit: true },
        { account: 'reserve', symbol: 'INFY', quantity: '100', exit: true },
      ],
    })
  })

  it('names in the end who could not leave', async () => {
    const { desk } = await mixed('1 in doubt, 2 of 3 accepted', {
      reserve: { state: 'accepted', parts: [part('accepted', { orderId: '2001' })] },
    })
    const done = { quantity: 100, fillshares: 100, status: 'complete' }
    desk.poll('main', 'orders', { put: [['o', order({ ...done, order_id: '1001' })]] })
    desk.poll('reserve', 'orders', { put: [['o', order({ ...done, order_id: '2001' })]] })
    const message = 'Reserve: This account is read-only.'
    desk.answers.previewOrders = ({ orders }) =>
      ok({
        ...desk.preview(orders as Ticket[]),
        problems: (orders as Ticket[]).flatMap(({ account: of }, at) =>
          of === 'reserve'
            ? [{ order: at, field: 'account', level: 'refuse', code: 'read-only', message }]
            : [],
        ),
      })
    await button('Exit where it went through…').click()
    const legs = page.getByRole('dialog', { name: 'Exit where it went through' })
    await expect.element(legs).toMatchTextContent(/1 left out.*Reserve: This account is read-only/)
    await button('Sell 100 INFY-EQ').click()
    await expect
      .element(legs)
      .toMatchTextContent(/Left out of the order: Reserve: This account is read-only\./)
  })

  it('looks once more at what was not known before the way out is reviewed, and says what came since', async () => {
    const { desk, time } = await mixed('1 in doubt, 2 of 3 accepted', {
      reserve: { state: 'accepted', parts: [part('accepted', { orderId: '2001' })] },
    })
    const row = order({ order_id: '1001', quantity: 100, fillshares: 60, status: 'open' })
    desk.poll('main', 'orders', { put: [['o', row]] })
    await expect
      .element(page.getByText(/still held of it, is not known of reserve, swing: look/))
      .toBeVisible()
    await button('Exit where it went through…').click()
    const legs = page.getByRole('dialog', { name: 'Exit where it went through' })
    await expect.element(legs).toMatchTextContent(/Looking at what is filled/)
    expect(desk.called('refreshBooks')).toEqual([
      { account: 'reserve', book: 'orders' },
      { account: 'reserve', book: 'positions' },
    ])
    const open = { order_id: '2001', quantity: 100, fillshares: 40, status: 'open' }
    desk.poll('reserve', 'orders', { put: [['o', order(open)]] })
    await expect.element(legs).toMatchTextContent(/Sells 60 INFY-EQ .*Sells 40 INFY-EQ/)
    desk.poll('reserve', 'orders', { put: [['o', order({ ...open, fillshares: 90 })]] })
    await expect
      .element(legs)
      .toMatchTextContent(/another size to leave by now than stands here: Reserve \(90\)\. Go back/)
    await legs.getByRole('button', { name: 'Back' }).click()
    desk.poll('reserve', 'orders', { drop: ['o'] })
    await expect.element(page.getByText(/is not known of reserve, swing: look/)).toBeVisible()
    await button('Exit where it went through…').click()
    await expect.element(legs).toMatchTextContent(/Looking at what is filled/)
    for (let seconds = 0; seconds < 3; seconds++) {
      time.pass(1000)
      for (const book of ['orders', 'positions'] as const) desk.poll('main', book)
      await settled()
    }
    await expect
      .element(legs)
      .toMatchTextContent(/is not known, or cannot be left by an order: reserve\./)
    desk.poll('reserve', 'positions')
    desk.poll('reserve', 'orders', { put: [['o', order(open)]] })
    await expect
      .element(legs)
      .toMatchTextContent(/Filled since, and not in this review: Reserve \(40\)\. Go back/)
  })

  it('offers no way out of what was left elsewhere, nor of what old positions show', async () => {
    const { desk, time } = await mixed()
    const row = order({ order_id: '1001', quantity: 100, fillshares: 100, status: 'complete' })
    desk.poll('main', 'orders', { put: [['o', row]] })
    await expect.element(page.getByText(/Filled and not left since: 100/)).toBeVisible()
    const soldAt = { orderentrytime: 'November 21 2026 12:50:00', action: 'SELL' }
    const sold = order({ ...row, ...soldAt, order_id: '1002' })
    desk.poll('main', 'orders', { put: [['sold', sold]] })
    desk.poll('main', 'positions', { drop: ['main'] })
    await expect.element(page.getByText(/Nothing of it is held any more in main\./)).toBeVisible()
    await expect.element(button('Exit where it went through…')).not.toBeInTheDocument()
    time.pass(10_000)
    desk.poll('main', 'orders')
    await expect
      .element(page.getByText(/still held of it, is not known of main, swing: look/))
      .toBeVisible()
    await expect.element(page.getByText(/Nothing of it is held/)).not.toBeInTheDocument()
  })

  it('leads there by ‘Another like it’ as well', async () => {
    await mixed()
    await button('Another like it').click()
    await isForTheRest()
    await expect.element(to('Reserve')).toBeChecked()
  })

  it('leads there after it was closed, from a ticket that is opened anew for the group', async () => {
    await mixed()
    await page.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect.element(page.getByText(/1 of 3 accepted$/)).not.toBeInTheDocument()
    await openTicket()
    await button('All three').click()
    await isForTheRest()
    await expect.element(to('Reserve')).toBeChecked()
  })
})
