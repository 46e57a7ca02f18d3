import { seedAccount, showAll } from './desk.ts'
import { expect, test } from './terminal.ts'
import { agree, confirmButton, fill, openTicket, send, taken } from './trading.ts'

test('an order leaves account by account up to the first that is not accepted, and is sent on where it surely is not', async ({
  terminal: { page },
  practise,
}) => {
  const good = await practise()
  const bad = await practise()
  await seedAccount(page, { name: 'First', url: good.url })
  await seedAccount(page, { name: 'Second', url: bad.url })
  await seedAccount(page, { name: 'Third', url: good.url, client: 'practice-2' })
  await showAll(page)
  bad.faults.set({ name: 'close-before', operation: 'PlaceMultiOrder', times: 1 })

  const ticket = await openTicket(page, 'regular')
  await fill(ticket, { symbol: 'SBIN-EQ', quantity: '5', price: '845.05' })
  for (const name of ['First', 'Second', 'Third'])
    await ticket.getByRole('checkbox', { name: new RegExp(`^${name}`) }).check()
  await ticket.getByRole('checkbox', { name: /^One after the other/ }).check()
  await send(ticket)

  const row = (name: string) => ticket.getByRole('listitem').filter({ hasText: name })
  await expect(row('In doubt')).toContainText('Second')
  await expect(row('Third')).toContainText(
    'Not sent, since there was no plain yes to the order of Second.',
  )
  await expect(ticket.getByRole('listitem').last()).toContainText('First')
  expect(taken(good, 'PlaceMultiOrder')).toHaveLength(1)
  await expect(ticket).toContainText('Second: in doubt, to be looked for first')

  await ticket.getByRole('button', { name: 'Send again…' }).click()
  await agree(ticket)
  await confirmButton(ticket).click()
  await expect(ticket).toContainText('1 in doubt, 2 of 3 accepted')
  expect(taken(good, 'PlaceMultiOrder').map(({ client }) => client)).toEqual([
    'practice-1',
    'practice-2',
  ])
  expect(taken(bad, 'PlaceMultiOrder')).toEqual([])
})
