import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type OperationName, isOperation, operations } from '../../src/shared/service/operations.ts'

/** What would leave a mark on the window, were it ever run as a script. */
const run = 'globalThis.hacked=1'

/** Texts that break what takes them for anything but text; each begins with a name of its own. */
export const hostileTexts = {
  image: `IMG<img src=x onerror="${run}">`,
  script: `SCR</script></style></textarea><script>${run}</script>`,
  address: `javascript:${run}//`,
  attribute: `ATT"'><svg onload="${run}"><a href="javascript:${run}" style="position:fixed;inset:0">`,
  template: `TPL{{${run}}}\${${run}}{@html '<b>'}<%= ${run} %>#{${run}}`,
  markup: 'ENT&lt;script&gt;&#x3C;b&#x3E;<!--<![CDATA[',
  reversed: 'RTL\u202eESREVER\u2067\u061c 001 YUB',
  escaped: 'PDI\u2069\u202c\u2069\u202eTUO',
  arabic: 'ARA \u0645\u0631\u062d\u0628\u0627 100',
  unseen: 'ZW\u200bN\u200dJ\ufeff\u00ad\u2060\u180e',
  broken: 'NUL\u0000\u0007\u001b[31m\u0085\ud800x\udc00',
  lines: 'LNS\r\nSecond\n\n\n\tThird\u2028Fourth\u2029Fifth',
  stacked: `ZAL${'\u0338\u0327\u031b\u0489'.repeat(40)}o`,
  long: `LONG${'W'.repeat(1896)}`,
  spaced: `WIDE ${'W '.repeat(900)}`,
  proto: '__proto__',
  constructing: 'constructor',
  formula: '=HYPERLINK("http://127.0.0.1:9/?"&A1,"x")',
  command: "+cmd|' /C calc'!A0",
  minus: '-1+1;=1+1',
  at: '@SUM(1+1)\t=1+1',
} as const

/** Words that a record must have for the terminal to take it for what it is. */
type Words = Record<string, string>

type Fields = Record<string, unknown>

const read = (name: OperationName, row: Fields): Fields | undefined => {
  const result = operations[name].record.safeParse(row)
  return result.success ? (result.data as Fields) : undefined
}

/** The fields of an operation's record that take a text as it comes; what is new is among them by itself. */
function textFields(name: OperationName): string[] {
  const { fields } = operations[name].record
  const base = Object.fromEntries(fields.map((field) => [field, '1']))
  return fields.filter((field) => {
    const probe = 'no number at all'
    const value = read(name, { ...base, [field]: probe })?.[field]
    return value === probe || (Array.isArray(value) && value.includes(probe))
  })
}

/** A record whose every text is the one given; `words` stand where a word is needed. */
function hostileRecord(name: OperationName, text: string, words: Words = {}): Fields {
  const texts = new Set(textFields(name))
  const record: Fields = {}
  for (const field of operations[name].record.fields)
    record[field] = words[field] ?? (texts.has(field) ? text : 7)
  // A stranger's field, whose name is as hostile, and which is nested.
  return { ...record, [text]: { [text]: [text] } }
}

const success = (data: unknown): unknown => ({ status: 'success', data })
const failure = (words: string): unknown => ({
  status: 'error',
  error_msg: words,
  error_type: words,
})

const plausible: Words = {
  exchange: 'NSE',
  product: 'MIS',
  pricetype: 'LIMIT',
  action: 'BUY',
}

export interface HostileService {
  url: string
  /** What the broker makes of orders that it has shown as working. */
  become(status: string): void
  /** What it answers to all from now on, as an error. */
  fail(words: string | null): void
  /** What it calls the next order; null refuses it with each of the texts in turn. */
  accept(id: string | null): void
  stop(): Promise<void>
}

/** A service that speaks the wire, and whose every text in every record is hostile. */
export async function startHostile(): Promise<HostileService> {
  const texts = Object.values(hostileTexts)
  let status = 'open'
  let failing: string | null = null
  let accepted: string | null = null
  let refusals = 0

  /** Once with nothing but the text, and once so that it is taken for what it says. */
  const rows = (name: OperationName): Fields[] =>
    texts.flatMap((text, at) => [
      hostileRecord(name, text),
      hostileRecord(name, `${text}${at}`, {
        ...plausible,
        ...(name === 'OrderBook' || name === 'OrderHistory' ? { status } : {}),
      }),
    ])

  function answer(name: OperationName, asked: string): unknown {
    if (failing !== null) return failure(failing)
    const { kind, holds, wire } = operations[name]
    if (kind === 'place') {
      const text = texts[refusals++ % texts.length] ?? ''
      const broker = hostileTexts.image
      return accepted === null ? failure(text) : success({ broker, orderid: accepted })
    }
    if (kind === 'exit') return texts.map((text) => success(hostileRecord(name, text)))
    if (holds === 'one') return success({ ...hostileRecord(name, texts.join(' ')), exarr: texts })
    const unreadable = Object.fromEntries(
      operations[name].record.fields.map((field) => [field, hostileTexts.attribute]),
    )
    const all = [...rows(name), unreadable]
    const own =
      name === 'OrderHistory' ? all.map((row) => ({ ...row, order_id: idIn(asked) })) : all
    return wire === 'array' ? own.map(success) : success(own)
  }

  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const name = (request.url ?? '').replace('/v1/', '')
      const body = isOperation(name)
        ? answer(name, Buffer.concat(chunks).toString())
        : failure('no such operation')
      response.writeHead(200, { 'Content-Type': 'text/html' })
      response.end(JSON.stringify(body))
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    become: (next) => (status = next),
    fail: (words) => (failing = words),
    accept: (id) => (accepted = id),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function idIn(body: string): string {
  const { data } = JSON.parse(body) as { data: { order_id?: string } }
  return data.order_id ?? ''
}
