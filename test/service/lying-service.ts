import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A request as it reached a lying service, and how what it hides is asked. */
interface Asked {
  operation: string
  body: Record<string, unknown>
  /** What the service behind it answers, also to another body than was sent. */
  truth(body?: unknown): Promise<unknown>
}

/** A lie, or what is true where none is told. Undefined where the request is not lied about. */
export type Lie = (asked: Asked) => unknown

/** A service in front of another over real HTTP, which answers what a test makes of it. */
export async function lyingService(url: string, lie: Lie): Promise<{ url: string }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const sent = Buffer.concat(chunks).toString()
      const ask = async (body: string): Promise<{ status: number; text: string }> => {
        const answer = await fetch(`${url}${request.url}`, { method: 'POST', body })
        return { status: answer.status, text: await answer.text() }
      }
      const answer = async (): Promise<{ status: number; text: string }> => {
        const told = await lie({
          operation: request.url?.split('/').at(-1) ?? '',
          body: JSON.parse(sent) as Record<string, unknown>,
          truth: async (body) =>
            JSON.parse((await ask(body === undefined ? sent : JSON.stringify(body))).text),
        })
        return told === undefined ? ask(sent) : { status: 200, text: JSON.stringify(told) }
      }
      answer()
        .then(({ status, text }) =>
          response.writeHead(status, { 'content-type': 'application/json' }).end(text),
        )
        .catch(() => response.writeHead(502).end())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** What a service says of an order that it names. */
export const namedOrder = (orderid: unknown) => ({
  status: 'success',
  data: { broker: 'PX', orderid },
})

/** An error in words that nobody knows. */
export const unclearNo = { status: 'error', error_msg: 'Internal error', error_type: 'E' }
