const indian = /^[1-9]\d?(,\d{2})*,\d{3}(\.\d*)?$/
const western = /^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/

/**
 * The one rule for commas in numbers that a person types or imports: `1,50,000` and `1,500.50` are
 * grouped as numbers are, and lose their commas; a minus stays. Everything else stays as it is, so
 * that `1500,50` and `12,50`, which may mean a decimal comma, are no number to whoever reads them.
 */
export function ungrouped(text: string): string {
  const bare = text.trim()
  const sign = /^[-−+]?/.exec(bare)?.[0] ?? ''
  const digits = bare.slice(sign.length)
  return indian.test(digits) || western.test(digits) ? sign + digits.replaceAll(',', '') : text
}
