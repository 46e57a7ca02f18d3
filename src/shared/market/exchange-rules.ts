import * as z from 'zod'

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time, such as 09:15')
const Span = z.strictObject({ from: time, to: time })
const day = z.iso.date()

/** What is true of the exchanges and changes now and then: data that a person may edit. All times are IST. */
export const ExchangeRules = z.strictObject({
  /** Where the figures were taken from, and when. */
  source: z.string(),
  exchanges: z.strictObject({
    NSE: exchange(),
    BSE: exchange(),
    NFO: exchange(),
    BFO: exchange(),
    MCX: exchange(),
    CDS: exchange(),
  }),
  /** The largest single order in units, by the name that the symbols of futures and options begin with. */
  freeze: z.record(z.string().regex(/^[A-Z][A-Z0-9&-]*$/), z.int().min(1)),
  /** Order requests that are split into more slices than this ask first. */
  mostSlices: z.int().min(1).max(1000),
})
export type ExchangeRules = z.infer<typeof ExchangeRules>

function exchange() {
  return z.strictObject({
    /** When orders trade. */
    session: Span,
    /** Other hours for some months: later closes of commodities in winter. */
    seasons: z.array(z.strictObject({ from: day, to: day, session: Span })),
    /** When orders are taken before the session; a file of before this was known has none. */
    preOpen: Span.nullable().optional(),
    /** When after-market orders are taken; it runs over midnight. Null where there are none. */
    afterMarket: Span.nullable(),
    holidays: z.array(day),
    /** Days of a weekend, or holidays, on which it trades all the same: special sessions. */
    openDays: z.array(day).optional(),
  })
}
