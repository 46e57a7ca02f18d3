import { type Reply, fail, ok } from '../../shared/core/errors.ts'
import { isSameName } from '../../shared/core/names.ts'
import {
  type ArrangedWindow,
  type NamedWorkspace,
  mostWorkspaces,
} from '../../shared/workspace/workspaces.ts'

type Named = readonly NamedWorkspace[]

/** Where they are kept. */
export interface KeptNames {
  read(): Named
  write(all: NamedWorkspace[]): Reply<null>
}

const refuse = (why: string): Reply<never> => fail('invalid', why, { field: 'name' })
const unknown = refuse('There is no workspace of that name any more.')

const isTaken = (all: Named, name: string): boolean => all.some((one) => isSameName(one.name, name))

/** With these windows under a new name, or in place of those of that name. */
function withSaved(
  all: Named,
  { name, windows, replaces }: { name: string; windows: ArrangedWindow[]; replaces: boolean },
): Reply<NamedWorkspace[]> {
  if (replaces) {
    if (!all.some((one) => one.name === name)) return unknown
    return ok(all.map((one) => (one.name === name ? { name, windows } : one)))
  }
  if (isTaken(all, name)) return refuse('There is a workspace of that name.')
  if (all.length >= mostWorkspaces)
    return refuse(`There are ${mostWorkspaces} workspaces, and no room for more.`)
  return ok([...all, { name, windows }])
}

function withRenamed(
  all: Named,
  { from, to }: { from: string; to: string },
): Reply<NamedWorkspace[]> {
  const others = all.filter(({ name }) => name !== from)
  if (others.length === all.length) return unknown
  if (isTaken(others, to)) return refuse('There is a workspace of that name.')
  return ok(all.map((one) => (one.name === from ? { ...one, name: to } : one)))
}

/** The sets of windows that have a name, as they are kept. */
export class WorkspaceNames {
  readonly #kept: KeptNames

  constructor(kept: KeptNames) {
    this.#kept = kept
  }

  find(name: string): NamedWorkspace | undefined {
    return this.#kept.read().find((one) => one.name === name)
  }

  save(saved: { name: string; windows: ArrangedWindow[]; replaces: boolean }): Reply<null> {
    return this.#write(withSaved(this.#kept.read(), saved))
  }

  rename(names: { from: string; to: string }): Reply<null> {
    return this.#write(withRenamed(this.#kept.read(), names))
  }

  delete(name: string): Reply<null> {
    return this.#kept.write(this.#kept.read().filter((one) => one.name !== name))
  }

  #write(named: Reply<NamedWorkspace[]>): Reply<null> {
    return named.ok ? this.#kept.write(named.value) : named
  }
}
