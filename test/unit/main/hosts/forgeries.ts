import { callNames } from '../../../../src/shared/channels.ts'

export interface Forgery {
  name: unknown
  input: unknown
}

/** The same forged calls every time: a small generator with a fixed seed. */
export function* forgeries(count: number, seed: number): Generator<Forgery> {
  const random = randomFrom(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const huge = 'x'.repeat(300_000)
  const deep = nested(2000)
  for (let index = 0; index < count; index += 1) {
    // Few are large: they cost a thousand small ones each.
    const isLarge = index % 2000 === 0
    if (isLarge)
      yield { name: pick(callNames), input: pick([{ layout: huge }, huge, deep, [deep]]) }
    else if (random() < 0.5) yield { name: pick(callNames), input: wrongInput(pick, random) }
    else yield { name: wrongName(pick, random), input: pick([{}, null, undefined, [], 'x']) }
  }
}

type Pick = <T>(from: readonly T[]) => T

/** What no call takes: not an object, or one with a key that none knows. */
const wrongInput = (pick: Pick, random: () => number): unknown => {
  const scalar = pick([null, true, 0, -1, 1e308, '', '__proto__', 'openDesk', [], [{}], [[[]]]])
  const stray = pick(['x', 'isAdmin', 'constructor', 'toString', 'keys ', '', 'hasOwnProperty'])
  const known = pick(['account', 'book', 'accounts', 'profile', 'keys', 'kind', 'theme', 'layout'])
  const value = pick<unknown>([null, {}, [], 'x', 1, { id: 'practice-1' }, ['practice-1']])
  return random() < 0.3 ? scalar : { [known]: value, [stray]: value }
}

const wrongName = (pick: Pick, random: () => number): unknown =>
  random() < 0.5
    ? pick<unknown>([
        '__proto__',
        'constructor',
        'toString',
        'hasOwnProperty',
        'prototype',
        'on',
        'answer',
        'stop',
        'opendesk',
        'openDesk ',
        ' openDesk',
        'openDesk\0',
        'call:openDesk',
        '',
        null,
        0,
        true,
        ['openDesk'],
        { toString: 'openDesk' },
      ])
    : `${pick(callNames)}${String.fromCharCode(33 + Math.floor(random() * 90))}`

function nested(depth: number): unknown {
  let value: unknown = {}
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { x: value }
  return value
}

/** Mulberry32: small, and the same on every machine. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
