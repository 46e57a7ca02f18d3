import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { Worker } from 'node:worker_threads'
import { createServiceClient, type Login } from '../../src/main/service/client.ts'
import type { Measured } from './goals.ts'
import { interleave, ratioOf } from './timing.ts'

const calls = 4_000

/** P6: one call of the client against one raw keep-alive POST of the same bytes, call by call. */
export async function p6(): Promise<Measured<'P6'>> {
  const peer = new Worker(new URL('./client-peer.ts', import.meta.url))
  const [port] = (await once(peer, 'message')) as [number]
  const client = createServiceClient()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const login: Login = {
    url: `http://127.0.0.1:${port}`,
    broker: 'ZE',
    keys: { apiKey: 'bench-key-0123456789', apiSecret: 'bench-secret-0123456789' },
  }
  const body = JSON.stringify({
    api_key: login.keys.apiKey,
    api_secret: login.keys.apiSecret,
    data: { broker: login.broker },
  })
  const throughClient = async (): Promise<void> => {
    const reply = await client.call('Funds', login, {})
    if (!reply.ok) throw new Error(reply.error.message)
  }

  try {
    const measured = await interleave({
      rounds: calls,
      prepare: () => null,
      subject: throughClient,
      baseline: () => rawPost(port, agent, body),
    })
    const { ratio, spread } = ratioOf(measured)
    return { figures: { call: ratio }, note: spread }
  } finally {
    await client.close()
    agent.destroy()
    peer.postMessage('stop')
    await once(peer, 'exit')
  }
}

function rawPost(port: number, agent: Agent, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        agent,
        method: 'POST',
        path: '/v1/Funds',
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          Buffer.concat(chunks)
          resolve()
        })
        response.on('error', reject)
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
