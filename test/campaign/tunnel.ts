import * as net from 'node:net'

/** What a line does to one request, beside carrying it. */
export type Mischief =
  | 'none'
  | 'drop-before' // nothing of it arrives
  | 'drop-half' // half of it arrives
  | 'drop-after' // all of it arrives, and the line breaks before the answer is there
  | 'drop-answer' // it is answered, and the line breaks
  | 'half-answer'
  | 'no-answer'
  | 'late-answer'
  | 'answer-twice' // the second one lies in wait for the next request

export const mischiefs: readonly Mischief[] = [
  'drop-before',
  'drop-half',
  'drop-after',
  'drop-answer',
  'half-answer',
  'no-answer',
  'late-answer',
  'answer-twice',
]

export interface Carried {
  operation: string
  body: string
}

export interface Tunnel {
  url: string
  stop(): Promise<void>
}

/** A line to a server that can break at any byte, as no HTTP library would. */
export async function openTunnel(options: {
  port: number
  /** Asked when a request is there, and before any of it is carried on. */
  mischief(request: Carried): Mischief
  /** Milliseconds by which a late answer is late. */
  late: number
}): Promise<Tunnel> {
  const sockets = new Set<net.Socket>()
  const keep = (socket: net.Socket): void => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  }
  const server = net.createServer((client) => {
    const service = net.connect(options.port, '127.0.0.1')
    keep(client)
    keep(service)
    let pending = Buffer.alloc(0)
    let mischief: Mischief = 'none'
    const hangUp = (): void => {
      client.destroy()
      service.destroy()
    }
    client.on('close', () => service.destroy())
    service.on('close', () => client.destroy())

    client.on('data', (chunk) => {
      pending = Buffer.concat([pending, chunk])
      for (let end = endOf(pending); end !== undefined; end = endOf(pending)) {
        const bytes = pending.subarray(0, end)
        pending = pending.subarray(end)
        mischief = options.mischief(requestIn(bytes))
        if (mischief === 'drop-before') hangUp()
        else if (mischief === 'drop-half') service.write(bytes.subarray(0, end / 2), hangUp)
        else if (mischief === 'drop-after') service.write(bytes, () => client.resetAndDestroy())
        else service.write(bytes)
      }
    })
    service.on('data', (chunk) => {
      switch (mischief) {
        case 'drop-answer':
          return hangUp()
        case 'half-answer':
          return void client.write(chunk.subarray(0, chunk.length / 2), hangUp)
        case 'no-answer':
          return
        case 'late-answer':
          return void setTimeout(() => client.writable && client.write(chunk), options.late)
        case 'answer-twice':
          return void client.write(Buffer.concat([chunk, chunk]))
        default:
          return void client.write(chunk)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** Where the first request ends; undefined while it is not whole. */
function endOf(bytes: Buffer): number | undefined {
  const head = bytes.indexOf('\r\n\r\n')
  if (head === -1) return undefined
  const length = /content-length: (\d+)/i.exec(bytes.toString('latin1', 0, head))?.[1]
  const end = head + 4 + Number(length ?? 0)
  return bytes.length < end ? undefined : end
}

function requestIn(bytes: Buffer): Carried {
  const text = bytes.toString('utf8')
  const operation = /^POST \S*\/v1\/(\w+)/.exec(text)?.[1] ?? ''
  return { operation, body: text.slice(text.indexOf('\r\n\r\n') + 4) }
}
