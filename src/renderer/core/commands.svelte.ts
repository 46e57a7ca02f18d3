import { SvelteMap } from 'svelte/reactivity'

export const commandGroups = [
  'Orders',
  'Rows',
  'Panels',
  'Layouts',
  'Workspaces',
  'Windows',
  'Accounts',
  'Looks',
  'Settings',
  'Console',
  'Help',
] as const
type CommandGroup = (typeof commandGroups)[number]

/** Something that a person can have done, by the palette, by keys or by a menu. */
export interface Command {
  /** Such as `panel.orders`; shortcuts are kept by it. */
  id: string
  title: string
  group: CommandGroup
  /** Other words that it is looked for by. */
  words?: string
  /** The usual keys, as tinykeys writes them; a person may choose others. */
  keys?: string
  /**
   * Where its keys are heard: on the row of a book that has the focus; anywhere but behind what lies
   * over the deck, which is usual; or always, whatever lies over it.
   */
  worksIn?: 'row' | 'deck' | 'always'
  /** While armed it sends without a review. */
  sends?: boolean
  /** Whether it can be done now; always, where this is absent. */
  isOpen?: () => boolean
  run: () => void
}

/** Every command there is at this moment. A part of the window adds its own, and takes them away. */
export class Commands {
  readonly #known = new SvelteMap<string, Command>()

  /** Returns what takes them away. */
  add(commands: readonly Command[]): () => void {
    for (const command of commands) this.#known.set(command.id, command)
    return () => {
      for (const command of commands)
        if (this.#known.get(command.id) === command) this.#known.delete(command.id)
    }
  }

  get list(): readonly Command[] {
    return [...this.#known.values()]
  }

  get(id: string): Command | undefined {
    return this.#known.get(id)
  }

  run(id: string): void {
    const command = this.#known.get(id)
    if (command !== undefined && isAvailable(command)) command.run()
  }
}

export const isAvailable = ({ isOpen: can }: Command): boolean => can?.() ?? true
