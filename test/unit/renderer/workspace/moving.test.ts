import { expect, it } from 'vitest'
import type { CarriedPanel } from '../../../../src/renderer/core/carried-panels.ts'
import type { Desktop } from '../../../../src/renderer/core/desktop.svelte.ts'
import { type PanelId, type Panels, panelIds } from '../../../../src/renderer/core/panels.ts'
import { Session } from '../../../../src/renderer/core/session.svelte.ts'
import { makeStores } from '../../../../src/renderer/shell/stores.ts'
import {
  type MovingParts,
  moveGroup,
  moveToWindow,
  receivePanels,
} from '../../../../src/renderer/workspace/moving.ts'
import { type Reply, fail, ok } from '../../../../src/shared/core/errors.ts'
import type { ComingPanel } from '../../../../src/shared/workspace/windows.ts'
import { FakeTime } from '../fake-time.ts'
import { MemoryDesk } from '../memory-desk.ts'

const lost = fail('no-answer', 'The connection to Quarterdeck broke before it answered.')

const panels = Object.fromEntries(
  panelIds.map((id) => [id, { title: id[0]!.toUpperCase() + id.slice(1) }]),
) as unknown as Panels

/** What the desk knows of moves: one ends once, and whoever asks again is told how. */
class Moves {
  readonly #ended = new Map<string, Reply<null>>()
  readonly #under = new Map<string, (reply: Reply<null>) => void>()

  known(move: string): Reply<null> | undefined {
    return this.#ended.get(move)
  }
  begin(move: string): Promise<Reply<null>> {
    return new Promise((resolve) => this.#under.set(move, resolve))
  }
  end(move: string, reply: Reply<null>): Reply<null> {
    const settle = this.#under.get(move)
    if (settle === undefined)
      return this.#ended.get(move)?.ok === true ? ok(null) : fail('not-found', 'It was kept.')
    this.#under.delete(move)
    this.#ended.set(move, reply)
    settle(reply)
    return ok(null)
  }
  /** The patience of the desk is over. */
  giveUp(): void {
    for (const move of [...this.#under.keys()]) this.end(move, fail('invalid', 'not taken'))
  }
}

/** What a panel has of its window's own: a text. */
class Draft implements CarriedPanel {
  text: string | null

  constructor(text: string | null) {
    this.text = text
  }
  give = () => this.text
  refuses = () => (this.text === null ? null : 'a draft is here')
  take = (given: string) => {
    this.text = given
  }
  drop = () => {
    this.text = null
  }
}

/** A window of a desk that has two, as far as it moves panels. */
async function newWindow(drafts: Partial<Record<PanelId, string>>, open: readonly PanelId[]) {
  const desk = new MemoryDesk()
  const opened = await Session.open(desk.bridge, new FakeTime(), makeStores)
  if (!opened.ok) throw new Error(opened.error.message)
  const session = opened.value
  const shown = [...open]
  /** What the desk would find if the page died now. */
  let kept = [...open]
  const carried = new Map(
    (['orders', 'trades', 'console'] as const).map((panel) => [
      panel,
      new Draft(drafts[panel] ?? null),
    ]),
  )
  const show = (panel: PanelId): void => {
    if (!shown.includes(panel)) shown.push(panel)
  }
  const desktop = {
    ...{ carried, visible: open.slice(0, 1), open: shown, reveal: show },
    frame: {
      body: () => null,
      close: (panel: PanelId) => void shown.splice(shown.indexOf(panel), 1),
      join: () => undefined,
      keep: () => void (kept = [...shown]),
    },
  } as unknown as Desktop
  const parts: MovingParts = { session, desktop, panels }
  return {
    desk,
    parts,
    shown,
    kept: () => kept,
    textOf: (of: 'orders' | 'trades' | 'console') => carried.get(of)!.text,
  }
}

/** Two windows, and the desk between them; `breaks` says whose answer is lost on its way, once. */
async function two({ breaks = [] }: { breaks?: ('sender' | 'receiver' | 'question')[] } = {}) {
  const sender = await newWindow({ orders: 'icici', console: 'a form' }, [
    'orders',
    'trades',
    'console',
  ])
  const receiver = await newWindow({}, ['positions'])
  const moves = new Moves()
  const left = new Set(breaks)
  const came: ComingPanel[] = []
  sender.desk.answers.movePanel = async ({ isAgain, to, ...coming }): Promise<Reply<null>> => {
    if (left.delete('question')) return lost
    const known = moves.known(coming.move)
    const begin = (): Promise<Reply<null>> => {
      const ended = moves.begin(coming.move)
      came.push({ window: to, ...coming })
      receiver.desk.emit('panelComes', { window: to, ...coming })
      return ended
    }
    const reply = known ?? (isAgain ? fail('not-found', 'It never left.') : await begin())
    return left.delete('sender') ? lost : reply
  }
  receiver.desk.answers.endMove = ({ move, why }) => {
    if (left.delete('receiver')) return lost
    return moves.end(move, why === null ? ok(null) : fail('invalid', why))
  }
  const stop = receivePanels(receiver.parts)
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
  }
  return {
    ...{ sender, receiver, came, stop, settle },
    giveUp: () => moves.giveUp(),
    mend: async ({ desk }: typeof sender) => {
      desk.emit('line', { state: 'anew' })
      await settle()
    },
  }
}

const inOne = ({ sender, receiver }: Awaited<ReturnType<typeof two>>, text: string): number =>
  [sender.textOf('orders'), receiver.textOf('orders')].filter((one) => one === text).length

it('a group goes with what each of its panels has, and the one that cannot go stays alone', async () => {
  const both = await two()
  const { sender, receiver } = both
  receiver.parts.desktop.carried.get('console')!.take('another form')
  await moveGroup(sender.parts, ['orders', 'trades', 'console'], 'window-two')
  expect(sender.shown).toEqual(['console'])
  expect(receiver.shown).toEqual(['positions', 'orders', 'trades'])
  expect([receiver.textOf('orders'), sender.textOf('orders')]).toEqual(['icici', null])
  expect([sender.textOf('console'), receiver.textOf('console')]).toEqual(['a form', 'another form'])
  expect(both.came.map(({ panel, beside }) => [panel, beside])).toEqual([
    ['orders', null],
    ['trades', 'orders'],
    ['console', 'orders'],
  ])
  expect(sender.parts.session.notices.shown.at(-1)?.message).toContain(
    'Console stays here: a draft is here',
  )
})

it('a panel that moved is kept where it went before it is forgotten where it was', async () => {
  const both = await two()
  const { sender, receiver } = both
  expect(await moveToWindow(sender.parts, 'orders', { to: 'window-two' })).toBe(true)
  await both.settle()
  expect(sender.shown).not.toContain('orders')
  expect([sender.kept(), receiver.kept()]).toEqual([
    ['orders', 'trades', 'console'],
    ['positions', 'orders'],
  ])
})

it('a panel stays where the other window dies before it took it', async () => {
  const both = await two()
  const { sender, receiver, stop, giveUp } = both
  stop()
  receiver.parts.session.close()
  const moved = moveToWindow(sender.parts, 'orders', { to: 'window-two' })
  await both.settle()
  giveUp()
  expect(await moved).toBe(false)
  expect(sender.shown).toContain('orders')
  expect(sender.textOf('orders')).toBe('icici')
})

it('a panel is in one window where the answer to who sent it is lost', async () => {
  const both = await two({ breaks: ['sender'] })
  const { sender, receiver } = both
  const moved = moveToWindow(sender.parts, 'orders', { to: 'window-two' })
  await both.settle()
  await both.mend(sender)
  expect(await moved).toBe(true)
  expect(both.came).toHaveLength(1)
  expect(sender.shown).not.toContain('orders')
  expect(receiver.shown).toContain('orders')
  expect(inOne(both, 'icici')).toBe(1)
})

it('a panel stays where it was where its line broke before the desk heard of it', async () => {
  const both = await two({ breaks: ['question'] })
  const moved = moveToWindow(both.sender.parts, 'orders', { to: 'window-two' })
  await both.settle()
  await both.mend(both.sender)
  expect(await moved).toBe(false)
  expect(both.came).toEqual([])
  expect(both.sender.textOf('orders')).toBe('icici')
})

it.each([false, true])(
  'a panel is in one window where the line of who took it breaks, whether the other waits (given up: %s)',
  async (isGivenUp) => {
    const both = await two({ breaks: ['receiver'] })
    const { sender, receiver } = both
    const moved = moveToWindow(sender.parts, 'orders', { to: 'window-two' })
    await both.settle()
    expect(receiver.shown).not.toContain('orders')
    if (isGivenUp) both.giveUp()
    await both.mend(receiver)
    expect(await moved).toBe(!isGivenUp)
    expect(sender.shown.includes('orders')).toBe(isGivenUp)
    expect(receiver.shown.includes('orders')).toBe(!isGivenUp)
    expect(inOne(both, 'icici')).toBe(1)
  },
)

it('a draft that is typed into while it moves is not dropped', async () => {
  const both = await two({ breaks: ['sender'] })
  const { sender } = both
  const moved = moveToWindow(sender.parts, 'orders', { to: 'window-two' })
  await both.settle()
  sender.parts.desktop.carried.get('orders')!.take('icici bank')
  await both.mend(sender)
  expect(await moved).toBe(false)
  expect(sender.textOf('orders')).toBe('icici bank')
  expect(sender.parts.session.notices.shown.at(-1)?.message).toContain(
    'it was changed while it moved',
  )
})
