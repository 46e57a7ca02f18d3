import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { DeskWindows } from '../../../../src/main/workspace/desk-windows.ts'
import type { WindowWish } from '../../../../src/shared/workspace/window-places.ts'
import { type Emit, calls } from '../../../../src/shared/contract.ts'
import {
  type ClosedWindow,
  type KeptWindow,
  type Workspace,
} from '../../../../src/shared/workspace/windows.ts'
import type { NamedWorkspace } from '../../../../src/shared/workspace/workspaces.ts'
import { ok } from '../../../../src/shared/core/errors.ts'
import { usualWindow } from '../../../../src/shared/workspace/usual-window.ts'

const kept = (id: string, more: Partial<KeptWindow> = {}): KeptWindow => ({
  ...usualWindow,
  ...{ id, isOpen: true },
  ...more,
})

const at = (x: number) => ({ x, y: 0, width: 960, height: 600 })

/** The windows of a desk, without a disk and on a clock of ours. */
function setUp(...windows: KeptWindow[]) {
  let workspace: Workspace = { windows }
  let named: NamedWorkspace[] = []
  let made = 0
  let now = 0
  const due: (() => void)[] = []
  const lock = { isLocked: false }
  const wished: WindowWish[] = []
  const host = { isThere: true, closed: 'ask' as ClosedWindow }
  const tell: Emit = (name, event) => all.tell(name, event)
  const all = new DeskWindows({
    document: { read: () => workspace, write: (next) => void (workspace = next) },
    clock: {
      now: () => now,
      after: (_, task) => {
        due.push(task)
        return () => void due.splice(due.indexOf(task), 1)
      },
    },
    newId: () => `window-new-${(made += 1)}`,
    isLocked: () => lock.isLocked,
    emit: tell,
    unseen: ({ account, book, meta }) => ({ account, book, meta, unseen: { isOpen: true } }),
    named: {
      read: () => named,
      write: (all) => {
        named = all
        return ok(null)
      },
    },
    closed: () => host.closed,
    wish: (wish) => {
      wished.push(wish)
      return host.isThere
    },
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
    ...{ all, join, lock, wished, host },
    kept: () => workspace.windows,
    named: () => named,
    pass: (milliseconds = 5000) => {
      now += milliseconds
      for (const task of due.splice(0)) task()
    },
  }
}

describe('The windows of a desk', () => {
  it('each have a place of their own, which is kept', () => {
    const { all, join, kept: saved } = setUp(kept('window-one', { selected: 'main' }))
    const [one, other] = [join(), join()]
    expect([one.place?.id, one.place?.selected]).toEqual(['window-one', 'main'])
    all.change(other.line, { layout: 'books', selected: 'all' })
    all.change(one.line, { selected: 'other' })
    expect(saved()).toEqual([
      kept('window-one', { selected: 'other' }),
      kept('window-new-1', { layout: 'books' }),
    ])
  })

  it('tells the first one that comes of the others that are to be put back, and no later one', () => {
    const two = ['window-one', 'window-two'].map((id) => kept(id))
    const { join } = setUp(...two, kept('window-closed', { isOpen: false }))
    expect(join().place?.toReopen).toEqual(['window-two', 'window-closed'])
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
    const { all, join, kept: saved, pass } = setUp(kept('window-one'), kept('window-two'))
    const [one, two] = [join(), join()]
    all.leave(one.line)
    const again = join('window-one')
    pass()
    expect(saved().map(({ isOpen }) => isOpen)).toEqual([true, true])
    all.leave(two.line)
    pass()
    expect(saved().map(({ isOpen }) => isOpen)).toEqual([true, false])
    all.leave(again.line)
    pass()
    expect(saved().map(({ isOpen }) => isOpen)).toEqual([true, false])
  })

  it('gives its place back to a page whose line broke unnoticed, and to no copy of it', () => {
    const { join } = setUp(kept('window-one'))
    join(null, 'page-one')
    expect(join('window-one', 'page-two').place?.id).toBe('window-new-1')
    expect(join('window-one', 'page-one').place?.id).toBe('window-one')
  })

  it('keeps a place whose line broke a moment ago from windows that never had it', () => {
    const { all, join, pass } = setUp(kept('window-one', { selected: 'main' }))
    all.leave(join().line, { isBroken: true })
    const stranger = join()
    expect(stranger.place?.id).toBe('window-new-1')
    const back = join('window-one')
    expect([back.place?.id, back.place?.selected]).toEqual(['window-one', 'main'])
    // One that never comes back is waited for no longer than one that is closed.
    all.leave(stranger.line)
    pass()
    all.leave(back.line, { isBroken: true })
    pass()
    expect(join().place?.id).toBe('window-one')
  })

  it('gives the place of one that its page has left to the next that comes', () => {
    const { all, join } = setUp(kept('window-one'))
    all.leave(join().line)
    expect(join().place?.id).toBe('window-one')
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
    const standing = (id: string, number: number, isHere: boolean) => ({
      ...{ id, number, link: 'blue', bounds: null, armedFor: null },
      ...{ isOpen: true, isHere },
    })
    expect(one.told.filter(([name]) => name === 'windows').slice(-2)).toEqual([
      ['windows', [standing('window-one', 1, true), standing('window-new-1', 2, true)]],
      ['windows', [standing('window-one', 1, true), standing('window-new-1', 2, false)]],
    ])
  })

  it('that the browser shows elsewhere stands there, and belongs where it was', () => {
    const [far, near] = [at(2000), at(100)]
    const {
      all,
      join,
      kept: saved,
    } = setUp(kept('window-one'), kept('window-two', { bounds: far }))
    const boundsTold = () => all.standings().map(({ bounds }) => bounds)
    const [one, two] = [join(), join()]
    all.change(two.line, { bounds: near, belongs: far })
    expect(boundsTold()).toEqual([null, near])
    all.save('Evening', false)
    all.leave(two.line)
    expect(boundsTold()).toEqual([null, far])
    // Under a name it is where it belongs, and whoever becomes it stands where it stood.
    all.rearrange(one.line, all.named.find('Evening')!.windows.toReversed())
    expect(saved().map(({ bounds, belongs }) => ({ bounds, belongs }))).toEqual([
      { bounds: far, belongs: null },
      { bounds: null, belongs: null },
    ])
  })

  describe('under a name', () => {
    const place = (screen: number) => ({
      ...{ bounds: { x: screen, y: 0, width: 960, height: 600 }, isMaximised: false },
      ...{ isFullScreen: false, away: null },
      screen: { id: screen, label: '', area: { x: 0, y: 0, width: 1920, height: 1080 } },
    })
    const two = [
      kept('window-one', { selected: 'main', place: place(1) }),
      kept('window-two', { layout: 'books', link: 'green', place: place(2) }),
    ]
    const events = ({ told }: { told: [string, unknown][] }, wanted: string) =>
      told.flatMap(([name, event]) => (name === wanted ? [event] : []))

    it('are kept as they are, shown again, renamed, kept anew and deleted', () => {
      const { all, join, kept: saved, named, wished } = setUp(...two)
      const [one, other] = [join(), join()]
      expect(all.save('Morning', false)).toEqual(ok(null))
      all.change(one.line, { selected: 'all', layout: 'charts' })
      all.keepPlace('window-one', place(3))
      expect(all.show(one.line, 'Morning')).toEqual(ok([]))
      expect(saved()).toEqual(two)
      expect(events(one, 'window')).toEqual([two[0]])
      expect(events(other, 'window')).toEqual([two[1]])
      expect(wished.map(({ window, to }) => `${window} ${to}`)).toEqual([
        'window-one take its place',
        'window-two take its place',
      ])
      expect(all.named.rename({ from: 'Morning', to: 'Noon' })).toEqual(ok(null))
      all.takeOut('window-two')
      all.leave(other.line)
      expect(all.save('Noon', true)).toEqual(ok(null))
      expect(named().map(({ name, windows }) => [name, windows.length])).toEqual([['Noon', 1]])
      all.named.delete('Noon')
      expect(named()).toEqual([])
      expect(all.show(one.line, 'Noon')).toMatchObject({ error: { code: 'not-found' } })
    })

    it('have each a name of its own, and there are so many', () => {
      const { all, join } = setUp(...two)
      join()
      for (let at = 0; at < 12; at += 1) expect(all.save(`Set ${at}`, false).ok).toBe(true)
      for (const refused of [
        all.save('set 3', false),
        all.save('One more', false),
        all.save('Unknown', true),
        all.named.rename({ from: 'Set 1', to: 'SET 2' }),
        all.named.rename({ from: 'Unknown', to: 'Known' }),
      ])
        expect(refused).toMatchObject({ ok: false, error: { field: 'name' } })
      expect(all.named.rename({ from: 'Set 1', to: 'SET 1' }).ok).toBe(true)
    })

    it('take the place of what is there, and give it back', () => {
      const { all, join, kept: saved } = setUp(kept('window-one', { selected: 'main' }))
      const one = join()
      const wanted = [{ ...usualWindow }, { ...usualWindow, layout: 'books', place: 1 }]
      expect(all.rearrange(one.line, wanted)).toEqual(ok(['window-new-1']))
      expect(saved()).toEqual([
        kept('window-one'),
        kept('window-new-1', { layout: 'books', place: 1 }),
      ])
      const second = join('window-new-1')
      expect(all.show(one.line, null)).toEqual(ok([]))
      expect(events(second, 'windowGoes')).toEqual([{ window: 'window-new-1' }])
      all.leave(second.line)
      expect(saved()).toEqual([kept('window-one', { selected: 'main' })])
    })

    it('shown by two at once leave none that only the first of them wanted', () => {
      const { all, join, kept: saved } = setUp(...two)
      const [one, other] = [join(), join()]
      const toOpen = 'window-new-1'
      expect(all.rearrange(one.line, [...two, usualWindow])).toEqual(ok([toOpen]))
      expect(all.rearrange(other.line, two)).toEqual(ok([]))
      expect(saved().map(({ id }) => id)).toEqual(['window-one', 'window-two'])
      // Its page is on its way, and comes all the same.
      const late = join(toOpen)
      expect(late.place).toMatchObject({ id: toOpen, isToGo: true })
      all.leave(late.line)
      expect(saved().map(({ id }) => id)).toEqual(['window-one', 'window-two'])
    })

    it('shown by two at once keep a window that only the second of them wants', () => {
      const { all, join, kept: saved, host, pass } = setUp(...two)
      host.isThere = false
      const [one, other] = [join(), join()]
      all.rearrange(one.line, [usualWindow])
      all.rearrange(other.line, two)
      expect(events(other, 'windowGoes')).toHaveLength(1)
      // It is about to close, and asks whether it still has to.
      expect(all.close(other.line, { isAsked: true })).toEqual(ok(null))
      all.leave(other.line)
      expect(join('window-two').place).toMatchObject({ id: 'window-two', isToGo: false })
      pass()
      expect(saved().map(({ id }) => id)).toEqual(['window-one', 'window-two'])
    })

    it.each(['a moment ago', 'for long', 'and nobody had noticed', 'as was noticed since'])(
      'have a window go that was cut off when they were shown: %s',
      (when) => {
        const { all, join, kept: saved, pass } = setUp(...two)
        const one = join('window-one')
        const cut = join('window-two', 'page-two')
        const isNoticed = when === 'a moment ago' || when === 'for long'
        if (isNoticed) all.leave(cut.line, { isBroken: true })
        all.rearrange(one.line, [usualWindow])
        if (when === 'for long') pass()
        if (when === 'as was noticed since') all.leave(cut.line, { isBroken: true })
        const back = join('window-two', 'page-two')
        expect(back.place).toMatchObject({ ...two[1], isToGo: true })
        all.leave(back.line)
        expect(saved().map(({ id }) => id)).toEqual(['window-one'])
      },
    )

    it('leave a window there that was cut off when they were shown, where something is typed into it', () => {
      const { all, join, kept: saved } = setUp(...two)
      const one = join('window-one')
      all.leave(join('window-two', 'page-two').line, { isBroken: true })
      all.rearrange(one.line, [usualWindow])
      const back = join('window-two', 'page-two')
      all.stay(back.line)
      all.leave(back.line)
      expect(saved().map(({ id }) => id)).toEqual(['window-one', 'window-two'])
    })

    it('leave alone a window that was closed before they were shown and is opened again', () => {
      const { all, join, pass } = setUp(...two)
      const [one, other] = [join(), join()]
      all.leave(other.line)
      pass()
      all.rearrange(one.line, [usualWindow])
      expect(join('window-two').place).toMatchObject({ id: 'window-two', isToGo: false })
    })

    it('leave a window there that stays, since something is typed into it', () => {
      const { all, join, kept: saved } = setUp(...two)
      const [one, other] = [join(), join()]
      all.rearrange(one.line, [usualWindow])
      all.stay(other.line)
      all.leave(other.line)
      expect(saved().map(({ id }) => id)).toEqual(['window-one', 'window-two'])
    })

    it('are shown by no line that is no window', () => {
      const { all } = setUp(...two)
      expect(all.rearrange(null, [usualWindow])).toMatchObject({ error: { code: 'not-found' } })
    })
  })

  describe('that is closed while others stay', () => {
    const three = ['window-one', 'window-two', 'window-three'].map((id) => kept(id))
    const ids = (all: readonly KeptWindow[]) => all.map(({ id, isOpen }) => `${id} ${isOpen}`)

    it('stays in the workspace, and is there again where somebody wants it', () => {
      for (const closed of ['ask', 'keep'] as const) {
        const { all, join, kept: saved, pass, host } = setUp(...three)
        host.closed = closed
        const [, two] = [join(), join(), join()]
        all.leave(two.line)
        // A host that closed it says so at once.
        if (closed === 'keep') all.seeClosed('window-two')
        else pass()
        expect(ids(saved())).toEqual(['window-one true', 'window-two false', 'window-three true'])
        expect(all.standings().map(({ number }) => number)).toEqual([1, 0, 2])
        all.reopen()
        expect(saved()).toEqual(three)
        // Its page may take longer to come than it was given to come back.
        pass()
        expect(saved()).toEqual(three)
      }
    })

    it('is taken out of it where its person decided so', () => {
      const { all, join, kept: saved, host } = setUp(...three)
      host.closed = 'take-out'
      const [, two] = [join(), join(), join()]
      all.seeClosed('window-two')
      expect(saved()).toEqual(three)
      all.leave(two.line)
      all.seeClosed('window-two')
      expect(ids(saved())).toEqual(['window-one true', 'window-three true'])
    })

    it('comes back to what it was where only its line was broken', () => {
      const {
        all,
        join,
        kept: saved,
        pass,
        host,
      } = setUp(kept('window-one'), kept('window-two', { layout: 'books', selected: 'main' }))
      host.closed = 'take-out'
      const [, two] = [join(), join()]
      all.leave(two.line)
      pass()
      expect(ids(saved())).toEqual(['window-one true'])
      expect(join('window-two').place).toMatchObject({ layout: 'books', selected: 'main' })
      expect(ids(saved())).toEqual(['window-one true', 'window-two true'])
    })

    it('stays in it where it was the last, whatever was decided', () => {
      const { all, join, kept: saved, pass, host } = setUp(kept('window-one'))
      host.closed = 'take-out'
      all.leave(join().line)
      pass()
      expect(saved()).toEqual([kept('window-one')])
    })

    it('by another is asked to go, and taken out once it went, but not where it stays', () => {
      const { all, join, kept: saved } = setUp(...three)
      const [one, two, last] = [join(), join(), join()]
      const goes = ({ told }: typeof one) => told.filter(([name]) => name === 'windowGoes').length
      all.takeOut('window-two')
      expect([goes(one), goes(two), goes(last)]).toEqual([0, 1, 0])
      expect(saved()).toHaveLength(3)
      all.leave(two.line)
      expect(ids(saved())).toEqual(['window-one true', 'window-three true'])
      all.takeOut('window-three')
      all.stay(last.line)
      all.leave(last.line)
      expect(saved()).toHaveLength(2)
      expect(all.takeOut('window-one')).toMatchObject({ error: { code: 'invalid' } })
    })

    it('is closed by its host, or by its page where that cannot', () => {
      const { all, join, wished, host } = setUp(...three)
      const { line } = join()
      expect(all.close(line, { isAsked: false })).toMatchObject({ ok: true })
      expect(wished).toEqual([{ window: 'window-one', to: 'close' }])
      host.isThere = false
      expect(all.close(line, { isAsked: false })).toMatchObject({ error: { code: 'invalid' } })
      expect([all.close(null, { isAsked: false }), all.stay(null)]).toMatchObject([
        { error: { code: 'not-found' } },
        { error: { code: 'not-found' } },
      ])
    })
  })

  it('keeps where a host saw one put, and of none that it does not know', () => {
    const { all, join, kept: saved } = setUp(kept('window-one'))
    join()
    const stance = {
      bounds: { x: 1, y: 2, width: 3, height: 4 },
      isMaximised: true,
      isFullScreen: false,
    }
    const place = { ...stance, screen: { id: 1, label: '', area: stance.bounds }, away: null }
    expect(all.placeOf('window-one')).toBeNull()
    all.keepPlace('window-one', place)
    all.keepPlace('window-not-there', place)
    expect(saved()).toEqual([kept('window-one', { place })])
    expect([all.placeOf('window-one'), all.placeOf('window-not-there')]).toEqual([place, null])
  })

  it('has the window that says so fill its screen, where its host can', () => {
    const { all, join, wished, host } = setUp()
    const { line, place } = join()
    expect(all.toggleFullScreen(line)).toMatchObject({ ok: true })
    expect(wished).toEqual([{ window: place?.id, to: 'toggle full screen' }])
    expect(all.toggleFullScreen(null)).toMatchObject({ error: { code: 'not-found' } })
    host.isThere = false
    expect(all.toggleFullScreen(line)).toMatchObject({ error: { code: 'invalid' } })
  })

  it('has one more that shows what the window in front does', () => {
    const {
      all,
      join,
      kept: saved,
    } = setUp(kept('window-one'), kept('window-two', { selected: 'main', link: 'green' }))
    join()
    all.seeSight(join().line, 'front')
    all.addBeside()
    expect(saved().at(-1)).toEqual(kept('window-new-1', { selected: 'main', link: 'green' }))
  })

  it('refuses a second place of one name, and a change of none', () => {
    const { all } = setUp(kept('window-one'))
    expect(all.add(kept('window-one'))).toMatchObject({ ok: false, error: { field: 'id' } })
    expect(all.change(null, { selected: 'main' })).toMatchObject({ error: { code: 'not-found' } })
  })

  it('says that there is no room for one more', () => {
    const full = Array.from({ length: 16 }, (_, at) => kept(`window-${at}-of`))
    const { all, kept: saved } = setUp(...full)
    expect(all.add(kept('window-more'))).toMatchObject({ ok: false, error: { code: 'invalid' } })
    expect(saved()).toEqual(full)
  })

  it('marks a symbol in the windows of one colour, and in no other', () => {
    const { all, join } = setUp(
      kept('window-one'),
      kept('window-two'),
      kept('window-green', { link: 'green' }),
      kept('window-alone', { link: null }),
    )
    const [one, two, green, alone] = [join(), join(), join(), join()]
    const marked = () =>
      [one, two, green, alone].map(({ told }) =>
        told.flatMap(([name, event]) => (name === 'marked' ? [event] : [])),
      )
    all.mark(one.line, 'INFY-EQ')
    const infy = { window: 'window-one', link: 'blue', symbol: 'INFY-EQ' }
    expect(marked()).toEqual([[], [infy], [], []])
    all.mark(alone.line, 'SBIN-EQ')
    all.mark(green.line, 'SBIN-EQ')
    expect(marked()).toEqual([[], [infy], [], []])
    all.change(two.line, { link: 'green' })
    all.mark(green.line, 'TCS-EQ')
    expect(marked()[1]).toHaveLength(2)
    expect(all.mark(null, 'TCS-EQ')).toMatchObject({ error: { code: 'not-found' } })
  })

  it('knows how much is typed in all of them, and of none that is gone or locked', () => {
    const { all, join } = setUp()
    const [one, two] = [join(null, 'page-one'), join(null, 'page-two')]
    const none = { tickets: 0, baskets: 0, forms: 0 }
    expect(all.typed).toEqual(none)
    all.seeTyped(one.line, { tickets: 1, baskets: 0, forms: 2 })
    all.seeTyped(two.line, { tickets: 2, baskets: 1, forms: 0 })
    expect(all.typed).toEqual({ tickets: 3, baskets: 1, forms: 2 })
    all.leave(two.line)
    expect(all.typed).toEqual({ tickets: 1, baskets: 0, forms: 2 })
    // The page that is back over a new line says it once more; before that, nobody had noticed.
    const back = join(one.place!.id, 'page-one')
    expect(all.typed).toEqual(none)
    all.seeTyped(back.line, { tickets: 1, baskets: 0, forms: 0 })
    expect(all.typed.tickets).toBe(1)
    all.seeLocked()
    expect(all.typed).toEqual(none)
    expect(all.seeTyped(null, none)).toMatchObject({ error: { code: 'not-found' } })
  })

  it('has an alert shown by a window, and not by a line that is none yet', () => {
    const { all, join } = setUp()
    const early: string[] = []
    all.seeSight(
      all.join((name) => early.push(name), null),
      'front',
    )
    const { told } = join()
    const ways = { toast: true, sound: true, system: false }
    all.tell('alert', { id: crypto.randomUUID(), told: ways } as never)
    expect(told.at(-1)).toMatchObject(['alert', { told: ways }])
    expect(early).not.toContain('alert')
  })

  it('tells rows to those that show them, and the others one and the same word of them', () => {
    const { all, join } = setUp()
    const [every, one, none] = [join(), join(null, 'page'), join()]
    all.hearRows(one.line, { orders: ['main', 'aunt'], funds: [] })
    all.hearRows(none.line, {})
    const update = (account: string, book: string) =>
      ({ account, book, meta: { seq: 1 }, patch: { put: [], set: [], drop: [] } }) as never
    for (const [account, book] of [
      ['main', 'orders'],
      ['main', 'positions'],
      ['son', 'orders'],
    ] as const)
      all.tell('book', update(account, book))
    const has = ({ told }: typeof one) =>
      told.flatMap(([name, event]) =>
        name === 'book' ? ('patch' in (event as object) ? 'rows' : 'unseen') : [],
      )
    expect([every, one, none].map(has)).toEqual([
      ['rows', 'rows', 'rows'],
      ['rows', 'unseen', 'unseen'],
      ['unseen', 'unseen', 'unseen'],
    ])
    // Written once for all windows: it has to be the same object.
    expect(one.told.at(-1)![1]).toBe(none.told.at(-1)![1])

    // Another page in its place knows nothing of what the former one asked for.
    all.take(one.line, { had: one.place!.id, page: 'another page' })
    all.tell('book', update('main', 'positions'))
    expect(has(one).at(-1)).toBe('rows')
    expect(all.hearRows(null, {})).toMatchObject({ error: { code: 'not-found' } })
  })

  it('tells nothing of books to one that nobody sees, and to take the view anew once it is seen', () => {
    const { all, join } = setUp()
    const [seen, hidden] = [join(), join()]
    all.seeSight(hidden.line, 'hidden')
    all.tell('pnl', {} as never)
    all.tell('stop', { on: true, at: 1 })
    const names = (of: typeof seen) =>
      of.told.map(([name]) => name).filter((name) => name !== 'windows')
    expect([names(seen), names(hidden)]).toEqual([['pnl', 'stop'], ['stop']])
    all.seeSight(hidden.line, 'front')
    all.seeSight(hidden.line, 'seen')
    all.tell('pnl', {} as never)
    expect(names(hidden)).toEqual(['stop', 'line', 'pnl'])
  })

  it('changes of a window what was said, and nothing else', () => {
    const change = calls.changeWindow.input.parse({ layout: 'books' })
    const {
      all,
      join,
      kept: saved,
    } = setUp(kept('window-one', { link: 'green', selected: 'main' }))
    all.change(join().line, change)
    expect(saved()).toEqual([
      kept('window-one', { link: 'green', selected: 'main', layout: 'books' }),
    ])
  })

  it('says in every window that one is armed, and for how long, until it is so no more', () => {
    const { all, join, pass } = setUp()
    const [one, other] = [join(), join()]
    all.seeArmed(one.line, 300_000)
    pass(1000)
    const armed = () => all.standings().map(({ armedFor }) => armedFor)
    expect(armed()).toEqual([299_000, null])
    expect(other.told.at(-1)?.[0]).toBe('windows')
    all.disarmAll()
    expect(one.told.map(([name]) => name)).toContain('disarmed')
    expect(armed()).toEqual([null, null])
    all.seeArmed(one.line, 300_000)
    all.leave(one.line)
    expect(armed()).toEqual([null, null])
    all.seeArmed(other.line, 300_000)
    all.seeLocked()
    expect(armed()).toEqual([null, null])
  })

  it('forgets that a page was armed which was loaded anew over the same line', () => {
    const { all } = setUp()
    const line = all.join(() => undefined, 'window-own')
    all.take(line, { had: null, page: 'page-one' })
    all.seeArmed(line, 300_000)
    all.take(line, { had: null, page: 'page-one' })
    expect(all.standings()[0]?.armedFor).toBe(300_000)
    all.take(line, { had: null, page: 'page-two' })
    expect(all.standings()[0]?.armedFor).toBeNull()
  })

  describe('a panel that goes to another', () => {
    const sent = {
      isAgain: false,
      panel: 'orders',
      beside: 'trades',
      seen: 'orders',
      carried: '["infy","open"]',
      scroll: 120,
    }

    it('is told to that window alone, and has gone once it was taken there', async () => {
      const { all, join } = setUp(kept('window-one'), kept('window-two'))
      const [one, two] = [join(), join()]
      const reply = all.movePanel({ to: 'window-two', move: randomUUID(), ...sent })
      const came = ({ told }: typeof one) => told.filter(([name]) => name === 'panelComes')
      expect(came(one)).toEqual([])
      const [[, event] = []] = came(two)
      const { isAgain, ...carried } = sent
      expect(isAgain).toBe(false)
      expect(event).toMatchObject({ window: 'window-two', ...carried })
      const { move } = event as { move: string }
      expect(all.endMove(move, null)).toMatchObject({ ok: true })
      expect(await reply).toMatchObject({ ok: true })
      // Whose line broke before it was answered asks again.
      expect(all.endMove(move, null)).toMatchObject({ ok: true })
      const before = two.told.length
      expect(all.movePanel({ to: 'window-two', ...sent, move, isAgain: true })).toMatchObject({
        ok: true,
      })
      const other = { ...sent, move: randomUUID(), isAgain: true }
      expect(all.movePanel({ to: 'window-two', ...other })).toMatchObject({
        error: { code: 'not-found' },
      })
      expect(two.told.length).toBe(before)
    })

    it('stays where that window has no room for it, is stuck, or is not there', async () => {
      const { all, join, pass } = setUp(kept('window-one'), kept('window-two'))
      join()
      expect(await all.movePanel({ to: 'window-two', move: randomUUID(), ...sent })).toMatchObject({
        ok: false,
      })
      const two = join()
      const refused = all.movePanel({ to: 'window-two', move: randomUUID(), ...sent })
      const { move } = two.told.at(-1)![1] as { move: string }
      all.endMove(move, 'a form of its own')
      expect(await refused).toMatchObject({ ok: false, error: { message: 'a form of its own' } })
      const stuck = all.movePanel({ to: 'window-two', move: randomUUID(), ...sent })
      pass()
      expect(await stuck).toMatchObject({ ok: false, error: { code: 'invalid' } })
      const late = two.told.at(-1)![1] as { move: string }
      expect(all.endMove(late.move, null)).toMatchObject({ ok: false })
    })
  })
})
