import { type Command, commandGroups } from '../core/commands.svelte.ts'
import { type FuzzyMatch, fuzzyMatch } from '../core/fuzzy.ts'

const most = 40
/** Below it letters here and there are all that is found of a word: what was typed is likely something else. */
export const leastWhole = 1.5

/** The commands that a text finds, the likeliest first; all of them by their groups where nothing is typed. */
export function foundCommands(
  commands: readonly Command[],
  {
    text,
    said,
    helps,
  }: {
    text: string
    /** What was done before, the latest first. */
    said: readonly string[]
    /** Commands that help where what is typed cannot be had, by their ids. */
    helps: readonly string[]
  },
): readonly { command: Command; marks: FuzzyMatch['marks'] }[] {
  const before = new Map(said.map((title, place) => [title, place]))
  return commands
    .flatMap((command) => {
      const help = helps.indexOf(command.id)
      const found =
        help >= 0
          ? { score: 100 - help, marks: [] }
          : text === ''
            ? { score: 0, marks: [] }
            : search(text, command)
      if (found === null || (helps.length > 0 && found.score < leastWhole)) return []
      const place = before.get(command.title)
      const score = found.score + (place === undefined ? 0 : 2 - place / 25)
      return [{ command, marks: found.marks, score }]
    })
    .toSorted(
      (one, other) =>
        (text === '' ? placeOf(one.command) - placeOf(other.command) : 0) ||
        other.score - one.score,
    )
    .slice(0, most)
}

const placeOf = ({ group }: Command): number => commandGroups.indexOf(group)

function search(text: string, { title, group, words }: Command): FuzzyMatch | null {
  const found = fuzzyMatch(text, title)
  if (found !== null) return { ...found, score: found.score + 1 }
  // Found by another word: nothing of the title lights up.
  const other = fuzzyMatch(text, `${title} ${group} ${words ?? ''}`)
  if (other === null) return null
  // Whoever says just this ('square off') means it, whatever else has letters of it in its title.
  const isMeant = ` ${words ?? ''} `.includes(` ${text.toLowerCase().trim()} `)
  return { score: other.score + (isMeant ? 1.5 : 0), marks: [] }
}
