import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { callNames, eventNames } from '../../../src/shared/channels.ts'
import { calls, events } from '../../../src/shared/contract.ts'
import {
  type CallRow,
  type CallRows,
  type EventRow,
  type EventRows,
  type HandlersOf,
  nothing,
  typed,
} from '../../../src/shared/core/contract-rows.ts'
import { ok } from '../../../src/shared/core/errors.ts'

const shared = new URL('../../../src/shared/', import.meta.url)

/** The names of the rows in every feature's file, those of calls and those of events. */
async function namesInFeatures(): Promise<string[]> {
  const files = readdirSync(shared, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(^desk-view|[\\/]calls)\.ts$/.test(path),
  )
  const modules: object[] = await Promise.all(
    files.map((file) => import(/* @vite-ignore */ new URL(file, shared).href)),
  )
  return modules
    .flatMap((module) => Object.entries(module))
    .filter(([name]) => /(Calls|Events)$/.test(name))
    .flatMap(([, rows]) => Object.keys(rows as object))
}

describe('the contract', () => {
  it('has one row for each name, in one feature', async () => {
    expect((await namesInFeatures()).toSorted()).toEqual([...callNames, ...eventNames].toSorted())
    expect(Object.keys(calls).toSorted()).toEqual(callNames.toSorted())
    expect(Object.keys(events).toSorted()).toEqual(eventNames.toSorted())
  })

  it.each(callNames)('parses %s, and takes nothing that it does not know', (name) => {
    expect(calls[name].input.safeParse({ isAdmin: true }).success).toBe(false)
    expect(calls[name].input.safeParse(null).success).toBe(false)
  })
})

/*
 * What the compiler asks for. Each of these lines is an error, and the check of types fails once one
 * of them is none.
 */
const whileLocked = 'refused, late answer told'

// @ts-expect-error: a call has to say what becomes of it on a locked screen.
void ({ touch: { input: nothing, output: typed<null>() } } satisfies CallRows)

// @ts-expect-error: and what it answers.
void ({ touch: { input: nothing, whileLocked } } satisfies CallRows)

// @ts-expect-error: an event has to say it too.
void ({ book: { carries: typed<null>() } } satisfies EventRows)

// @ts-expect-error: 'nowhere' is no name of channels.ts.
void ({ nowhere: { input: nothing, output: typed<null>(), whileLocked } } satisfies CallRows)

const { touch: _touch, ...allButTouch } = calls
// @ts-expect-error: every name of channels.ts has its row.
void (allButTouch satisfies Record<keyof typeof calls, CallRow>)

const { pnl: _pnl, ...allButPnl } = events
// @ts-expect-error: every event, too.
void (allButPnl satisfies Record<keyof typeof events, EventRow>)

type Answers = HandlersOf<Pick<typeof calls, 'touch'>>
void ({ touch: () => ok(null) } satisfies Answers)
// @ts-expect-error: a call has its answer.
void ({} satisfies Answers)
// @ts-expect-error: and the answer is of its type.
void ({ touch: () => ok('one') } satisfies Answers)
// @ts-expect-error: nothing is answered that is no call of the feature.
void ({ touch: () => ok(null), nowhere: () => ok(null) } satisfies Answers)
