import { describe, expect, it } from 'vitest'
import { DeskWindows } from '../../../../src/main/workspace/desk-windows.ts'
import type { Emit } from '../../../../src/shared/contract.ts'
import type { KeptWindow, Workspace } from '../../../../src/shared/workspace/windows.ts'

const kept = (id: string, more: Partial<KeptWindow> = {}): KeptWindow => ({
  ...{ id, layout: null, selected: 'all', isOpen: true },
  ...more,
})

/** The windows of a desk, without a disk and on a clock of ours. */
function setUp(...windows: KeptWindow[]) {
  let workspace: Workspace = { windows }
  let made = 0
  const due: (() => void)[] = []
  const lock = { isLocked: false }
  const tell: Emit = (name, event) => all.tell(name, event)
  const all = new DeskWindows({
    document: { read: () => workspace, write: (next) => void (workspace = next) },
    clock: {
      after: (_, task) => {
        due.push(task)
        return () => void due.splice(due.indexOf(task), 1)
      },
    },
    newId: () => `window-new-${(made += 1)}`,
    isLocked: () => lock.isLocked,
    emit: tell,
  })
  const join = (
    had: string | null = null,
    page: string | null = null,
    own: string | null = null,
  ) => {
    const told: [string, unknown][] = []
    const line = all.join((name, event) => told.push([name, event]), own)
    return { line, told, place: all.take(line, { had, page }) }
  }
  return {
    ...{ all, join, lock },
    now: () => workspace.windows,
    pass: () => due.splice(0).forEach((task) => task()),
  }
}

describe('The windows of a desk', () => {
  it('each have a place of their own, which is kept', () => {
    const { all, join, now } = setUp(kept('window-one', { selected: 'main' }))
    const [one, other] = [join(), join()]
    expect([one.place?.id, one.place?.selected]).toEqual(['window-one', 'main'])
    all.change(other.line, { layout: 'books', selected: 'all' })
    all.change(one.line, { selected: 'other' })
    expect(now()).toEqual([
      kept('window-one', { selected: 'other' }),
      kept('window-new-1', { layout: 'books' }),
    ])
  })

  it('tells the first one that comes of the others that are to be put back, and no later one', () => {
    const three = ['window-one', 'window-two'].map((id) => kept(id))
    const { join } = setUp(...three, kept('window-away', { isOpen: false }))
    expect(join().place?.toReopen).toEqual(['window-two'])
    expect(join('window-two').place?.toReopen).toEqual([])
  })

  it('tells nothing of them on a locked screen, and all once it is open', () => {
    const { all, join, lock } = setUp(kept('window-one'), kept('window-two'))
    lock.isLocked = true
    const { line, place } = join()
    expect(place?.toReopen).toEqual([])
    lock.isLocked = false
    expect(all.take(line, { had: 'window-one', page: null })?.toReopen).toEqual(['window-two'])
  })

  it('keeps a place for who loads itself anew, and for the last that goes', () => {
    const { all, join, now, pass } = setUp(kept('window-one'), kept('window-two'))
    const [one, two] = [join(), join()]
    all.leave(one.line)
    const again = join('window-one')
    pass()
    expect(now().map(({ isOpen }) => isOpen)).toEqual([true, true])
    all.leave(two.line)
    pass()
    expect(now().map(({ isOpen }) => isOpen)).toEqual([true, false])
    all.leave(again.line)
    pass()
    expect(now().map(({ isOpen }) => isOpen)).toEqual([true, false])
  })

  it('gives its place back to a page whose line broke unnoticed, and to no copy of it', () => {
    const { join } = setUp(kept('window-one'))
    join(null, 'page-one')
    expect(join('window-one', 'page-two').place?.id).toBe('window-new-1')
    expect(join('window-one', 'page-one').place?.id).toBe('window-one')
  })

  it('tells a window alone what another one changed of it', () => {
    const { all, join } = setUp(kept('window-one'), kept('window-two'))
    const [one, two] = [join(), join()]
    all.change(one.line, { id: 'window-two', selected: 'main' })
    const changes = (told: [string, unknown][]) => told.filter(([name]) => name === 'window')
    expect(changes(one.told)).toEqual([])
    expect(changes(two.told)).toEqual([['window', kept('window-two', { selected: 'main' })]])
    all.change(two.line, { selected: 'all' })
    expect(changes(two.told)).toHaveLength(1)
  })

  it('takes the place that its host chose, whatever the page says', () => {
    const { join } = setUp(kept('window-one'), kept('window-two'))
    expect(join('window-one', null, 'window-two').place?.id).toBe('window-two')
  })

  it('tells all of them who is there, whenever that changes', () => {
    const { all, join } = setUp(kept('window-one'))
    const one = join()
    const other = join()
    all.leave(other.line)
    const standing = (id: string, isHere: boolean) => ({ id, isOpen: true, isHere })
    expect(one.told.filter(([name]) => name === 'windows').slice(-2)).toEqual([
      ['windows', [standing('window-one', true), standing('window-new-1', true)]],
      ['windows', [standing('window-one', true), standing('window-new-1', false)]],
    ])
  })

  it('refuses a second place of one name, and a change of none', () => {
    const { all, join } = setUp(kept('window-one'))
    expect(all.add(kept('window-one'))).toMatchObject({ ok: false, error: { field: 'id' } })
    expect(all.change(null, { selected: 'main' })).toMatchObject({ error: { code: 'not-found' } })
    const { line } = join()
    all.takeOut('window-one')
    expect(all.change(line, { selected: 'main' })).toMatchObject({ error: { code: 'not-found' } })
  })

  it('says that there is no room for one more', () => {
    const full = Array.from({ length: 16 }, (_, at) => kept(`window-${at}-of`))
    const { all, now } = setUp(...full)
    expect(all.add(kept('window-more'))).toMatchObject({ ok: false, error: { code: 'invalid' } })
    expect(now()).toEqual(full)
  })
})
