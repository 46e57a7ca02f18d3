import { practiceDayOf, practiceDayStart } from '../../src/practice/market/clock.ts'

const begun = Date.now()
const untilTurn = practiceDayStart(practiceDayOf(begun) + 1) - begun
/** Longer than these tests take on a busy machine. */
const soon = 1_200_000
const ahead = untilTurn < soon ? untilTurn + 6 * 3_600_000 : 0

/**
 * The time for a desk and a practice broker of one test. It is the machine's, but where the practice
 * day is about to end, and each broker to empty its books, it is six hours into the day after.
 */
export const now = (): number => Date.now() + ahead
