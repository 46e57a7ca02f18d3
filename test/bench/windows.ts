import { fork } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { memoryEnvironment, nodeFlags } from '../../scripts/start/memory.mjs'
import type { DeskView } from '../../src/shared/desk-view.ts'
import { proofText } from '../../src/shared/core/window-proofs.ts'
import type { Question, Use } from './crowd-desk.ts'
import type { Extent, Measured } from './goals.ts'
import { progress } from './progress.ts'
import { median } from './timing.ts'

/** Of more than one the cost of each is told apart from all that else comes and goes in a process. */
const further = 6
/** Milliseconds of one look, and before it. */
const looking = 4000
const settling = 2500

/**
 * P16: what each of six more windows costs the process of the desk. They are lines that read all that
 * they are told and draw nothing: what a window does with it is not the desk's.
 */
export async function p16({ isFull }: Extent): Promise<Measured<'P16'>> {
  const rounds = isFull ? 8 : 3
  const service = fork(join(import.meta.dirname, 'crowd-service.ts'))
  const [port] = (await once(service, 'message')) as [number]
  const desk = fork(join(import.meta.dirname, 'crowd-desk.ts'), [`${port}`, tmpdir(), '30'], {
    execArgv: [...nodeFlags, '--expose-gc'],
    env: { ...process.env, ...memoryEnvironment },
  })
  const [first] = (await once(desk, 'message')) as [string]
  const ask = async <Answer>(question: Question): Promise<Answer> => {
    desk.send(question)
    return ((await once(desk, 'message')) as [Answer])[0]
  }
  const one = { worked: 0, polls: 0, held: [] as number[] }
  const many = { worked: 0, polls: 0, held: [] as number[] }
  try {
    await openLine(first)
    // The first round warms up.
    for (let round = 0; round <= rounds; round++)
      for (const look of round % 2 === 0 ? [one, many] : [many, one]) {
        const lines: WebSocket[] = []
        for (let more = 0; look === many && more < further; more++)
          lines.push(await openLine(await ask<string>('address')))
        await setTimeout(settling)
        const before = await ask<Use>('use')
        await setTimeout(looking)
        const after = await ask<Use>('use')
        // As they are after a while of use.
        const held = await ask<number>('held')
        for (const line of lines) line.close()
        progress()
        if (round === 0) continue
        look.held.push(held)
        look.worked += after.worked - before.worked
        look.polls += after.polls - before.polls
      }
  } finally {
    desk.disconnect()
    await once(desk, 'exit')
    service.disconnect()
  }
  const perPoll = ({ worked, polls }: typeof one): number => worked / polls
  const megabytes = one.held.map(
    (held, round) => (many.held[round]! - held) / further / 1024 / 1024,
  )
  const [least, most] = [Math.min(...megabytes), Math.max(...megabytes)]
  return {
    figures: {
      memory: median(megabytes),
      poll: (100 * (perPoll(many) / perPoll(one) - 1)) / further,
    },
    note: `${least.toFixed(2)}–${most.toFixed(2)} MB, ${(median(one.held) / 1024 / 1024).toFixed(1)} MB held with one; ${perPoll(one).toFixed(2)} ms of the processor a poll with one, ${perPoll(many).toFixed(2)} with ${1 + further}, over ${one.polls + many.polls} polls`,
  }
}

/** A window's line to the desk, from the address that lets it in; it asks for its place and reads on. */
async function openLine(address: string): Promise<WebSocket> {
  const { origin, host, hash } = new URL(address)
  const entered = await fetch(`${origin}/session`, {
    method: 'POST',
    headers: { Origin: origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ token: hash.slice(1, 21) }),
  })
  const cookie = entered.headers.getSetCookie()[0]!.split(';')[0]!
  const name = await entered.text()
  const secret = hmac(hash.slice(21), name)
  const socket = new WebSocket(`ws://${host}/bridge`, { origin, headers: { Cookie: cookie } })
  await once(socket, 'open')
  const nonce = randomBytes(16).toString('base64url')
  socket.send(JSON.stringify({ window: name, nonce }))
  const [said] = (await once(socket, 'message')) as [Buffer]
  const { nonce: theirs } = JSON.parse(said.toString()) as { nonce: string }
  const proof = hmac(secret, proofText('window', { host, window: nonce, desk: theirs }))
  socket.send(JSON.stringify({ proof }))
  const input = { window: null, page: crypto.randomUUID() }
  socket.send(JSON.stringify({ id: 1, name: 'openDesk', input }))
  const accounts = await new Promise<string[]>((resolve) =>
    socket.on('message', (data: Buffer) => {
      if (data.subarray(0, 7).toString() !== '{"id":1') return
      const { reply } = JSON.parse(data.toString()) as { reply: { value: DeskView } }
      resolve(reply.value.accounts.map(({ id }) => id))
    }),
  )
  const look = { accounts, books: ['positions'] }
  socket.send(JSON.stringify({ id: 2, name: 'lookAt', input: look }))
  return socket
}

const hmac = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url')
