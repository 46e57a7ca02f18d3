export interface RowSpans {
  /** The reply with an empty list in place of its rows. */
  shell: Buffer
  /** Where each row begins and ends, in turns. */
  ends: Uint32Array
}

/** How JSON is written by most, and by those who put a blank behind each separator. */
const writings = [
  { listOpens: Buffer.from('"data":[{'), between: Buffer.from('},{') },
  { listOpens: Buffer.from('"data": [{'), between: Buffer.from('}, {') },
]
const listCloses = Buffer.from('}]')

/**
 * Cuts a reply of the usual form into its rows, without parsing it. The cut is a guess (a row may
 * hold the separator in a text of its own), and whoever uses it proves it: when the shell is a
 * reply without rows and every row is an object by itself, they are the rows.
 */
export function rowSpans(reply: Buffer): RowSpans | undefined {
  for (const writing of writings) {
    const opens = reply.indexOf(writing.listOpens)
    if (opens !== -1) return spansFrom(reply, opens + writing.listOpens.length - 1, writing.between)
  }
  return undefined
}

function spansFrom(reply: Buffer, first: number, between: Buffer): RowSpans | undefined {
  const ends = [first]
  let from = first
  for (;;) {
    const cut = reply.indexOf(between, from)
    if (cut === -1) break
    from = cut + between.length - 1
    ends.push(cut + 1, from)
  }
  const closes = reply.indexOf(listCloses, from)
  if (closes === -1) return undefined
  ends.push(closes + 1)
  return {
    shell: Buffer.concat([reply.subarray(0, first), reply.subarray(closes + 1)]),
    ends: new Uint32Array(ends),
  }
}
