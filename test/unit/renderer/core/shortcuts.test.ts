import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Command } from '../../../../src/renderer/core/commands.svelte.ts'
import { keysOf, normal, reservedFor, written } from '../../../../src/renderer/core/keys.ts'
import {
  clashOf,
  exported,
  imported,
  keysFor,
  withKeys,
} from '../../../../src/renderer/core/shortcuts.ts'

const command = (id: string, keys?: string, more: Partial<Command> = {}): Command => ({
  id,
  title: id,
  group: 'Orders',
  ...(keys !== undefined && { keys }),
  run() {},
  ...more,
})
const commands = [
  command('order.new', 'N'),
  command('books.refresh', 'F5'),
  command('stop', '$mod+Shift+X', { worksIn: 'always' }),
  command('panel.orders'),
]
const [newOrder, refresh, stop, panel] = commands as [Command, Command, Command, Command]
const pc = { commands, own: {}, mac: false }

const pressed = (key: string, code: string, held: Partial<KeyboardEvent> = {}) => ({
  key,
  code,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  metaKey: false,
  ...held,
})

describe('keys', () => {
  it('are written in one way, whatever way they were said', () => {
    expect(normal('Shift+Control+x', false)).toBe('$mod+Shift+X')
    expect(normal('Meta+k', true)).toBe('$mod+K')
    expect(normal('Alt+1', false)).toBe('Alt+Digit1')
    for (const none of ['', 'Shift', 'Hyper+K', 'g i', '$mod+', 'Control+Shift'])
      expect(normal(none, false)).toBe(null)
  })

  it('are those that were pressed, on any keyboard', () => {
    expect(keysOf(pressed('k', 'KeyK', { ctrlKey: true }), false)).toBe('$mod+K')
    expect(keysOf(pressed('k', 'KeyK', { ctrlKey: true }), true)).toBe('Control+K')
    expect(keysOf(pressed('?', 'Slash', { shiftKey: true }), false)).toBe('Shift+?')
    expect(keysOf(pressed('!', 'Digit1', { shiftKey: true }), false)).toBe('Shift+Digit1')
    // A Devanagari keyboard, and Option on a Mac.
    expect(keysOf(pressed('ल', 'KeyN'), false)).toBe('N')
    expect(keysOf(pressed('∫', 'KeyB', { altKey: true }), true)).toBe('Alt+B')
    expect(keysOf(pressed('Shift', 'ShiftLeft', { shiftKey: true }), false)).toBe(null)
  })

  it('are labelled as on the machine', () => {
    expect(written('$mod+Shift+X', false)).toBe('Ctrl+Shift+X')
    expect(written('$mod+Shift+X', true)).toBe('⇧⌘X')
    expect(written('Shift+?', false)).toBe('?')
    expect(written('Alt+Digit1', false)).toBe('Alt+1')
  })

  it('stay what they are when they are written once more, and nothing makes them throw', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: 'binary' })),
        fc.boolean(),
        (text, mac) => {
          const once = normal(text, mac)
          if (once !== null) expect(normal(once, mac)).toBe(once)
          reservedFor(text, mac)
          written(text, mac)
        },
      ),
    )
  })
})

describe('a clash', () => {
  it('is with a command that has the keys, not with itself', () => {
    expect(clashOf('n', { command: panel, ...pc })).toEqual({ kind: 'command', command: newOrder })
    expect(clashOf('N', { command: newOrder, ...pc })).toBe(null)
    expect(clashOf('F5', { command: panel, ...pc, own: { 'books.refresh': 'R' } })).toBe(null)
    expect(clashOf('R', { command: panel, ...pc, own: { 'books.refresh': 'R' } })).toEqual({
      kind: 'command',
      command: refresh,
    })
  })

  it.each(['$mod+W', '$mod+C', 'ArrowDown', 'Space', 'Enter', 'Alt+F4', '$mod+Enter', 'Alt+B'])(
    'is with what keeps %s for itself',
    (keys) => expect(clashOf(keys, { command: panel, ...pc })?.kind).toBe('reserved'),
  )

  it('forbids keys for the stop that can be pressed by accident', () => {
    expect(clashOf('Z', { command: stop, ...pc })?.kind).toBe('reserved')
    expect(clashOf('$mod+Shift+Z', { command: stop, ...pc })?.kind).toBe('reserved')
    expect(clashOf('$mod+Alt+Z', { command: stop, ...pc })).toBe(null)
  })
})

describe('own keys', () => {
  it('are kept only where they are not the usual ones', () => {
    const own = withKeys({}, newOrder, 'O', false)
    expect(own).toEqual({ 'order.new': 'O' })
    expect(keysFor(newOrder, own, false)).toBe('O')
    expect(withKeys(own, newOrder, 'N', false)).toEqual({})
    expect(keysFor(newOrder, withKeys({}, newOrder, null, false), false)).toBe(null)
  })

  it('are the same after they were exported and imported', () => {
    const own = { 'order.new': 'O', 'books.refresh': null, 'panel.orders': 'N' }
    expect(imported(exported(own), commands, false)).toEqual({ ok: true, own, leftOut: [] })
  })

  it('that clash are left out of an import, and named', () => {
    const text = exported({ 'panel.orders': 'F5', stop: 'Q' })
    expect(imported(text, commands, false)).toEqual({
      ok: true,
      own: { 'panel.orders': null, stop: null },
      leftOut: [
        { id: 'panel.orders', why: '‘books.refresh’ has these keys.' },
        { id: 'stop', why: expect.stringContaining('two keys') },
      ],
    })
  })

  it('never give two commands the same keys by an import', () => {
    const some = fc.constantFrom('N', 'O', 'F5', 'Q', '$mod+Alt+Z', '$mod+Shift+X', '')
    const ids = fc.constantFrom(...commands.map(({ id }) => id), 'of.another')
    fc.assert(
      fc.property(fc.dictionary(ids, fc.option(some)), (keys) => {
        const text = JSON.stringify({ quarterdeck: 'shortcuts', version: 1, keys })
        const result = imported(text, commands, false)
        if (!result.ok) return
        const bound = commands.flatMap((one) => keysFor(one, result.own, false) ?? [])
        expect(new Set(bound).size).toBe(bound.length)
      }),
    )
  })

  it.each(['', '{}', '[1]', '{"quarterdeck":"shortcuts","version":2,"keys":{}}'])(
    'are not taken from %j',
    (text) => expect(imported(text, commands, false).ok).toBe(false),
  )
})
