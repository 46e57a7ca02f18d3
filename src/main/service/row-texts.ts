export interface RowTexts {
  /** The reply with an empty list in place of its rows. */
  shell: string
  texts: string[]
}

const listOpens = '"data":['

/**
 * Cuts a reply of the usual form into the texts of its rows, without parsing it. The cut is a
 * guess (a row may hold the separator in a text of its own), and whoever uses it proves it: when
 * the shell is a reply without rows and every text is an object by itself, they are the rows.
 */
export function rowTexts(reply: string): RowTexts | undefined {
  const opens = reply.indexOf(listOpens)
  let from = opens + listOpens.length
  if (opens === -1 || reply[from] !== '{') return undefined
  const texts: string[] = []
  const head = reply.slice(0, from)
  for (;;) {
    const cut = reply.indexOf('},{', from)
    if (cut === -1) break
    texts.push(reply.slice(from, cut + 1))
    from = cut + 2
  }
  const closes = reply.indexOf('}]', from)
  if (closes === -1) return undefined
  texts.push(reply.slice(from, closes + 1))
  return { shell: head + reply.slice(closes + 1), texts }
}
