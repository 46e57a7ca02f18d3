/** A text that begins so a spreadsheet takes for a formula, and would run; with the apostrophe it stays text. */
export const withoutFormula = (text: string): string =>
  /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
