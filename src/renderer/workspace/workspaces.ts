import { type Failure, type Reply, fail } from '../../shared/core/errors.ts'
import { firstIssue } from '../../shared/core/schema-words.ts'
import type { ArrangedWindow } from '../../shared/workspace/workspaces.ts'
import { WorkspaceName } from '../../shared/workspace/workspaces.ts'
import type { Session } from '../core/session.svelte.ts'
import { openKept } from './windows.ts'

/** The sets of windows that have a name. */
export class Workspaces {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  get names(): readonly string[] {
    return this.#session.settings.workspaces.map(({ name }) => name)
  }

  save(name: string, replaces: boolean): Promise<Failure | null> {
    return this.#named(name, (sound) =>
      this.#session.bridge.saveWorkspace({ name: sound, replaces }),
    )
  }

  rename(from: string, to: string): Promise<Failure | null> {
    return this.#named(to, (sound) => this.#session.bridge.renameWorkspace({ from, to: sound }))
  }

  async delete(name: string): Promise<Failure | null> {
    const reply = await this.#session.bridge.deleteWorkspace({ name })
    return reply.ok ? null : reply.error
  }

  /** Null for the windows that were there before others were put in their place. */
  show(name: string | null): Promise<void> {
    return this.#open(this.#session.bridge.showWorkspace({ name }))
  }

  arrange(windows: ArrangedWindow[]): Promise<void> {
    return this.#open(this.#session.bridge.showWindows({ windows }))
  }

  async #open(shown: Promise<Reply<readonly string[]>>): Promise<void> {
    const reply = await shown
    if (reply.ok) openKept(this.#session, reply.value)
    else this.#session.notices.say({ level: 'warning', message: reply.error.message })
  }

  async #named(name: string, ask: (name: string) => Promise<Reply<null>>): Promise<Failure | null> {
    const sound = WorkspaceName.safeParse(name)
    if (!sound.success) {
      const why = `The name ${firstIssue(sound.error).message}.`
      return fail('invalid', why, { field: 'name' }).error
    }
    const reply = await ask(sound.data)
    return reply.ok ? null : reply.error
  }
}
