import { type Failure, fail } from '../../shared/core/errors.ts'
import { isSameName } from '../../shared/core/names.ts'
import { NamedLayout, mostLayouts } from '../../shared/workspace/layouts.ts'
import { builtInLayouts, builtInNames, isBuiltIn } from './built-in-layouts.ts'
import type { Desktop } from '../core/desktop.svelte.ts'
import type { Session } from '../core/session.svelte.ts'

/** The layouts that have a name: those that are always there, and a person's own. */
export class Layouts {
  readonly #session: Session
  readonly #desktop: Desktop

  constructor(session: Session, desktop: Desktop) {
    this.#session = session
    this.#desktop = desktop
  }

  get own(): readonly NamedLayout[] {
    return this.#session.settings.layouts
  }

  get names(): readonly string[] {
    return [...builtInNames, ...this.own.map(({ name }) => name)]
  }

  show(name: string): void {
    const own = this.own.find((layout) => layout.name === name)
    if (isBuiltIn(name)) this.#desktop.frame?.arrange(builtInLayouts[name])
    else if (own !== undefined && this.#desktop.frame?.show(own.layout) === false)
      this.#session.notices.say({
        level: 'warning',
        message: `The layout ‘${name}’ is damaged, so the usual one is shown. Save it anew, or delete it.`,
      })
  }

  /** The panels as they stand, under a new name. */
  save(name: string): Promise<Failure | null> {
    return this.#with(name, (own, sound) => [...own, { name: sound, layout: this.#now() }])
  }

  /** The panels as they stand, in place of those of that name. */
  overwrite(name: string): Promise<Failure | null> {
    const layout = this.#now()
    return this.#keep(this.own.map((one) => (one.name === name ? { name, layout } : one)))
  }

  rename(from: string, to: string): Promise<Failure | null> {
    return this.#with(
      to,
      (own, name) => own.map((one) => (one.name === from ? { ...one, name } : one)),
      from,
    )
  }

  delete(name: string): Promise<Failure | null> {
    return this.#keep(this.own.filter((one) => one.name !== name))
  }

  /** One that cannot be drawn, out of the way of the next; answers its name, or null without room. */
  setAside(layout: string): string | null {
    const known = this.own.find((one) => one.layout === layout)
    if (known !== undefined) return known.name
    if (this.own.length >= mostLayouts) return null
    const taken = new Set(this.names)
    const names = Array.from({ length: mostLayouts + 1 }, (_, at) => `Damaged ${at + 1}`)
    const name = names.find((one) => !taken.has(one))!
    void this.#keep([...this.own, { name, layout }])
    return name
  }

  #now(): string {
    return this.#desktop.frame?.layout() ?? ''
  }

  async #with(
    name: string,
    change: (own: readonly NamedLayout[], name: string) => NamedLayout[],
    except?: string,
  ): Promise<Failure | null> {
    const sound = NamedLayout.shape.name.safeParse(name)
    const refuse = (why: string) => fail('invalid', why, { field: 'name' }).error
    if (!sound.success) return refuse(`The name ${sound.error.issues[0]!.message}.`)
    const isTaken = this.names.some((taken) => taken !== except && isSameName(taken, sound.data))
    if (isTaken) return refuse('There is a layout of that name.')
    const changed = change(this.own, sound.data)
    if (changed.length > mostLayouts)
      return refuse(`There are ${mostLayouts} layouts, and no room for more.`)
    return this.#keep(changed)
  }

  #keep(layouts: NamedLayout[]): Promise<Failure | null> {
    return this.#session.keep({ layouts })
  }
}
