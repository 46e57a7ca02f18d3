import { describe, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { bookNames } from '../../../src/shared/books/books.ts'
import { fail, ok } from '../../../src/shared/core/errors.ts'
import { intent, part, uuid } from '../../unit/renderer/intents.ts'
import { account, MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { order } from '../../unit/renderer/records.ts'
import { expectClean, expectContrast } from '../axe.ts'
import { openWindow, settled } from '../window.ts'

/*
 * What axe has to say of states and dialogs that are hard to bring about in a whole window. The rest
 * is looked at there: test/e2e/accessibility.spec.ts.
 */

const dialog = '[role=dialog]'
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const keysRefused = { code: 'bad-keys', message: 'The keys were not accepted.' } as const

async function choose(item: string): Promise<void> {
  await button('Accounts, settings').click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Out of the dialog, and of the one that it was opened from. */
async function leave(): Promise<void> {
  while (document.querySelector(dialog) !== null) {
    await userEvent.keyboard('{Escape}')
    await settled()
  }
}

describe('axe finds nothing', () => {
  it('in trouble, and in what went wrong', async () => {
    const accounts = ['main', 'swing', 'long'].map((id) => account(id))
    const desk = new MemoryDesk({ accounts })
    await openWindow(desk)
    const detail = '<html>Bad gateway</html>'
    const unreadable = { code: 'unreadable', message: 'No list came.', detail } as const
    for (const book of bookNames) {
      desk.poll('main', book, undefined, { trouble: keysRefused })
      desk.poll('swing', book, undefined, { trouble: unreadable, age: null })
    }
    desk.poll('long', 'orders', undefined, { trouble: unreadable })
    await expectClean('trouble', '.strip')
    await button('What to do').click()
    await expectClean('What went wrong', dialog)
  })

  it('in what became of an exit of more accounts than fit in its dialog', async () => {
    const accounts = Array.from({ length: 30 }, (_, at) => account(`client-${at + 1}`))
    const desk = new MemoryDesk({ accounts })
    await openWindow(desk)
    const usual = { strategy: null, cancelled: 2, closed: 2, failures: [], left: null, todo: null }
    desk.emit('exit', {
      ...{ id: uuid(1), what: 'both', at: 0, state: 'done' },
      accounts: accounts.map(({ id }) => ({ ...usual, account: id, step: 'flat' })),
    })
    await page
      .getByRole('contentinfo')
      .getByRole('button', { name: /Exit: / })
      .first()
      .click()
    await expectClean('Exit', dialog)
  })

  it('in what is said of an order in doubt', async () => {
    const desk = new MemoryDesk()
    desk.fill('main', 'orders', [
      ['11', order({ order_id: '11', quantity: 100, status: 'open', fillshares: 0 })],
    ])
    desk.intents = [
      intent({
        state: 'in-doubt',
        parts: [part('in-doubt', { message: 'No answer came within 10 s.' })],
        sent: { at: Date.UTC(2026, 10, 21, 7, 44, 52), rivals: [], bookAge: 300 },
        look: { reads: 6, candidates: ['11'] },
      }),
    ]
    await openWindow(desk)
    await page.getByRole('contentinfo').getByRole('button', { name: 'In doubt 1' }).click()
    await expectClean('In doubt', dialog)
    await button('It did not arrive…').click()
    await expectClean('It did not arrive', dialog)
  })

  it('in the health of accounts', async () => {
    const accounts = [
      account('well'),
      account('bad', { health: { last: 84, p99: 131, isSlow: false, trouble: keysRefused } }),
    ]
    const desk = new MemoryDesk({ accounts })
    desk.answers.readHealth = () =>
      ok(
        accounts.map(({ id }) => ({
          account: id,
          answers: { p50: 84, p99: 1310, count: 100 },
          reads: {
            used: { perSecond: 5, lastSecond: 3, lastMinute: 140, waiting: 0 },
            books: bookNames.map((book) => ({
              ...{ book, age: id === 'bad' ? 7500 : 400, every: 1000, waitsFor: null },
              slowedBy: id === 'bad' ? ('failing' as const) : null,
              trouble: id === 'bad' ? keysRefused.code : null,
            })),
          },
          orders: { perSecond: 10, lastSecond: 1, waiting: 0, perMinute: 120, lastMinute: 4 },
          failed: 0,
        })),
      )
    desk.answers.readFailedRequests = () =>
      ok([
        {
          operation: 'OrderBook',
          failure: { ...keysRefused, detail: '{"api_key":"•••"}' },
          ...{ first: Date.UTC(2026, 10, 21, 4), last: Date.UTC(2026, 10, 21, 5), times: 12 },
          took: 84,
        },
      ])
    await openWindow(desk)
    await button(/^Accounts: /).click()
    await expectClean('how the accounts do', '.health-list')
    await button('All details').click()
    await page
      .getByRole('grid', { name: 'Health of accounts' })
      .getByRole('row', { name: /Bad · PX/ })
      .dblClick()
    await page.getByRole('region', { name: 'Bad in full' }).getByRole('listitem').click()
    await expectClean('health', '.dv-groupview:has([aria-label="Bad in full"])')
  })

  it('in groups, limits and keys', async () => {
    const accounts = ['main', 'swing'].map((id) => account(id))
    const desk = new MemoryDesk({ accounts })
    desk.vault = { ...desk.vault, kind: 'file' }
    desk.lock = { ...desk.lock, way: 'own' }
    await openWindow(desk)
    await choose('Groups of accounts…')
    await button('Add group').click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Family')
    await button('Tick all').click()
    await expectClean('a group', dialog)
    await button('Save').click()
    await button('Add group').hover()
    await expectClean('Groups, and a button under the mouse', dialog)
    await leave()
    await choose('Limits over all accounts…')
    await expectClean('Limits', dialog)
    await leave()
    await choose('Where keys are kept…')
    await expectClean('Keys', dialog)
  })

  it('in what is exported and imported, in a table, and in shortcuts', async () => {
    const desk = new MemoryDesk()
    desk.lock = { ...desk.lock, way: 'own' }
    await openWindow(desk)
    await choose('Accounts…')
    await button('Export…').click()
    await page.getByRole('checkbox', { name: /Put the keys in too/ }).click()
    await button('Export').click()
    await expectClean('Export', dialog)
    await leave()
    await choose('Accounts…')
    await button('Import…').click()
    await expectClean('Import', dialog)
    await leave()
    await choose('Accounts…')
    await button('From a table…').click()
    const lines = [
      'Name,Broker,Address,API key,API secret',
      'Father,ZE,https://api.example.com,one,two',
      'Mother,ZE,http://api.example.com,one,two',
    ]
    await userEvent.upload(page.getByLabelText('File'), new File([lines.join('\n')], 'family.csv'))
    await page.getByText('1 of 2 accounts can be added.').click()
    await expectClean('a table', dialog)
    await leave()
    await choose('Keyboard shortcuts…')
    await expectClean('Keyboard shortcuts', dialog)
  })

  it('in the lock, in what is left of a hidden page, and where Quarterdeck does not answer', async () => {
    const desk = new MemoryDesk({ settings: { lockAfter: 5 } })
    await openWindow(desk)
    await userEvent.keyboard('{Control>}l{/Control}')
    await expectClean('What opens the locked screen', dialog)
    await leave()
    desk.emit('line', { state: 'lost' })
    await expectClean('no answer', '.lost')
    desk.emit('line', { state: 'anew' })
    desk.emit('lock', { ...desk.lock, way: 'own' })
    desk.answers.lockScreen = () => fail('desk-away', 'The line is lost.')
    await userEvent.keyboard('{Control>}l{/Control}')
    await expectClean('a hidden page', '[role=alert]')
    sessionStorage.clear()
  })

  it('in the locked screen, and in what is said where there is no way back', async () => {
    const desk = new MemoryDesk()
    desk.lock = { ...desk.lock, isLocked: true, way: 'own', unseen: 2 }
    await openWindow(desk)
    await page.getByRole('heading', { name: 'Locked' }).click()
    await expectClean('Locked', 'body')
    desk.emit('line', { state: 'closed', message: 'Quarterdeck was started again.' })
    await page.getByText('Quarterdeck was started again.').click()
    await expectClean('no way back', 'body')
  })
  it('in any of their colours, in any other theme', expectContrast)
})
