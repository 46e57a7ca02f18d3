/**
 * How many samples of a property are tried, of so many. The samples are the same in every run:
 * `npm test` tries the first quarter of them each time, and `npm run campaign` all.
 */
export const sampleCount = (all: number): number =>
  process.env['QUARTERDECK_ALL_SAMPLES'] === undefined ? Math.ceil(all / 4) : all
