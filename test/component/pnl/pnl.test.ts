import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { pickOf } from '../../../src/shared/accounts/groups.ts'
import { fail, ok } from '../../../src/shared/core/errors.ts'
import {
  emptyDay,
  mostCurves,
  type PnlCurve,
  type PnlPoint,
  practiceKey,
  totalKey,
  withPoint,
} from '../../../src/shared/pnl/history.ts'
import { account, MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { position } from '../../unit/renderer/records.ts'
import { closeWindows, openWindow, settled } from '../window.ts'

const opening = Date.parse('2026-11-23T09:15:00+05:30')
const point = (minutes: number, net: number | null): PnlPoint => ({
  at: opening + minutes * 60_000,
  realised: net === null ? null : 0,
  unrealised: net,
  ownRealised: net === null ? null : 0,
  ownUnrealised: net,
})
const curve = (key: string, points: PnlPoint[]): PnlCurve => ({
  key,
  points,
  summary: points.reduce(withPoint, emptyDay('2026-11-23')),
})

const real = (id: string) =>
  account(id, { service: { kind: 'url', url: 'https://api.example.com' } })

function deskWith(points: PnlPoint[], accounts = [real('one'), real('two')]): MemoryDesk {
  const desk = new MemoryDesk({ accounts })
  desk.answers.listPnl = () =>
    ok({
      today: '2026-11-23',
      days: ['2026-11-23', '2026-11-20'],
      firstCurve: '2026-10-24',
      series: [
        { key: totalKey, name: 'All accounts' },
        { key: 'account:one', name: 'One' },
        { key: 'account:two', name: 'Two' },
      ],
    })
  desk.answers.readPnl = ({ keys }) => ok(keys.map((key) => curve(key, points)))
  desk.answers.readPnlDays = ({ keys }) =>
    ok(
      keys.map((key) => ({
        key,
        days: [point(0, 500), point(1, 200)]
          .map((one) => withPoint(emptyDay('2026-11-20'), one))
          .slice(0, 1),
      })),
    )
  return desk
}

const panel = () => page.elementLocator(document.querySelector('.pnl')!)
const table = () => [...document.querySelectorAll('.pnl tbody tr')].map((row) => row.textContent)

describe('the P&L panel', () => {
  it('says how the day went, and follows the desk', async () => {
    const desk = deskWith([point(0, 100), point(1, 900), point(2, 300)])
    await openWindow(desk)
    await expect.element(page.getByRole('img', { name: /Net P&L of today/ })).toBeVisible()
    await expect.element(panel()).toMatchTextContent(/Service \+₹300.00/)
    await expect.element(panel()).toMatchTextContent(/High \+900.00 Low \+100.00 Drawdown −600.00/)
    const { at, ...figures } = point(3, -50)
    desk.emit('pnl', { at, day: '2026-11-23', figures: [{ key: totalKey, ...figures }] })
    await expect.element(panel()).toMatchTextContent(/09:18:00 Service −₹50.00/)
    await expect.element(panel()).toMatchTextContent(/Low −50.00 Drawdown −950.00/)
    const tip = 'Of the whole day, also while other accounts were in the sum'
    await expect.element(panel().getByTitle(tip).first()).toMatchTextContent('High')
    await page.getByLabelText('Whose P&L').selectOptions('One')
    await expect.element(panel().getByTitle(tip)).not.toBeInTheDocument()
  })

  it('draws of practice alone the sum that goes on as practice once there is real money', async () => {
    const desk = deskWith([point(0, 100)], [account('one'), account('two')])
    const asked: string[][] = []
    const answer = desk.answers.readPnl!
    desk.answers.readPnl = (question) => {
      asked.push(question.keys)
      return answer(question)
    }
    await openWindow(desk)
    await expect.element(page.getByRole('img', { name: /Net P&L of today/ })).toBeVisible()
    await expect.element(panel()).toMatchTextContent(/Service \+₹100.00/)
    expect(asked[0]?.[0]).toBe(practiceKey)
  })

  it('says of now that it is not known, with the reason and what was known last', async () => {
    const desk = deskWith([point(0, 100), point(1, 900)])
    await openWindow(desk)
    await expect.element(page.getByRole('img', { name: /Net P&L of today/ })).toBeVisible()
    const { at, ...figures } = point(2, null)
    const { at: _, ...known } = point(2, 5)
    desk.emit('pnl', {
      at,
      day: '2026-11-23',
      figures: [
        { key: totalKey, ...figures },
        { key: 'account:one', ...known },
        { key: 'account:two', ...figures },
      ],
    })
    const why =
      'Not known now: the positions of Two are not read well. Last known: +₹900.00 at 09:16:00 IST.'
    await expect.element(panel().getByTitle(why).first()).toMatchTextContent('–')
    await expect.element(panel()).not.toMatchTextContent(/Service \+₹900/)
    // It may have been higher or lower than ever known.
    await expect
      .element(panel())
      .toMatchTextContent(/High ≥ \+900.00 Low ≤ \+100.00 Drawdown ≤ 0.00/)
    const gap = /It may have gone further while it was not known$/
    await expect.element(panel().getByTitle(gap).first()).toMatchTextContent('High')
    const again = point(3, 950)
    const { at: later, ...back } = again
    desk.emit('pnl', { at: later, day: '2026-11-23', figures: [{ key: totalKey, ...back }] })
    await expect.element(panel()).toMatchTextContent(/Service \+₹950.00/)
  })

  it('goes on where an account is old with its last figure, where it is missing with the others, and marks that sum', async () => {
    const desk = deskWith([point(0, 100), point(1, 900)])
    let ofTwo = [point(0, 400)]
    const pointsOf = (key: string): PnlPoint[] =>
      key === 'account:two' ? ofTwo : [point(0, key === 'account:one' ? 500 : 900)]
    desk.answers.readPnl = ({ keys }) => ok(keys.map((key) => curve(key, pointsOf(key))))
    await openWindow(desk)
    await expect.element(page.getByRole('img', { name: /Net P&L of today/ })).toBeVisible()
    await expect.element(panel()).not.toMatchTextContent('Partial')
    await expect.element(panel()).not.toMatchTextContent('Last known')
    const figuresOf = (net: number | null) => {
      const { at: _, ...figures } = point(2, net)
      return figures
    }
    const hear = (minutes: number, total: number | null, two: number | null) =>
      desk.emit('pnl', {
        at: point(minutes, null).at,
        day: '2026-11-23',
        figures: [
          { key: totalKey, ...figuresOf(total) },
          { key: 'account:one', ...figuresOf(500) },
          { key: 'account:two', ...figuresOf(two) },
        ],
      })
    hear(2, null, null)
    await expect.element(panel()).toMatchTextContent(/Last known \+₹900.00/)
    const old =
      'Of all accounts: the positions of Two are not read well. An account that was not read well counts with its last known figure.'
    await expect.element(panel().getByTitle(old)).toBeVisible()
    hear(3, 700, 200)
    await expect.element(panel()).toMatchTextContent(/Service \+₹700.00/)
    await expect.element(panel()).not.toMatchTextContent('Last known')
    ofTwo = []
    await page.getByLabelText('Whose P&L').selectOptions('One')
    await page.getByLabelText('Whose P&L').selectOptions('All accounts')
    hear(4, null, null)
    await expect.element(panel()).toMatchTextContent(/Partial \+₹500.00/)
    const why =
      'Of the accounts that are known: the positions of Two are not read well. One that was read before counts with its last known figure, the others are not in it.'
    await expect.element(panel().getByTitle(why)).toBeVisible()
  })

  it('goes on with the others where one of all was never read', async () => {
    const desk = deskWith([])
    const of: Record<string, PnlPoint[]> = { 'account:one': [point(0, 60), point(1, 70)] }
    desk.answers.readPnl = ({ keys }) => ok(keys.map((key) => curve(key, of[key] ?? [])))
    await openWindow(desk)
    await expect.element(page.getByLabelText('Whose P&L')).toBeVisible()
    await expect.element(panel()).toMatchTextContent(/Partial \+₹70.00/)
  })

  it('says of when the sum is that stands for one which ended earlier', async () => {
    const desk = deskWith([])
    const of: Record<string, PnlPoint[]> = {
      [totalKey]: [point(0, 900), point(1, null)],
      'account:one': [point(0, 500), point(3, 520)],
      'account:two': [point(0, 400), point(1, null)],
    }
    desk.answers.readPnl = ({ keys }) => ok(keys.map((key) => curve(key, of[key] ?? [])))
    await openWindow(desk)
    await expect.element(page.getByRole('img', { name: /Net P&L of today/ })).toBeVisible()
    await expect.element(panel()).toMatchTextContent(/09:18:00 Service –.*Last known \+₹920.00/)
  })

  it('says of a day that is over that its total ended before an account went missing', async () => {
    const desk = deskWith([])
    const of: Record<string, PnlPoint[]> = {
      [totalKey]: [point(0, 100), point(1, null)],
      'account:one': [point(0, 60), point(1, 70)],
      'account:two': [point(0, 40), point(1, null)],
    }
    desk.answers.readPnl = ({ keys }) => ok(keys.map((key) => curve(key, of[key] ?? [])))
    await openWindow(desk)
    await expect.element(page.getByRole('img', { name: /Net P&L of today/ })).toBeVisible()
    await page.getByLabelText('Day', { exact: true }).selectOptions('2026-11-20')
    await expect.element(panel()).toMatchTextContent(/Last known \+₹110.00/)
    const why = 'Of 09:15:00 IST: after that an account is missing or old.'
    await expect.element(panel().getByTitle(why)).toMatchTextContent('+₹100.00')
  })

  it('has a curve of a group, and of accounts that are shown together', async () => {
    const desk = deskWith([point(0, 100), point(1, 900)])
    desk.accounts = ['one', 'two', 'three'].map((id) => account(id))
    desk.window = { ...desk.window, selected: pickOf(['one', 'two']) }
    await openWindow(desk)
    await expect.element(page.getByRole('img', { name: /Net P&L of today/ })).toBeVisible()
    await expect.element(panel()).toMatchTextContent(/Service \+₹1,800.00/)
    await expect.element(page.getByLabelText('Whose P&L')).toHaveDisplayValue('2 accounts')
  })

  it('shows in its table what was not known as a dash, never as a zero', async () => {
    await openWindow(deskWith([point(0, 100), point(1, null), point(2, 300)]))
    await page.getByRole('button', { name: 'Table' }).click()
    await expect.poll(() => table()[1]?.replaceAll(/\s/g, '')).toBe('09:16:00Allaccounts–––––')
  })

  it('asks for each account, and for how days ended', async () => {
    const desk = deskWith([point(0, 100)])
    await openWindow(desk)
    await page.getByLabelText('Whose P&L').selectOptions('Each account')
    await expect
      .poll(() => desk.called('readPnl').at(-1))
      .toEqual({ day: '2026-11-23', keys: ['account:one', 'account:two'] })
    await page.getByLabelText('Day', { exact: true }).selectOptions('All days')
    await page.getByRole('button', { name: 'Table' }).click()
    await expect.poll(() => table()[0]).toContain('20 Nov 2026')
  })

  it('leaves none of thirty accounts out', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `account-${index}`)
    const desk = deskWith([point(0, 100)], ids.map(real))
    await openWindow(desk)
    await page.getByLabelText('Whose P&L').selectOptions('Each account')
    const asked = () =>
      new Set((desk.called('readPnl') as { keys: string[] }[]).flatMap(({ keys }) => keys))
    for (const id of ids) await expect.poll(asked).toContain(`account:${id}`)
  })

  it('asks once for what is asked for still, however often the desk tells of accounts and orders', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `account-${index}`)
    const desk = deskWith([point(0, 100), point(1, 900)], ids.map(real))
    await openWindow(desk)
    await expect.element(page.getByRole('img', { name: /Net P&L of today/ })).toBeVisible()
    await expect.element(panel()).toMatchTextContent(/Service \+₹900.00/)
    const asked = desk.called('readPnl').length
    expect(asked).toBe(Math.ceil(31 / mostCurves))
    for (let second = 0; second < 20; second++) {
      desk.emit('accounts', ids.map(real))
      desk.emit('pace', [])
      desk.emit('stop', { on: second % 2 === 0, at: null })
      await settled()
    }
    const { at, ...figures } = point(2, 950)
    desk.emit('pnl', { at, day: '2026-11-23', figures: [{ key: totalKey, ...figures }] })
    await expect.element(panel()).toMatchTextContent(/Service \+₹950.00/)
    expect(desk.called('readPnl')).toHaveLength(asked)
    desk.emit('accounts', ids.slice(1).map(real))
    await expect.poll(() => desk.called('readPnl').length).toBeGreaterThan(asked)
  })

  it('asks one question at a time, then the latest, and loses no point that comes meanwhile', async () => {
    const desk = deskWith([])
    const waiting: (() => void)[] = []
    const asked: string[] = []
    desk.answers.readPnl = ({ keys }) =>
      new Promise((resolve) => {
        asked.push(keys.join(' '))
        waiting.push(() => resolve(ok(keys.map((key) => curve(key, [point(0, 100)])))))
      })
    await openWindow(desk)
    await expect.poll(() => asked).toHaveLength(1)
    const whose = page.getByLabelText('Whose P&L')
    for (const name of ['One', 'Two', 'One']) await whose.selectOptions(name)
    await settled()
    expect(asked).toHaveLength(1)
    const { at, ...figures } = point(1, 700)
    desk.emit('pnl', { at, day: '2026-11-23', figures: [{ key: 'account:one', ...figures }] })
    waiting.shift()!()
    await expect.poll(() => asked.slice(1)).toEqual(['account:one'])
    waiting.shift()!()
    await expect.element(panel()).toMatchTextContent(/09:16:00 Service \+₹700.00/)
    await expect.element(panel()).toMatchTextContent(/High \+700.00 Low \+100.00/)
    expect(asked).toHaveLength(2)
  })

  it('asks again for what could not be read', async () => {
    const desk = deskWith([point(0, 100)])
    const answer = desk.answers.readPnl!
    desk.answers.readPnl = () => fail('storage-failed', 'It cannot be read.')
    await openWindow(desk)
    const failure = page.getByText('It cannot be read.')
    await expect.element(failure).toBeVisible()
    desk.answers.readPnl = answer
    const { at, ...figures } = point(1, 50)
    desk.emit('pnl', { at, day: '2026-11-23', figures: [{ key: totalKey, ...figures }] })
    await expect.element(page.getByRole('img', { name: /Net P&L of today/ })).toBeVisible()
    await expect.element(failure).not.toBeInTheDocument()
  })

  const hearAll = (desk: MemoryDesk, minutes: number, net: number, anewSince?: number) => {
    const { at, ...figures } = point(minutes, net)
    const since = anewSince === undefined ? {} : { anewSince }
    desk.emit('pnl', { at, day: '2026-11-23', figures: [{ key: totalKey, ...figures, ...since }] })
  }

  it('shows nothing of another day under the name of one that cannot be read, and asks again for that', async () => {
    const desk = deskWith([point(0, 100)])
    const answer = desk.answers.readPnl!
    await openWindow(desk)
    await expect.element(page.getByRole('img', { name: /Net P&L of today/ })).toBeVisible()
    desk.answers.readPnl = () => fail('storage-failed', 'It cannot be read.')
    await page.getByLabelText('Day', { exact: true }).selectOptions('2026-11-20')
    await expect.element(page.getByText('It cannot be read.')).toBeVisible()
    await expect.element(page.getByRole('img', { name: /Net P&L of/ })).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Save as CSV' })).toBeDisabled()
    desk.answers.readPnl = answer
    hearAll(desk, 1, 50)
    await expect.element(page.getByRole('img', { name: /Net P&L of 2026-11-20/ })).toBeVisible()
  })

  it('waits for a slow answer to what could not be read, however many samples come meanwhile', async () => {
    const desk = deskWith([])
    const answer = desk.answers.readPnl!
    desk.answers.readPnl = () => fail('storage-failed', 'It cannot be read.')
    await openWindow(desk)
    await expect.element(page.getByText('It cannot be read.')).toBeVisible()
    let give: (() => void) | undefined
    desk.answers.readPnl = (question) =>
      new Promise((resolve) => (give = () => resolve(answer(question) as never)))
    for (const minutes of [1, 2, 3]) hearAll(desk, minutes, 50)
    await expect.poll(() => give).toBeDefined()
    const asked = desk.called('readPnl').length
    give!()
    await expect.element(page.getByText('It cannot be read.')).not.toBeInTheDocument()
    expect(desk.called('readPnl')).toHaveLength(asked)
  })

  it('draws nothing of what the desk took back, nor goes on with what it could not read anew', async () => {
    const desk = deskWith([point(0, 100)])
    const answers: (() => void)[] = []
    await openWindow(desk)
    await expect.element(page.getByRole('img', { name: /Net P&L of today/ })).toBeVisible()
    const answer = desk.answers.readPnl!
    desk.answers.readPnl = (question) =>
      new Promise((resolve) => answers.push(() => resolve(answer(question) as never)))
    await page.getByLabelText('Whose P&L').selectOptions('One')
    await page.getByLabelText('Whose P&L').selectOptions('All accounts')
    hearAll(desk, 1, 700)
    hearAll(desk, 2, 60, opening)
    for (const given of [1, 2]) {
      await expect.poll(() => answers).toHaveLength(1)
      if (given === 2) desk.answers.readPnl = answer
      answers.shift()!()
    }
    await expect.element(panel()).toMatchTextContent(/09:15:00 Service \+₹100.00/)
    expect(panel().element().textContent).not.toContain('700')
  })

  it('asks again where it was not told what there is', async () => {
    const desk = deskWith([point(0, 100)])
    const answer = desk.answers.listPnl!
    desk.answers.listPnl = () => fail('storage-failed', 'The days cannot be read.')
    await openWindow(desk)
    await expect.element(page.getByText('The days cannot be read.')).toBeVisible()
    desk.answers.listPnl = answer
    hearAll(desk, 1, 50)
    await expect.element(page.getByRole('img', { name: /Net P&L of today/ })).toBeVisible()
    await expect.element(page.getByText('The days cannot be read.')).not.toBeInTheDocument()
  })

  it('says what will stand there while nothing does', async () => {
    await openWindow(deskWith([]))
    await expect.element(page.getByText(/^The curve begins/)).toBeVisible()
  })
})

describe('the curve', () => {
  const chart = () => document.querySelector<HTMLElement>('.pnl [role=img][aria-roledescription]')!
  const openCurve = async (points: PnlPoint[]) => {
    await openWindow(deskWith(points))
    await expect.element(page.getByRole('img', { name: /Net P&L of today/ })).toBeVisible()
  }
  /** Presses, moves and lets go at shares of the chart's width. */
  const mouse = (kind: string, share: number) => {
    const { left, top, width, height } = chart().getBoundingClientRect()
    const [clientX, clientY] = [left + 68 + share * (width - 98), top + height / 2]
    const init = { clientX, clientY, pointerId: 1, bubbles: true, isPrimary: true }
    chart().setPointerCapture = () => undefined
    chart().dispatchEvent(new PointerEvent(kind, init))
  }
  /** Pixels of the canvas that are neither empty nor of the axes: left of the middle, and right. */
  const inked = (from: number, to: number): number => {
    const canvas = chart().querySelector('canvas')!
    const ratio = canvas.width / chart().clientWidth
    const width = canvas.width - 98 * ratio
    const { data } = canvas
      .getContext('2d')!
      .getImageData(
        ...([
          68 * ratio + from * width,
          0,
          (to - from) * width,
          canvas.height - 30 * ratio,
        ] as const),
      )
    let count = 0
    for (let at = 3; at < data.length; at += 4) if (data[at]! > 0) count += 1
    return count
  }

  it('is drawn, with a gap where nothing was known', async () => {
    await openCurve([0, 1, 2, 3, 4, 5, 6].map((at) => point(at, at > 1 && at < 5 ? null : 900)))
    await expect.poll(() => inked(0, 0.15)).toBeGreaterThan(0)
    // The lines of the grid go through all of it; only the curve is missing in the gap.
    expect(inked(0.4, 0.55)).toBeLessThan(inked(0, 0.15))
    expect(inked(0.85, 1)).toBeGreaterThan(inked(0.4, 0.55))
  })

  it('says what the mouse and the keys point at', async () => {
    await openCurve([point(0, 100), point(1, 900), point(2, 300)])
    mouse('pointermove', 0.52)
    await expect.element(panel()).toMatchTextContent(/09:16:00 IST/)
    await expect.poll(() => chart().querySelectorAll('.dot').length).toBeGreaterThan(0)
    const key = (name: string) =>
      chart().dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }))
    key('ArrowRight')
    await expect.element(panel()).toMatchTextContent(/09:17:00 IST/)
    key('Home')
    await expect.element(panel()).toMatchTextContent(/09:15:00 IST/)
    mouse('pointerleave', 0.5)
    await expect.poll(() => chart().querySelectorAll('.dot').length).toBe(0)
  })

  it('shows the part that is drawn over with the mouse, and all of it again', async () => {
    await openCurve([point(0, 100), point(1, 900), point(2, 300)])
    mouse('pointerdown', 0.4)
    mouse('pointermove', 0.6)
    await expect.poll(() => chart().querySelector('.part')).not.toBeNull()
    mouse('pointerup', 0.6)
    await expect.poll(() => chart().querySelector('.part')).toBeNull()
    // Its left edge is a point in time between the first two moments now.
    mouse('pointermove', 0.01)
    await expect.element(panel()).toMatchTextContent(/09:16:00 IST/)
    await page.getByRole('button', { name: 'Whole day' }).click()
    mouse('pointermove', 0.01)
    await expect.element(panel()).toMatchTextContent(/09:15:00 IST/)
  })
})

describe('the own P&L of a position', () => {
  it('does not stand beside the service’s where it cannot be reckoned, and the tip says why', async () => {
    const desk = new MemoryDesk()
    desk.fill('main', 'positions', [['a', position({ ltp: null, realisedprofitloss: 0 })]])
    await openWindow(desk)
    await expect
      .element(
        page.getByTitle('Not reckoned: a position is held, and its last price is not known.'),
      )
      .toMatchTextContent(/^\+3,910\.00$/)
  })
})

describe('the P&L of a position', () => {
  const titles = () =>
    [...document.querySelectorAll('[aria-label=Positions] [role=columnheader]')].flatMap((head) =>
      head.textContent.trim() === '' ? [] : head.textContent.trim(),
    )
  const deskOf = (unrealisedprofitloss: number | null) => {
    const desk = new MemoryDesk()
    desk.fill('main', 'positions', [
      ['a', position({ realisedprofitloss: 0, unrealisedprofitloss })],
    ])
    return desk
  }
  const cell = () =>
    page.getByRole('treegrid', { name: 'Positions' }).getByRole('gridcell', { name: /≠|3,910/ })

  it('is one column, without another figure where the two agree', async () => {
    await openWindow(deskOf(3910))
    await expect.element(cell().nth(1)).toMatchTextContent(/^\+3,910\.00$/)
    expect(titles()).toEqual(['Symbol', 'Product', 'Net qty', 'Avg', 'LTP', 'P&L'])
  })

  it('has the own figure behind a ≠ where they differ, in the row and in its group', async () => {
    await openWindow(deskOf(3800))
    for (const at of [0, 1])
      await expect.element(cell().nth(at)).toMatchTextContent('+3,800.00 ≠ +3,910.00')
  })

  it('is a dash beside the own figure where the service says none, and its sum is not known', async () => {
    await openWindow(deskOf(null))
    await expect.element(cell()).toMatchTextContent('– ≠ +3,910.00')
    const sum = page.getByRole('row', { name: /^Shares 1/ })
    await expect.element(sum.getByTitle(/unknown/)).toMatchTextContent('–')
  })
})

describe('what the P&L panel shows', () => {
  it('is as it was left', async () => {
    const desk = deskWith([point(0, 100), point(1, 900)])
    await openWindow(desk)
    await page.getByLabelText('Whose P&L').selectOptions('accounts')
    await panel().getByRole('button', { name: 'Realised', exact: true }).click()
    await expect
      .poll(() => desk.settings.pnl)
      .toMatchObject({ lines: 'accounts', figure: 'realised' })
    await page.getByLabelText('Day').selectOptions('all')
    await expect.poll(() => desk.settings.pnl.isOverDays).toBe(true)
    closeWindows()
    await openWindow(desk)
    await expect.element(page.getByLabelText('Whose P&L')).toHaveValue('accounts')
    await expect.element(page.getByLabelText('Day')).toHaveValue('all')
  })
})
