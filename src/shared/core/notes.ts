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
