import type { Failure } from '../../shared/core/errors.ts'
import type { OwnShortcuts as OwnKeys } from '../../shared/settings/shortcuts.ts'
import { type Command, type Commands, isAvailable } from './commands.svelte.ts'
import { isMac, isOfText, isPressed, type KeyPress, normal, written } from './keys.ts'
import type { Session } from './session.svelte.ts'
import {
  type Clash,
  clashOf,
  exported,
  imported,
  type ImportedShortcuts,
  keysFor,
  withKeys,
} from './shortcuts.ts'

/** Which keys do what: the commands' usual ones, and what a person made of them. */
export class ShortcutState {
  readonly mac = isMac()
  readonly #session: Session
  readonly #commands: Commands

  readonly #bound: readonly { command: Command; keys: KeyPress }[] = $derived.by(() =>
    this.#commands.list.flatMap((command) => {
      const keys = this.keysOf(command)
      return keys === null ? [] : [{ command, keys }]
    }),
  )

  constructor(session: Session, commands: Commands) {
    this.#session = session
    this.#commands = commands
  }

  get own(): OwnKeys {
    return this.#session.settings.shortcuts
  }

  keysOf(command: Command): KeyPress | null {
    return keysFor(command, this.own, this.mac)
  }

  isOwn({ id }: Command): boolean {
    return Object.hasOwn(this.own, id)
  }

  /** As the keys are labelled; null where the command has none, or is not there. */
  textOf(id: string): string | null {
    const found = this.#bound.find(({ command }) => command.id === id)
    return found === undefined ? null : written(found.keys, this.mac)
  }

  /** Whether a key press is that of a command, wherever it is heard. */
  isOf(event: KeyboardEvent, id: string): boolean {
    return this.#bound.some(({ command, keys }) => command.id === id && isPressed(event, keys))
  }

  /** The command that a key press means here, if it can be done now. */
  commandFor(event: KeyboardEvent, place: { isOver: boolean; isRow: boolean }): Command | null {
    if (event.isComposing) return null
    const isTyped = isTyping(event.target) && isOfText(event)
    const found = this.#bound.find(({ command, keys }) => {
      const { worksIn = 'deck' } = command
      const isHere =
        worksIn === 'always' || (!place.isOver && !isTyped && (worksIn === 'deck' || place.isRow))
      return isHere && isPressed(event, keys)
    })
    return found !== undefined && isAvailable(found.command) ? found.command : null
  }

  clashOf(command: Command, keys: KeyPress): Clash | null {
    const { mac, own } = this
    return clashOf(keys, { command, commands: this.#commands.list, own, mac })
  }

  /** Null takes the keys away. What clashes has to be asked for before. */
  change(command: Command, keys: KeyPress | null): Promise<Failure | null> {
    const wanted = keys === null ? null : normal(keys, this.mac)
    return this.#keep(withKeys(this.own, command, wanted, this.mac))
  }

  /** Null where nothing stands against a command's usual keys. */
  reset(command: Command): Promise<Failure | null> {
    const { [command.id]: _, ...others } = this.own
    return this.#keep(others)
  }

  resetAll(): Promise<Failure | null> {
    return this.#keep({})
  }

  exported(): string {
    return exported(this.own)
  }

  async import(text: string): Promise<ImportedShortcuts | Failure> {
    const result = imported(text, this.#commands.list, this.mac)
    return (result.ok && (await this.#keep(result.own))) || result
  }

  #keep(shortcuts: OwnKeys): Promise<Failure | null> {
    return this.#session.keep({ shortcuts })
  }
}

/** Keys there are letters of a text, or belong to what lies over the panels. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    'input, select, textarea, [contenteditable], [role=dialog], [role=menu], [role=listbox]',
  ) !== null
