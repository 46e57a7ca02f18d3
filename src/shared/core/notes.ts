/** Rows that are noted before whatever else is due has its turn: a millisecond or two, some more at a start. */
const notedInATurn = 500

/** The notes that are made of rows, as steps. */
export function* notes<T>(rows: Iterable<T>, note: (row: T) => void): Generator<void> {
  let noted = 0
  for (const row of rows) {
    if (noted === notedInATurn) {
      noted = 0
      yield
    }
    note(row)
    noted++
  }
}

/** Makes something of each of a list, with a pause after so many: a short list is done in one go. */
export function* eachInSteps<One, Made>(
  all: readonly One[],
  ofAStep: number,
  make: (one: One) => Made,
): Generator<void, Made[]> {
  const made: Made[] = []
  for (const [at, one] of all.entries()) {
    if (at > 0 && at % ofAStep === 0) yield
    made.push(make(one))
  }
  return made
}
