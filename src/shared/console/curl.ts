import type { DescribedCall } from './console.ts'

/** A text as one word of a POSIX shell, whatever is in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

const keyNames = { api_key: 'API_KEY', api_secret: 'API_SECRET' } as const

/**
 * The same request for a terminal. The keys come from its environment: typed into the command,
 * they would stay in the shell's history.
 */
export function curlOf({ url, body }: DescribedCall): string {
  return [
    `curl --request POST ${quoted(url)}`,
    `--header ${quoted('Content-Type: application/json')}`,
    `--data-raw ${withPlaceholders(body)}`,
  ].join(' \\\n  ')
}

/**
 * Keys stand in envelopes alone: around the whole, and around each order. A symbol or a strategy
 * that looks like a masked key is none.
 */
function withPlaceholders(body: string): string {
  const marks = new Map<string, string>()
  const envelope = (value: Record<string, unknown>): Record<string, unknown> => {
    const next = { ...value }
    for (const [field, name] of Object.entries(keyNames)) {
      if (typeof next[field] !== 'string') continue
      const mark = freeMark(body, marks.size)
      marks.set(mark, `'"$${name}"'`)
      next[field] = mark
    }
    return next
  }
  const whole = envelope(JSON.parse(body) as Record<string, unknown>)
  const data = whole['data'] as Record<string, unknown>
  if (Array.isArray(data['orders']))
    whole['data'] = {
      ...data,
      orders: data['orders'].map((order) => envelope(order as object as Record<string, unknown>)),
    }
  let word = quoted(JSON.stringify(whole))
  for (const [mark, placeholder] of marks) word = word.replace(mark, () => placeholder)
  return word
}

/** A text that the body does not have. */
function freeMark(body: string, count: number): string {
  for (let salt = 0; ; salt++) {
    const mark = `key-${salt}-${count}-here`
    if (!body.includes(mark)) return mark
  }
}
