import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fail, ok } from '../../../src/shared/core/errors.ts'
import { account, MemoryDesk, openVault } from '../../unit/renderer/memory-desk.ts'
import { funds, profile } from '../../unit/renderer/records.ts'
import { openWindow } from '../window.ts'

const service = { kind: 'url', url: 'https://api.example.com' } as const
const dialog = page.getByRole('dialog')

async function openAccounts(desk: MemoryDesk): Promise<void> {
  await openWindow(desk)
  await page.getByRole('button', { name: 'Accounts, settings', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Accounts…', exact: true }).click()
}

const file = (...lines: string[]) =>
  new File([['Name,Broker,Address,API key,API secret', ...lines].join('\r\n')], 'family.csv')

describe('accounts from a table', () => {
  const father = 'Father,ZE,https://api.example.com,canary-key,canary-secret'

  it('are said to be one login where two lines have one key, and where two accounts are', async () => {
    const desk = new MemoryDesk({
      accounts: ['main', 'swing'].map((id) => account(id, { service, login: 'one' })),
    })
    await openAccounts(desk)
    await expect.element(dialog.getByText('the same login as Swing')).toBeVisible()
    await expect.element(dialog.getByText('the same login as Main')).toBeVisible()
    await page.getByRole('button', { name: 'From a table…' }).click()
    const mother = 'Mother,ZE,https://api.example.com,canary-key,another-secret'
    await userEvent.upload(page.getByLabelText('File'), file(father, mother))
    const lines = page.getByRole('region', { name: 'Lines of the file' })
    await expect.element(lines.getByText('the same login as line 2')).toBeVisible()
    await expect.element(lines.getByText('with keys')).toBeVisible()
  })

  it('are shown with what is wrong, added at once, and nothing of their keys stays', async () => {
    const desk = new MemoryDesk()
    const sent: unknown[] = []
    desk.answers.addAccounts = (input) => {
      sent.push(structuredClone(input))
      return ok(null)
    }
    await openAccounts(desk)
    await page.getByRole('button', { name: 'From a table…' }).click()
    await expect.element(page.getByRole('button', { name: 'Add', exact: true })).toBeDisabled()
    const second = 'Mother,ZE,http://api.example.com,canary-key,canary-secret'
    await userEvent.upload(page.getByLabelText('File'), file(father, second))
    await expect.element(page.getByText('1 of 2 accounts can be added.')).toBeVisible()
    await expect
      .element(page.getByRole('region', { name: 'Lines of the file' }))
      .toMatchTextContent(/Address.‘http:\/\/api\.example\.com’: must be an https address/)
    expect(document.documentElement.outerHTML).not.toContain('canary')
    await page.getByRole('button', { name: 'Add 1 account' }).click()
    await expect.element(page.getByText('Added 1 account.')).toBeVisible()
    expect(sent).toMatchObject([
      { accounts: [{ profile: { name: 'Father', service }, keys: { apiKey: 'canary-key' } }] },
    ])
    // Nor with whoever still holds what was read.
    expect(JSON.stringify(desk.called('addAccounts'))).not.toContain('canary')
    expect(document.documentElement.outerHTML).not.toContain('canary')
  })

  it('have the lines to be corrected first, which keep their numbers', async () => {
    const desk = new MemoryDesk()
    await openAccounts(desk)
    await page.getByRole('button', { name: 'From a table…' }).click()
    const bad = 'Mother,ZE,http://api.example.com,canary-key,canary-secret'
    const son = 'Son,ZE,https://api.example.com,canary-key,canary-secret'
    await userEvent.upload(page.getByLabelText('File'), file(father, bad, son))
    await expect.element(page.getByText('2 of 3 accounts can be added.')).toBeVisible()
    const first = () =>
      [...document.querySelectorAll('[aria-label="Lines of the file"] tbody tr td:first-child')]
        .map((cell) => cell.textContent)
        .filter((text) => text !== '')
    expect(first()).toEqual(['3', '2', '4'])
  })

  it('that are refused stay, to be added once that is mended', async () => {
    const desk = new MemoryDesk()
    let answer: ReturnType<typeof fail> | ReturnType<typeof ok<null>> = fail(
      'vault-failed',
      'Full.',
    )
    desk.answers.addAccounts = () => answer
    await openAccounts(desk)
    await page.getByRole('button', { name: 'From a table…' }).click()
    await userEvent.upload(page.getByLabelText('File'), file(father))
    await page.getByRole('button', { name: 'Add 1 account' }).click()
    await expect.element(dialog).toMatchTextContent('Full.')
    answer = ok(null)
    await page.getByRole('button', { name: 'Add 1 account' }).click()
    await expect.element(page.getByText('Added 1 account.')).toBeVisible()
  })

  it('ask for the vault to be opened first, where they bring keys', async () => {
    const desk = new MemoryDesk({
      vault: { ...openVault, kind: 'file', state: 'locked', hasFile: true },
    })
    const sent: unknown[] = []
    desk.answers.addAccounts = (input) => {
      sent.push(structuredClone(input))
      return ok(null)
    }
    desk.answers.unlockVault = () => ok({ ...openVault, kind: 'file', hasFile: true })
    await openAccounts(desk)
    await page.getByRole('button', { name: 'From a table…' }).click()
    await userEvent.upload(page.getByLabelText('File'), file(father))
    await page.getByRole('button', { name: 'Add 1 account' }).click()
    await page.getByLabelText('Passphrase', { exact: true }).fill('right')
    expect(desk.called('addAccounts')).toEqual([])
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(() => sent)
      .toMatchObject([{ accounts: [{ keys: { apiKey: 'canary-key' } }] }])
  })
})

describe('the accounts', () => {
  const answered = { profile: profile(), funds: funds(), took: 40 }

  it('are all tested, four at a time, and those in trouble are counted', async () => {
    // So many that one is looked for, which takes room beside what was found.
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    const desk = new MemoryDesk({
      accounts: [...ids.map((id) => account(id)), account('off', { enabled: false })],
    })
    const waiting: (() => void)[] = []
    desk.answers.testAccount = async (of) => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      return 'account' in of && of.account === 'b' ? fail('bad-keys', 'No.') : ok(answered)
    }
    await openAccounts(desk)
    await page.getByRole('button', { name: 'Test all' }).click()
    await expect.element(dialog).toMatchTextContent('0 of 8 tested')
    expect(waiting).toHaveLength(4)
    while (desk.called('testAccount').length < 8) {
      waiting.shift()?.()
      await expect.poll(() => waiting.length).toBeGreaterThan(0)
    }
    expect(waiting.length).toBeLessThanOrEqual(4)
    for (const go of waiting) go()
    await expect.element(dialog).toMatchTextContent('8 of 8 tested, 1 in trouble')
    const strip = document.querySelector('.strip')!
    expect(strip.scrollWidth).toBeLessThanOrEqual(strip.clientWidth)
    await expect.element(page.getByText('Keys refused.')).toBeVisible()
    const lines = () => dialog.getByRole('listitem').elements().length
    expect(lines()).toBe(9)
    const narrow = page.getByRole('button', { name: 'In trouble', exact: true })
    await narrow.click()
    await expect.poll(lines).toBe(1)
    await narrow.click()
    await expect.poll(lines).toBe(9)
    expect(desk.called('testAccount')).not.toContainEqual({ account: 'off' })
  })

  it('are turned off and on where they stand, and off is asked about where something is open', async () => {
    const desk = new MemoryDesk({ accounts: [account('main'), account('other')] })
    const open =
      'There is 1 working order at this account. Nothing here watches it while it is off.'
    desk.answers.switchAccount = ({ account: id, on, despite }) => {
      if (!on && despite !== true) return fail('invalid', open, { field: 'despite' })
      desk.accounts = desk.accounts.map((one) => (one.id === id ? { ...one, enabled: on } : one))
      desk.emit('accounts', desk.accounts)
      return ok(null)
    }
    await openAccounts(desk)
    const turn = page.getByRole('switch', { name: 'Other is on' })
    await turn.click()
    await expect.element(dialog).toMatchTextContent(open)
    await expect.element(turn).toBeChecked()
    await page.getByRole('button', { name: 'Leave it on' }).click()
    await expect.element(dialog).not.toMatchTextContent(open)
    await turn.click()
    await page.getByRole('button', { name: 'Turn Other off all the same' }).click()
    await expect.element(turn).not.toBeChecked()
    await turn.click()
    await expect.element(turn).toBeChecked()
    expect(desk.called('switchAccount').at(-1)).toEqual({ account: 'other', on: true })
  })

  it('are turned off for today, which their rows say, with the same question', async () => {
    const desk = new MemoryDesk({ accounts: [account('main'), account('other')] })
    desk.answers.switchAccount = ({ account: id, despite }) => {
      if (despite !== true)
        return fail('invalid', 'There is 1 working order at this account.', { field: 'despite' })
      desk.accounts = desk.accounts.map((one) =>
        one.id === id ? { ...one, enabled: false, offOn: '2026-11-23' } : one,
      )
      desk.emit('accounts', desk.accounts)
      return ok(null)
    }
    await openAccounts(desk)
    await page.getByRole('button', { name: 'Off today: Other', exact: true }).click()
    await expect.element(dialog).not.toMatchTextContent('off until tomorrow')
    await page.getByRole('button', { name: 'Turn Other off for today all the same' }).click()
    await expect.element(dialog).toMatchTextContent('off until tomorrow')
    await expect.element(page.getByRole('switch', { name: 'Other is on' })).not.toBeChecked()
    expect(desk.called('switchAccount').at(-1)).toEqual({
      ...{ account: 'other', on: false, forToday: true, despite: true },
    })
    await page.getByRole('button', { name: 'Keep off: Other', exact: true }).click()
    await expect
      .poll(() => desk.called('switchAccount').at(-1))
      .toEqual({ account: 'other', on: false })
  })

  it('are put in order by dragging, and by keys that keep the focus', async () => {
    const desk = new MemoryDesk({ accounts: ['a', 'b', 'c'].map((id) => account(id)) })
    desk.answers.orderAccounts = ({ accounts: order }) => {
      desk.accounts = order.map((id) => desk.accounts.find((one) => one.id === id)!)
      desk.emit('accounts', desk.accounts)
      return ok(null)
    }
    await openAccounts(desk)
    const places = () =>
      page
        .getByRole('group', { name: /^Place of / })
        .elements()
        .map((place) => place.getAttribute('aria-label')?.at(-1)?.toLowerCase())
        .join(' ')
    const down = page.getByRole('button', { name: 'Move A down' })
    await expect.element(down).toBeVisible()
    down.element().focus()
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await expect.poll(places).toBe('b a c')
    await expect.element(down).toHaveFocus()
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await expect.poll(places).toBe('b c a')
    // It is the last now, and this button can do no more.
    await expect.element(page.getByRole('button', { name: 'Move A up' })).toHaveFocus()
    await page
      .getByRole('group', { name: 'Place of A' })
      .dropTo(dialog.getByText('B', { exact: true }), { targetPosition: { x: 2, y: 2 } })
    await expect.poll(places).toBe('a b c')
    page.getByRole('button', { name: 'Move C up' }).element().focus()
    await userEvent.keyboard('{Alt>}{Home}{/Alt}')
    await expect.poll(places).toBe('c a b')
    await userEvent.keyboard('{Alt>}{End}{/Alt}')
    await expect.poll(places).toBe('a b c')
  })
})

describe('a group of many accounts', () => {
  it('takes no practice account with a tick for all, once there is a real one', async () => {
    const accounts = [
      account('trial', { tags: ['trial'] }),
      ...['one', 'two'].map((id) => account(id, { service })),
    ]
    const desk = new MemoryDesk({ accounts })
    await openAccounts(desk)
    await page.getByRole('button', { name: /^Groups/ }).click()
    await page.getByRole('button', { name: 'Add group' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Everybody')
    await page.getByRole('button', { name: 'Tick all but practice' }).click()
    await expect.element(page.getByText('2 of 3 accounts')).toBeVisible()
    await expect.element(page.getByRole('checkbox', { name: /^Trial/ })).not.toBeChecked()
    // By hand it can be in.
    await page.getByRole('checkbox', { name: /^Trial/ }).click()
    await expect.element(page.getByText('3 of 3 accounts')).toBeVisible()
    const untick = page.getByRole('button', { name: 'Untick all' })
    await untick.click()
    await expect.element(page.getByText('0 of 3 accounts')).toBeVisible()
    await expect.element(untick).toHaveAttribute('aria-disabled', 'true')
    await expect.element(untick).toHaveFocus()
  })

  it('takes practice accounts with a tick for all while there is nothing else', async () => {
    const desk = new MemoryDesk({ accounts: [account('a'), account('b')] })
    await openAccounts(desk)
    await page.getByRole('button', { name: /^Groups/ }).click()
    await page.getByRole('button', { name: 'Add group' }).click()
    await page.getByRole('button', { name: 'Tick all', exact: true }).click()
    await expect.element(page.getByText('2 of 2 accounts')).toBeVisible()
  })

  it('is found by a tag, ticked at once as far as it is shown, and has its figures written as everywhere', async () => {
    const accounts = Array.from({ length: 9 }, (_, at) =>
      account(`a${at}`, { name: `Client ${at}`, tags: at < 3 ? ['family'] : [] }),
    )
    const desk = new MemoryDesk({ accounts })
    await openAccounts(desk)
    await page.getByRole('button', { name: /^Groups/ }).click()
    await page.getByRole('button', { name: 'Add group' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Family')
    await page.getByRole('searchbox', { name: 'Find a member' }).fill('#family')
    // Enter is for what is looked for, and saves nothing yet.
    await userEvent.keyboard('{Enter}')
    expect(desk.called('saveGroup')).toEqual([])
    await page.getByRole('button', { name: 'Tick these 3' }).click()
    await expect.element(page.getByText('3 of 9 accounts')).toBeVisible()
    await page.getByLabelText('How much Client 0 takes').selectOptions('units, always')
    await page.getByLabelText('Units of Client 0').fill('9000')
    await page.getByLabelText('How much Client 1 takes').click()
    await expect.element(page.getByLabelText('Units of Client 0')).toHaveValue('9,000')
    await page.getByRole('button', { name: 'Save' }).click()
    expect(desk.called('saveGroup')).toMatchObject([
      {
        members: [
          { account: 'a0', share: { kind: 'units', units: '9000' } },
          { account: 'a1' },
          { account: 'a2' },
        ],
      },
    ])
  })
})
