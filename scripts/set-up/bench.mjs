/** Rows of the bench that are measured in a browser. */
export const rowsInBrowser = ['P4', 'P5', 'P10', 'P13', 'P17']

/**
 * What the set-up has to bring for a bench: whoever names rows without a browser is asked for none.
 * @param {readonly string[]} args
 * @returns {'bench' | 'bench without a browser'}
 */
export function purposeOfBench(args) {
  const rows = args.filter((arg) => !arg.startsWith('-')).map((arg) => arg.toUpperCase())
  const needsBrowser = rows.length === 0 || rows.some((row) => rowsInBrowser.includes(row))
  return needsBrowser ? 'bench' : 'bench without a browser'
}
