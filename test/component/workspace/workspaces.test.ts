import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fail, ok } from '../../../src/shared/core/errors.ts'
import type { WindowStanding } from '../../../src/shared/workspace/windows.ts'
import { usualWindow } from '../../../src/shared/workspace/usual-window.ts'
import { MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { openWindow } from '../window.ts'

const panelsMenu = page.getByRole('button', { name: 'Panels and layouts' })
const dialog = page.getByRole('dialog', { name: 'Workspaces' })

const named = (...names: string[]) => ({
  workspaces: names.map((name) => ({ name, windows: [usualWindow] })),
})

/** A desk that does what it is asked with sets of windows. */
function newDesk(...names: string[]): MemoryDesk {
  const desk = new MemoryDesk({ settings: named(...names) })
  const keep = (next: string[]) => {
    desk.settings = { ...desk.settings, ...named(...next) }
    desk.emit('settings', desk.settings)
    return ok(null)
  }
  const present = () => desk.settings.workspaces.map(({ name }) => name)
  desk.answers.saveWorkspace = ({ name, replaces }) =>
    present().includes(name) === replaces
      ? keep(replaces ? present() : [...present(), name])
      : fail('invalid', 'There is a workspace of that name.', { field: 'name' })
  desk.answers.renameWorkspace = ({ from, to }) =>
    keep(present().map((name) => (name === from ? to : name)))
  desk.answers.deleteWorkspace = ({ name }) => keep(present().filter((one) => one !== name))
  desk.answers.showWorkspace = () => ok([])
  return desk
}

const openDialog = async () => {
  await panelsMenu.click()
  await page.getByRole('menuitem', { name: 'Save or change workspaces…' }).click()
}

describe('a workspace', () => {
  it('that has no place for a window leaves it open where something was, which stays true once that is closed', async () => {
    const desk = newDesk()
    desk.answers.stayOpen = () => ok(null)
    await openWindow(desk)
    await page.getByRole('button', { name: 'New order' }).click()
    await page.getByRole('menuitem', { name: 'Regular' }).click()
    const ticket = page.getByRole('dialog', { name: 'Regular ticket' })
    await expect.element(ticket).toBeVisible()
    desk.emit('windowGoes', { window: desk.window.id })
    const said = page.getByText(/It stayed, since something was open in it: 1 ticket\./)
    await expect.element(said).toBeVisible()
    expect(desk.called('stayOpen')).toHaveLength(1)
    await userEvent.keyboard('{Escape}')
    await expect.element(ticket).not.toBeInTheDocument()
    await expect.element(page.getByText(/something is open in it/)).not.toBeInTheDocument()
  })

  it('that was shown without a window while that was away has it go once it comes, or is back', async () => {
    const desk = newDesk()
    desk.answers.closeWindow = () => ok(null)
    await openWindow(desk)
    expect(desk.called('closeWindow')).toEqual([])
    desk.window = { ...desk.window, isToGo: true }
    desk.emit('line', { state: 'anew' })
    await expect.poll(() => desk.called('closeWindow')).toEqual([{ isAsked: true }])
    await openWindow(desk)
    await expect.poll(() => desk.called('closeWindow')).toHaveLength(2)
  })

  it('is saved under a name, saved anew, renamed and deleted', async () => {
    const desk = newDesk('Evening')
    await openWindow(desk)
    await openDialog()
    const field = dialog.getByLabelText('Name of the new workspace')
    await field.fill('Evening')
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).toMatchTextContent('There is a workspace of that name.')
    await field.fill(' ')
    await expect.element(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    await field.fill('Morning')
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).toMatchTextContent('Saved as Morning.')
    await dialog.getByRole('button', { name: 'Overwrite' }).first().click()
    await expect.element(dialog).toMatchTextContent('Evening was saved anew.')
    await dialog.getByRole('button', { name: 'Rename…' }).first().click()
    await dialog.getByLabelText('New name of Evening').fill('Night')
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).toMatchTextContent('Renamed to Night.')
    await dialog.getByRole('button', { name: 'Delete Night' }).click()
    await expect.element(dialog.getByRole('listitem')).toMatchTextContent('Morning')
    expect(desk.called('saveWorkspace')).toEqual([
      { name: 'Evening', replaces: false },
      { name: 'Morning', replaces: false },
      { name: 'Evening', replaces: true },
    ])
  })

  it('is shown from the menu, and from its dialog, which goes with that', async () => {
    const desk = newDesk('Morning')
    await openWindow(desk)
    await panelsMenu.click()
    await page.getByRole('menuitem', { name: 'Morning' }).click()
    await expect.poll(() => desk.called('showWorkspace')).toEqual([{ name: 'Morning' }])
    await openDialog()
    await dialog.getByRole('button', { name: 'Show' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.poll(() => desk.called('showWorkspace')).toHaveLength(2)
  })

  it('that cannot be shown says why', async () => {
    const desk = newDesk('Morning')
    desk.answers.showWorkspace = () => fail('not-found', 'There are no such windows any more.')
    await openWindow(desk)
    await panelsMenu.click()
    await page.getByRole('menuitem', { name: 'Morning' }).click()
    await expect.element(page.getByText('There are no such windows any more.')).toBeVisible()
  })
})

it('a built-in layout for three screens asks for a window on each', async () => {
  const desk = newDesk()
  desk.answers.showWindows = () => ok([])
  await openWindow(desk)
  await panelsMenu.click()
  await page.getByRole('menuitemradio', { name: 'Three screens' }).click()
  await page.getByRole('menuitem', { name: 'Four books' }).click()
  await expect.poll(() => desk.called('showWindows')).toHaveLength(1)
  const [{ windows }] = desk.called('showWindows') as [
    { windows: { place: number; layout: string }[] },
  ]
  expect(windows.map(({ place }) => place)).toEqual([0, 1, 2])
  const panels = windows.map(({ layout }) =>
    Object.keys((JSON.parse(layout) as { panels: object }).panels),
  )
  expect(panels[0]).toEqual(['positions', 'holdings'])
  expect(new Set(panels.flat()).size).toBe(panels.flat().length)
})

describe('a window that was closed', () => {
  const asked = page.getByRole('status', { name: 'A window is gone' })
  const standing = (id: string, more: Partial<WindowStanding> = {}): WindowStanding => ({
    ...{ id, number: 1, link: 'blue', bounds: null, armedFor: null, isOpen: true, isHere: true },
    ...more,
  })

  it.each([
    ['Keep', 'keep', []],
    ['Take out', 'take-out', [{ id: 'window-two' }]],
  ] as const)('is asked about once: %s', async (button, closedWindow, takenOut) => {
    const desk = newDesk()
    desk.answers.takeOutWindow = () => ok(null)
    await openWindow(desk)
    desk.emit('windows', [
      standing('window-one'),
      standing('window-two', { number: 0, isOpen: false, isHere: false }),
    ])
    await asked.getByRole('button', { name: button }).click()
    await expect.element(asked).not.toBeInTheDocument()
    expect(desk.settings.closedWindow).toBe(closedWindow)
    await expect.poll(() => desk.called('takeOutWindow')).toEqual(takenOut)
  })
})
