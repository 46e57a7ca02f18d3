import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { VaultStatus } from '../../../src/shared/accounts/accounts.ts'
import { fail, ok } from '../../../src/shared/core/errors.ts'
import { account, MemoryDesk, openVault } from '../../unit/renderer/memory-desk.ts'
import { funds, profile } from '../../unit/renderer/records.ts'
import { openWindow } from '../window.ts'

const service = { kind: 'url' as const, url: 'https://api.example.com' }
const notChosen: VaultStatus = { ...openVault, kind: null, state: 'not-chosen' }

async function openAccounts(): Promise<void> {
  await page.getByRole('button', { name: 'Accounts, settings', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Accounts…', exact: true }).click()
}

async function typeAccount(): Promise<void> {
  await page.getByRole('button', { name: 'Add account' }).click()
  await page.getByLabelText('Name', { exact: true }).fill('Long term')
  await page.getByLabelText('Broker code').fill('ZE')
  await page.getByLabelText('Address of the service').fill(service.url)
  await page.getByLabelText('API key').fill('canary-key')
  await page.getByLabelText('API secret').fill('canary-secret')
}

/** Everything a person or a script could read out of the page. */
function allText(): string {
  const fields = [...document.querySelectorAll('input')].map(({ value }) => value)
  return document.documentElement.outerHTML + fields.join(' ')
}

describe('adding an account', () => {
  it('sends its keys once, and nothing of them stays', async () => {
    const desk = new MemoryDesk()
    desk.answers.saveAccount = ({ profile: saved }) => {
      const made = account('fresh', { name: saved.name, service })
      desk.accounts = [...desk.accounts, made]
      desk.emit('accounts', desk.accounts)
      return ok(made)
    }
    await openWindow(desk)
    await openAccounts()
    await typeAccount()
    expect(page.getByLabelText('API secret').element()).toHaveProperty('type', 'password')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.element(page.getByRole('dialog')).toMatchTextContent('Long term')
    expect(desk.called('saveAccount')).toMatchObject([
      { keys: { apiKey: 'canary-key', apiSecret: 'canary-secret' } },
    ])
    expect(allText()).not.toContain('canary')
  })

  it('asks where keys are to be kept when no place is chosen, and then saves', async () => {
    const desk = new MemoryDesk({ vault: notChosen })
    desk.answers.saveAccount = () =>
      desk.vault.kind === null
        ? fail('vault-not-chosen', 'No place for keys was chosen.')
        : ok(account('fresh', { service }))
    desk.answers.chooseVault = ({ kind }) => {
      desk.vault = { ...openVault, kind }
      desk.emit('vault', desk.vault)
      return ok(desk.vault)
    }
    await openWindow(desk)
    await openAccounts()
    await typeAccount()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const keep = page.getByRole('button', { name: 'Keep keys here' })
    await expect.element(keep).toBeDisabled()
    await page.getByRole('radio', { name: /^This session only/ }).click()
    await keep.click()
    await expect.element(page.getByText('Keys: this session only.')).toBeVisible()
    expect(desk.called('chooseVault')).toEqual([{ kind: 'session' }])
    expect(desk.called('saveAccount')).toHaveLength(2)
  })

  it('marks the field at fault and sends nothing', async () => {
    const desk = new MemoryDesk()
    await openWindow(desk)
    await openAccounts()
    await page.getByRole('button', { name: 'Add account' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect
      .element(page.getByLabelText('Address of the service'))
      .toHaveAttribute('aria-invalid', 'true')
    expect(desk.called('saveAccount')).toEqual([])
  })

  it('says what the desk found wrong, and keeps what was typed', async () => {
    const desk = new MemoryDesk()
    desk.answers.saveAccount = () => fail('storage-failed', 'The disk is full.')
    await openWindow(desk)
    await openAccounts()
    await typeAccount()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect
      .element(page.getByRole('dialog').getByRole('alert'))
      .toMatchTextContent('The disk is full.')
    await expect.element(page.getByLabelText('Name', { exact: true })).toHaveValue('Long term')
  })
})

it('an account at which something is open is switched off in its dialog only where that is agreed to', async () => {
  const desk = new MemoryDesk({ accounts: [account('main', { name: 'Main' })] })
  const open = 'There is 1 working order at this account. Nothing here watches it while it is off.'
  desk.answers.saveAccount = ({ profile: saved, despite }) =>
    despite === true
      ? ok(account('main', { enabled: saved.enabled }))
      : fail('invalid', open, { field: 'despite' })
  await openWindow(desk)
  await openAccounts()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabelText('Switched on').click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(open)
  await page.getByRole('button', { name: 'Turn Main off all the same' }).click()
  await expect.element(dialog).toHaveAccessibleName('Accounts')
  const [first, second] = desk.called('saveAccount')
  expect(first).not.toHaveProperty('despite')
  expect(second).toMatchObject({ despite: true, profile: { enabled: false } })
})

describe('an account that is being added', () => {
  it('is tested with its keys as they are typed, and saved nowhere by that', async () => {
    const desk = new MemoryDesk()
    desk.answers.testAccount = () =>
      ok({ profile: profile({ name: 'Asha Rao' }), funds: funds(), took: 84 })
    await openWindow(desk)
    await openAccounts()
    await page.getByRole('button', { name: 'Add account' }).click()
    await page.getByLabelText('Broker code').fill('ZE')
    await page.getByLabelText('Address of the service').fill('https://api.example.com')
    const test = page.getByRole('button', { name: 'Test', exact: true })
    await test.click()
    await expect.element(page.getByText('Type both keys to test them')).toBeVisible()
    await page.getByLabelText('API key').fill('k')
    await page.getByLabelText('API secret').fill('s')
    await test.click()
    await expect.element(page.getByText(/Answered as/)).toMatchTextContent('Asha Rao')
    const service = { kind: 'url', url: 'https://api.example.com' }
    const keys = { apiKey: 'k', apiSecret: 's' }
    expect(desk.called('testAccount')).toEqual([{ profile: { broker: 'ZE', service }, keys }])
    expect(desk.called('saveAccount')).toEqual([])
    await page.getByLabelText('API secret').fill('another')
    await expect.element(page.getByText(/Answered as/)).not.toBeInTheDocument()
  })
})

describe('the list of accounts', () => {
  it('tests an account and shows who answered, and when', async () => {
    const desk = new MemoryDesk()
    desk.answers.testAccount = () =>
      ok({ profile: profile({ name: 'Asha Rao' }), funds: funds(), took: 84 })
    await openWindow(desk)
    await openAccounts()
    await page.getByRole('button', { name: 'Test' }).click()
    await expect
      .element(page.getByText(/^Answered as|Answered as/))
      .toMatchTextContent('Asha Rao (PX1001) in 84 ms, at 13:15:00 IST, with ₹12.4 L available.')
  })

  it('says in plain words why a test failed', async () => {
    const desk = new MemoryDesk()
    desk.answers.testAccount = () => fail('bad-keys', 'The service says: invalid api_key.')
    await openWindow(desk)
    await openAccounts()
    await page.getByRole('button', { name: 'Test' }).click()
    await expect.element(page.getByText('Keys refused.')).toBeVisible()
    desk.answers.testAccount = () =>
      fail('bad-keys', 'The service refused the keys of this account.')
    await page.getByRole('button', { name: 'Test' }).click()
    await expect
      .element(page.getByText(/The service refused the keys of this account\. Open Accounts/))
      .toBeVisible()
    await expect.element(page.getByText('Keys refused.')).not.toBeInTheDocument()
  })

  it('duplicates an account and opens the copy', async () => {
    const desk = new MemoryDesk()
    desk.answers.duplicateAccount = () => {
      const copy = account('copy', { name: 'Main copy' })
      desk.accounts = [...desk.accounts, copy]
      desk.emit('accounts', desk.accounts)
      return ok(copy)
    }
    await openWindow(desk)
    await openAccounts()
    await page.getByRole('button', { name: 'Duplicate' }).click()
    await expect.element(page.getByRole('heading', { name: 'Edit Main copy' })).toBeVisible()
  })

  it('deletes only what was confirmed', async () => {
    const desk = new MemoryDesk({ accounts: [account('main'), account('other')] })
    desk.answers.deleteAccount = ({ account: id }) => {
      desk.accounts = desk.accounts.filter((one) => one.id !== id)
      desk.emit('accounts', desk.accounts)
      return ok(null)
    }
    await openWindow(desk)
    await openAccounts()
    await page.getByRole('button', { name: 'Delete' }).last().click()
    await page.getByRole('button', { name: 'Keep it' }).click()
    expect(desk.called('deleteAccount')).toEqual([])
    await page.getByRole('button', { name: 'Delete' }).last().click()
    await page.getByRole('button', { name: 'Delete Other' }).click()
    await expect.element(page.getByRole('dialog')).not.toMatchTextContent('Other')
    expect(desk.called('deleteAccount')).toEqual([{ account: 'other' }])
  })
})

describe('a locked vault', () => {
  const locked: VaultStatus = { ...openVault, kind: 'file', state: 'locked', hasFile: true }

  it('asks at the start when an account needs its keys, and again after a wrong passphrase', async () => {
    const desk = new MemoryDesk({ vault: locked, accounts: [account('main', { service })] })
    desk.answers.unlockVault = ({ passphrase }) =>
      passphrase === 'right' ? ok({ ...locked, state: 'open' }) : fail('wrong-passphrase', 'No.')
    await openWindow(desk)
    const field = page.getByLabelText('Passphrase', { exact: true })
    await field.fill('wrong')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Not the right passphrase')).toBeVisible()
    await field.fill('right')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  })

  it('asks nothing when only practice is traded', async () => {
    await openWindow(new MemoryDesk({ vault: locked }))
    await expect.element(page.getByRole('grid', { name: 'Orders' })).toBeVisible()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  })

  it('offers the other places where there is no keychain', async () => {
    const keychain = fail('vault-missing', 'No Secret Service answers here.').error
    await openWindow(new MemoryDesk({ vault: { ...notChosen, keychain } }))
    await page.getByRole('button', { name: 'Accounts, settings', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Where keys are kept…' }).click()
    await expect.element(page.getByText('No Secret Service answers here.')).toBeVisible()
    await expect.element(page.getByRole('radio', { name: /keychain/ })).toBeDisabled()
    await expect.element(page.getByRole('radio', { name: /^A file/ })).toBeEnabled()
    const looks = () =>
      [...document.querySelectorAll('[type=radio]')].map(
        (radio) => getComputedStyle(radio).backgroundColor,
      )
    expect(new Set(looks()).size).toBe(1)
    await page.getByRole('radio', { name: /^A file/ }).click()
    expect(new Set(looks()).size).toBe(2)
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(page.getByRole('radio', { name: /^This session/ })).toBeChecked()
  })
})

describe('how an account trades', () => {
  it('is edited with each field’s own problem, and saved with the account', async () => {
    const desk = new MemoryDesk()
    desk.answers.saveAccount = () => ok(account('main'))
    await openWindow(desk)
    await openAccounts()
    await page.getByRole('button', { name: 'Edit' }).click()
    await expect.element(page.getByLabelText('Value of one order')).toHaveValue('1,00,00,000')
    for (const label of document.querySelectorAll('[role=dialog] .field-label')) {
      expect(label.scrollWidth, label.textContent).toBeLessThanOrEqual(label.clientWidth)
      expect(label.clientHeight, label.textContent).toBeLessThan(20)
    }
    await page.getByLabelText('Loss of the day').fill('a lot')
    await page.getByLabelText('Orders a second').fill('11')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect
      .element(page.getByLabelText('Loss of the day'))
      .toHaveAccessibleDescription(/must be rupees above zero/)
    await expect
      .element(page.getByLabelText('Orders a second'))
      .toHaveAccessibleDescription(/from 1 to 10/)
    expect(desk.called('saveAccount')).toEqual([])
    await page.getByLabelText('Loss of the day').fill('25,000')
    await page.getByLabelText('Orders a second').fill('5')
    await page.getByLabelText('Protection').fill('')
    await page.getByLabelText('Symbols as this broker writes them').fill('INFY-EQ = INFY')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect
      .poll(() => desk.called('saveAccount'))
      .toMatchObject([
        {
          profile: {
            id: 'main',
            trading: {
              perSecond: 5,
              protection: null,
              limits: { loss: 25_000 },
              aliases: { 'INFY-EQ': 'INFY' },
            },
          },
        },
      ])
  })
})

describe('limits over all accounts', () => {
  async function openLimits(): Promise<void> {
    await page.getByRole('button', { name: 'Accounts, settings', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Limits over all accounts…' }).click()
  }

  it('are kept by the desk before they are shown as set', async () => {
    const desk = new MemoryDesk()
    await openWindow(desk)
    await openLimits()
    await page.getByLabelText('Value sent together').fill('2,00,000')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(desk.settings.limits).toMatchObject({ value: 200_000, quantity: null })
    await openLimits()
    await expect.element(page.getByLabelText('Value sent together')).toHaveValue('2,00,000')
  })

  it('that could not be kept do not look as if they held', async () => {
    const desk = new MemoryDesk()
    desk.answers.saveSettings = () => fail('storage-failed', 'The disk is full.')
    await openWindow(desk)
    await openLimits()
    await page.getByLabelText('Value sent together').fill('2,00,000')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.element(page.getByRole('dialog')).toMatchTextContent('The disk is full.')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await openLimits()
    await expect.element(page.getByLabelText('Value sent together')).toHaveValue('')
  })
})

describe('what wants proof of who asks', () => {
  const openMenu = async (item: string): Promise<void> => {
    await page.getByRole('button', { name: 'Accounts, settings', exact: true }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  const exportWithKeys = async (): Promise<void> => {
    await openAccounts()
    await page.getByRole('button', { name: 'Export…' }).click()
    await page.getByRole('checkbox', { name: /Put the keys in too/ }).click()
    await page.getByLabelText('Passphrase of the file').fill('correct horse')
    await page.getByLabelText('Once more').fill('correct horse')
  }
  const byOwn = { isLocked: false, way: 'own', hasSystem: false, wait: 0, unseen: 0 } as const

  it('sends the way to a lock where nothing can show who asks', async () => {
    const desk = new MemoryDesk()
    await openWindow(desk)
    await exportWithKeys()
    await expect.element(page.getByRole('button', { name: 'Export', exact: true })).toBeDisabled()
    await page.getByRole('dialog').getByRole('button', { name: 'Choose…' }).click()
    await expect
      .element(page.getByRole('dialog', { name: 'What opens the locked screen' }))
      .toBeVisible()
    expect(desk.called('exportAccounts')).toEqual([])
  })

  it('asks for it at an export with keys, says at the field that it is wrong, and where the file is', async () => {
    const desk = new MemoryDesk()
    desk.lock = byOwn
    desk.answers.exportAccounts = ({ proof }) =>
      proof === undefined
        ? fail('invalid', 'Show first who asks.', { field: 'proof' })
        : proof === 'open sesame'
          ? ok({ kind: 'written', path: '/data/exports/accounts.qda' })
          : fail('wrong-passphrase', 'That is not the right one.', { field: 'proof' })
    await openWindow(desk)
    await exportWithKeys()
    const proof = page.getByLabelText('Passphrase of the lock')
    const deed = page.getByRole('button', { name: 'Export', exact: true })
    await deed.click()
    await expect.element(proof).toHaveAccessibleDescription(/must not be empty/)
    await proof.fill('close sesame')
    await deed.click()
    await expect.element(proof).toHaveAccessibleDescription(/Not the right passphrase/)
    await proof.fill('open sesame')
    await deed.click()
    await expect
      .element(page.getByText(/with keys. Take the file within a day; .*: \/data\/exports/))
      .toBeVisible()
    expect(allText()).not.toContain('sesame')
  })

  it('asks for it where another lock or another place for keys is chosen', async () => {
    const desk = new MemoryDesk({ vault: { ...openVault, kind: 'keychain' } })
    desk.lock = byOwn
    const refused = fail('wrong-passphrase', 'That is not the right one.', { field: 'proof' })
    desk.answers.chooseVault = () => refused
    desk.answers.setUpLock = () => refused
    await openWindow(desk)
    const proof = page.getByLabelText('Passphrase of the lock')

    await openMenu('Where keys are kept…')
    expect(proof.elements()).toEqual([])
    await page.getByRole('radio', { name: /^This session only/ }).click()
    await proof.fill('close sesame')
    await page.getByRole('button', { name: 'Keep keys here' }).click()
    await expect.element(proof).toHaveAccessibleDescription(/Not the right passphrase/)
    expect(desk.called('chooseVault')).toEqual([{ kind: 'session', proof: 'close sesame' }])
    await page.getByRole('button', { name: 'Cancel' }).click()

    await openMenu('Settings…')
    await page
      .getByRole('group', { name: 'What opens the locked screen', exact: true })
      .getByRole('button', { name: 'Choose…' })
      .click()
    await page.getByLabelText('New passphrase').fill('another sesame')
    await page.getByLabelText('Once more').fill('another sesame')
    await proof.fill('close sesame')
    await page.getByRole('button', { name: 'Use this' }).click()
    await expect.element(proof).toHaveAccessibleDescription(/Not the right passphrase/)
  })
})
