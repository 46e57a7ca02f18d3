/** Whether a text is one of the ways in which services say that there is nothing. */
export const saysNone = (text: string): boolean =>
  /^(|na|n\/a|nan|null|none|nil|-+)$/i.test(text.trim())
