/** What a program on Node makes of its command line, as far as it matters here. */
type Token =
  | {
      kind: 'option'
      name: string
      rawName: string
      value?: string | undefined
      inlineValue?: boolean | undefined
    }
  | { kind: 'positional'; value: string }
  | { kind: 'option-terminator' }

/** What is wrong with the options that were typed, in plain words; null where nothing is. */
export function wrongOption(
  tokens: readonly Token[],
  known: Readonly<Record<string, { type: 'string' | 'boolean' }>>,
): string | null {
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue
    if (token.kind === 'positional') return `‘${token.value}’ is not an option.`
    const { name, rawName, value, inlineValue } = token
    const type = Object.hasOwn(known, name) ? known[name]!.type : null
    if (type === null) return `There is no option ${rawName}.`
    const isNext = value !== undefined && inlineValue !== true && /^-./.test(value)
    if (type === 'string' && (value === undefined || isNext)) return `${rawName} needs a value.`
    if (type === 'boolean' && value !== undefined) return `${rawName} takes no value.`
  }
  return null
}
