import * as z from 'zod'
import { OwnShortcuts as OwnKeys } from '../../shared/settings/shortcuts.ts'
import type { Command } from './commands.svelte.ts'
import { isChord, type KeyPress, normal, reservedFor } from './keys.ts'

/** The keys of a command as they are now: a person's own, none, or the usual ones. */
export function keysFor(
  { id, keys }: Pick<Command, 'id' | 'keys'>,
  own: OwnKeys,
  mac: boolean,
): KeyPress | null {
  const chosen = Object.hasOwn(own, id) ? own[id]! : (keys ?? null)
  return chosen === null ? null : normal(chosen, mac)
}

export type Clash = { kind: 'command'; command: Command } | { kind: 'reserved'; why: string }

/** What stands against giving a command these keys. */
export function clashOf(
  wanted: KeyPress,
  {
    command,
    commands,
    own,
    mac,
  }: {
    command: Command
    commands: readonly Command[]
    own: OwnKeys
    mac: boolean
  },
): Clash | null {
  const keys = normal(wanted, mac)
  const why = keys === null ? reservedFor(wanted, mac) : reservedFor(keys, mac)
  if (why !== null) return { kind: 'reserved', why }
  if (command.worksIn === 'always' && !isChord(keys!))
    return {
      kind: 'reserved',
      why: 'This is heard everywhere: it needs two keys that are held, such as Ctrl and Shift.',
    }
  const other = commands.find((one) => one.id !== command.id && keysFor(one, own, mac) === keys)
  return other === undefined ? null : { kind: 'command', command: other }
}

/** Without what is usual anyway. */
export function withKeys(
  own: OwnKeys,
  command: Pick<Command, 'id' | 'keys'>,
  keys: KeyPress | null,
  mac: boolean,
): OwnKeys {
  const usual = command.keys === undefined ? null : normal(command.keys, mac)
  const { [command.id]: _, ...others } = own
  return keys === usual ? others : { ...others, [command.id]: keys }
}

const Exported = z.strictObject({
  quarterdeck: z.literal('shortcuts'),
  version: z.literal(1),
  keys: OwnKeys,
})

export const exported = (own: OwnKeys): string =>
  JSON.stringify({ quarterdeck: 'shortcuts', version: 1, keys: own }, null, 2)

export type ImportedShortcuts =
  | { ok: true; own: OwnKeys; leftOut: readonly { id: string; why: string }[] }
  | { ok: false; why: string }

/** Keys from a file in place of one's own; a command whose keys clash has none, and is named. */
export function imported(
  text: string,
  commands: readonly Command[],
  mac: boolean,
): ImportedShortcuts {
  if (text.length > 100_000) return { ok: false, why: 'It is too large to be a file of shortcuts.' }
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    return { ok: false, why: 'It is not a file that shortcuts were exported to.' }
  }
  const parsed = Exported.safeParse(raw)
  if (!parsed.success)
    return { ok: false, why: 'It is not a file of shortcuts that this version can read.' }
  const leftOut: { id: string; why: string }[] = []
  let own: OwnKeys = {}
  // What has none any more makes room first, so that two commands can have changed their keys.
  for (const id of Object.keys(parsed.data.keys)) own = { ...own, [id]: null }
  for (const [id, keys] of Object.entries(parsed.data.keys)) {
    if (keys === null) continue
    const command = commands.find((one) => one.id === id) ?? unknownCommand(id)
    const clash = clashOf(keys, { command, commands, own, mac })
    if (clash === null) own = withKeys(own, command, normal(keys, mac), mac)
    else leftOut.push({ id, why: clashWords(clash) })
  }
  return { ok: true, own, leftOut }
}

/** Of a panel that is closed, say: its keys are kept until it comes. */
const unknownCommand = (id: string): Command => ({ id, title: id, group: 'Help', run() {} })

export const clashWords = (clash: Clash): string =>
  clash.kind === 'reserved' ? clash.why : `‘${clash.command.title}’ has these keys.`
