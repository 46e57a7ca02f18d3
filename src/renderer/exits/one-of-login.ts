/** Something that an exit can be of, by an id of its own; what is the same for two of them would be exited twice. */
export interface ExitEntry {
  id: string
  same: string
  books: 'fresh' | 'old' | 'never read'
}

const places: readonly ExitEntry['books'][] = ['fresh', 'old', 'never read']
const placeOf = ({ books }: ExitEntry): number => places.indexOf(books)

/**
 * Of entries that are wanted, and would exit the same, one: that with the best books, the first among
 * equals. The one of before stays, for a person may be about to press, unless it alone was never read.
 */
export function oneOfEach(
  wanted: ReadonlySet<string>,
  { all, before }: { all: readonly ExitEntry[]; before: ReadonlySet<string> },
): ReadonlySet<string> {
  const alike = Map.groupBy(
    all.filter(({ id }) => wanted.has(id)),
    ({ same }) => same,
  )
  return new Set(
    [...alike.values()].map((some) => {
      const [best] = some.toSorted((one, other) => placeOf(one) - placeOf(other))
      const kept = some.find(({ id }) => before.has(id))
      const isKept = kept?.books !== 'never read' || best!.books === 'never read'
      return (isKept ? (kept ?? best) : best)!.id
    }),
  )
}

/** What is wanted once a person ticked one, or took its tick: it stands instead of all that exit the same. */
export function wantedAfter(
  wanted: ReadonlySet<string>,
  id: string,
  { all, ticked }: { all: readonly ExitEntry[]; ticked: ReadonlySet<string> },
): ReadonlySet<string> {
  const same = all.find((one) => one.id === id)?.same
  const alike = new Set(all.flatMap((one) => (one.same === same ? one.id : [])))
  const others = [...wanted].filter((one) => one !== id && !alike.has(one))
  return new Set(ticked.has(id) ? others : [...others, id])
}

/** The one that is ticked instead of this one; undefined where this one is, or none is. */
export function instead<Entry extends Pick<ExitEntry, 'id' | 'same'>>(
  { id, same }: Entry,
  { all, ticked }: { all: readonly Entry[]; ticked: ReadonlySet<string> },
): Entry | undefined {
  return ticked.has(id) ? undefined : all.find((one) => one.same === same && ticked.has(one.id))
}
