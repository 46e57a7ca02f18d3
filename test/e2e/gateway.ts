import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Practice } from '../../src/practice/server.ts'
import type { OperationName } from '../../src/shared/service/operations.ts'

/** What becomes of a request of one account. */
type Fate =
  /** It never arrives. */
  | 'cut-before'
  /** It arrives, and its answer is lost. */
  | 'cut-after'
  /** It arrives, and its answer never comes. */
  | 'hang'
  /** The gateway says no, and asks nobody. */
  | 'refuse'
  /** It is answered otherwise. */
  | ((answer: string) => string)

/** The broker's code in the terminal, and at the practice broker behind the gateway. */
const codes = [
  ['"ZE"', '"PX"'],
  ['"ZF"', '"PY"'],
] as const

/** A way to a practice broker that is none to the terminal, and that fails for one account alone. */
export interface Gateway {
  readonly url: string
  /** What it was asked so far: one request, whatever is in it. */
  readonly asked: readonly { operation: string; who: Asker }[]
  /** Spoils what an account asks of an operation, until it is mended. */
  spoil(operation: OperationName, who: Asker, fate: Fate): void
  mend(): void
  /** Stops answering: what hangs is cut off, and nobody listens any more. */
  close(): Promise<void>
  /** Listens again where it did before. */
  reopen(): Promise<void>
}

interface Asker {
  client: string
  broker: 'ZE' | 'ZF'
}

/** One broker may have a name of its own for a symbol. */
export async function openGateway(
  { url: behind }: Pick<Practice, 'url'>,
  { broker, own = '', real = '' }: { broker?: Asker['broker']; own?: string; real?: string } = {},
): Promise<Gateway> {
  const names = [`"${own}"`, `"${real}"`] as const
  const inner = (body: string): string =>
    [...codes, names].reduce((text, [shown, behindIt]) => text.replaceAll(shown, behindIt), body)
  const outer = (body: string, who: Asker): string =>
    [...codes, ...(who.broker === broker ? [names] : [])].reduce(
      (text, [shown, behindIt]) => text.replaceAll(behindIt, shown),
      body,
    )
  const requests: { operation: string; who: Asker }[] = []
  const fates = new Map<string, Fate>()
  const keyOf = (operation: string, { client, broker }: Asker): string =>
    `${operation} ${client} ${broker}`
  const serve = (): Server =>
    createServer((request, response) => {
      void (async () => {
        const chunks: Buffer[] = []
        for await (const chunk of request) chunks.push(chunk as Buffer)
        const asked = Buffer.concat(chunks).toString()
        const path = request.url ?? ''
        const [operation, who] = [path.replace('/v1/', ''), askerOf(asked)]
        requests.push({ operation, who })
        const fate = fates.get(keyOf(operation, who))
        if (fate === 'cut-before') return void request.socket.destroy()
        if (fate === 'refuse') {
          response.writeHead(429, { 'Content-Type': 'application/json' })
          return void response.end('{"status":"error","error_msg":"Too many requests"}')
        }
        const answer = await fetch(behind + path, { method: 'POST', body: inner(asked) })
        const said = outer(await answer.text(), who)
        if (fate === 'cut-after') return void request.socket.destroy()
        if (fate === 'hang') return
        response.writeHead(answer.status, { 'Content-Type': 'application/json' })
        response.end(typeof fate === 'function' ? fate(said) : said)
        // Who closed the terminal meanwhile wants no answer.
      })().catch(() => request.socket.destroy())
    })
  let server = serve()
  await listen(server, 0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked: requests,
    spoil: (operation, who, fate) => void fates.set(keyOf(operation, who), fate),
    mend: () => fates.clear(),
    close: () => close(server),
    async reopen() {
      server = serve()
      await listen(server, port)
    },
  }
}

function askerOf(body: string): Asker {
  const { api_key: client } = JSON.parse(body) as { api_key: string }
  return { client, broker: body.includes('"ZF"') ? 'ZF' : 'ZE' }
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
