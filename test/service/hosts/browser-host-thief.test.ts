import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { mostWindows } from '../../../src/shared/core/window-proofs.ts'
import { type Held, call, hear, startHost } from './browser-host.ts'

type Host = Awaited<ReturnType<typeof startHost>>
let at: Host
let held: Held
beforeEach(async () => {
  at = await startHost()
  held = await at.window()
})
afterEach(() => at.host.stop())

const closing = async (socket: WebSocket): Promise<unknown> => (await once(socket, 'close'))[0]

/** What a thief can do who has the cookie: it is sent to every port, and a process forges the rest. */
describe('Whoever has the cookie, and not the secret that is kept where ports are apart,', () => {
  it('makes no call and hears nothing', async () => {
    const thief = await at.openBare(held.cookie)
    const heard = vi.fn<() => void>()
    thief.on('message', heard)
    const closed = closing(thief)
    at.desk.emit('polling', { paused: true })
    for (const name of ['openDesk', 'engageStop'])
      thief.send(JSON.stringify({ id: 1, name, input: {} }))
    expect(await closed).toBe(4001)
    expect(heard).not.toHaveBeenCalled()
    expect(at.desk.accepted).toEqual([])
    expect(at.desk.listeners.size).toBe(0)
  })

  it('keeps the owner out by no cookies of its own, of which a browser sends all', async () => {
    // As many and as long ones as a browser keeps for a host.
    const theirs = Array.from({ length: 179 }, (_, at) => `c${at}=${'x'.repeat(4090)}`)
    const headers = { Host: at.own, Cookie: [...theirs, held.cookie].join('; ') }
    expect((await at.ask({ path: '/', headers })).status).toBe(200)
    expect((await at.ask({ path: '/session', headers })).status).toBe(204)
  })

  it('is cut off when it proves nothing for five seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const [silent, halfway] = await Promise.all([
      at.openBare(held.cookie),
      at.openBare(held.cookie),
    ])
    await at.meetingOf(halfway, held)
    const closed = Promise.all([closing(silent), closing(halfway)])
    vi.advanceTimersByTime(5000)
    vi.useRealTimers()
    expect(await closed).toEqual([1006, 1006])
    expect(at.desk.accepted).toEqual([])
  })

  it('is turned away with every proof that it can make up, borrow or send back', async () => {
    const overheard = await at.openBare(held.cookie)
    const before = await at.meetingOf(overheard, held)
    const other = await startHost()
    const proofs: ((now: Awaited<ReturnType<Host['meetingOf']>>) => unknown)[] = [
      () => ({ proof: 'x'.repeat(43) }),
      () => ({ proof: before.proofBy('window') }),
      ({ said }) => ({ proof: said.proof }),
      ({ proofBy }) => ({ proof: proofBy('desk') }),
      ({ proofBy }) => ({ proof: proofBy('window', other.own) }),
      ({ proofBy }) => ({ proof: proofBy('window'), more: 1 }),
      ({ proofBy }) => ({ proof: [proofBy('window')] }),
      () => null,
      () => ({ id: 1, name: 'openDesk', input: {} }),
    ]
    for (const [which, proof] of proofs.entries()) {
      const thief = await at.openBare(held.cookie)
      const meeting = await at.meetingOf(thief, held)
      const closed = closing(thief)
      thief.send(JSON.stringify(proof(meeting)))
      thief.send(JSON.stringify({ id: 1, name: 'openDesk', input: {} }))
      expect(await closed, String(which)).toBe(4001)
    }
    for (const hello of [{ window: 'x'.repeat(22), nonce: 'x'.repeat(22) }, { window: held.name }])
      for (const isBinary of [false, true]) {
        const thief = await at.openBare(held.cookie)
        const closed = closing(thief)
        thief.send(Buffer.from(JSON.stringify(hello)), { binary: isBinary })
        expect(await closed, JSON.stringify(hello)).toBe(4001)
      }
    expect(at.desk.accepted).toEqual([])
    await other.host.stop()
  })

  it('learns from no other address of the host more than that its cookie is known', async () => {
    const headers = { Host: at.own, Origin: at.origin, Cookie: held.cookie }
    const known = await at.ask({ path: '/session', headers })
    expect({ status: known.status, body: known.body }).toEqual({ status: 204, body: '' })
    expect(JSON.stringify(known)).not.toContain(held.name)
  })

  it('keeps no window out by opening hundreds of connections', async () => {
    const window = await at.openSocket(held)
    const raw = Array.from({ length: 300 }, () => connect(at.port, at.hostname))
    for (const socket of raw) socket.on('error', () => undefined)
    await Promise.all(raw.map((socket) => once(socket, 'connect')))
    await Promise.all(Array.from({ length: 20 }, () => at.openBare(held.cookie)))
    await expect.poll(() => raw.filter(({ closed }) => closed).length).toBeGreaterThan(230)
    expect(await call(window, 1, 'openDesk', {})).toMatchObject({ reply: { ok: true } })
    const next = await at.openSocket(held)
    expect(await call(next, 1, 'openDesk', {})).toMatchObject({ reply: { ok: true } })
    for (const socket of raw) socket.destroy()
  })

  it('is cut off when it asks before it was answered, as no browser does', async () => {
    const flood = connect(at.port, at.hostname)
    let answers = ''
    flood.setEncoding('latin1').on('data', (chunk) => (answers += String(chunk)))
    flood.on('error', () => undefined)
    flood.write(`GET / HTTP/1.1\r\nHost: ${at.own}\r\n\r\n`.repeat(20_000))
    await new Promise((resolve) => flood.once('close', resolve))
    expect(answers.split('HTTP/1.1 200').length - 1).toBeLessThanOrEqual(1)
  })
})

/** What a passer-by reads at a locked screen, who has the developer tools of its browser. */
describe('Whoever read the secret of a window while the screen was locked', () => {
  const unlock = async (owner: WebSocket): Promise<{ renewal: string }> => {
    at.desk.isScreenLocked = true
    owner.send(JSON.stringify({ id: 7, name: 'unlockScreen', input: { password: 'x' } }))
    return (await hear(owner)) as { renewal: string }
  }

  it('is cut off once it is unlocked, makes no call any more, and is not let in again', async () => {
    const owner = await at.openSocket(held)
    const thief = await at.openSocket(held)
    const met = await at.openBare(held.cookie)
    const { proofBy } = await at.meetingOf(met, held)
    const closed = Promise.all([closing(thief), closing(met)])
    await unlock(owner)
    met.send(JSON.stringify({ proof: proofBy('window') }))
    thief.send(JSON.stringify({ id: 1, name: 'placeOrders', input: {} }))
    expect(await closed).toEqual([4003, 4001])
    const again = await at.openBare(held.cookie)
    const later = await at.meetingOf(again, held)
    const refused = closing(again)
    again.send(JSON.stringify({ proof: later.proofBy('window') }))
    expect(await refused).toBe(4001)
    expect(at.desk.accepted.map(({ name }) => name)).toEqual(['unlockScreen'])
    expect(await call(owner, 8, 'openDesk', {})).toMatchObject({ reply: { ok: true } })
  })

  it('does not know what the owner is let in by from then on, as each window of that browser is', async () => {
    const owner = await at.openSocket(held)
    const { renewal } = await unlock(owner)
    const secret = createHmac('sha256', held.secret).update(renewal).digest('base64url')
    const next = await at.openSocket({ ...held, secret })
    expect(await call(next, 1, 'openDesk', {})).toMatchObject({ reply: { ok: true } })
  })

  it('shuts nobody out by unlocking a screen that is not locked', async () => {
    const owner = await at.openSocket(held)
    const thief = await at.openSocket(held)
    const input = { password: 'x' }
    expect(await call(thief, 1, 'unlockScreen', input)).toMatchObject({ reply: { ok: true } })
    expect(await call(owner, 1, 'openDesk', {})).toMatchObject({ reply: { ok: true } })
  })

  it('is let in no more ten minutes after the last window of that browser was closed', async () => {
    let now = 0
    const other = await startHost({ now: () => now })
    const own = await other.window()
    const [first, second] = [await other.openSocket(own), await other.openSocket(own)]
    first.close(1001)
    await once(first, 'close')
    now += 11 * 60_000
    second.close(1001)
    await once(second, 'close')
    now += 9 * 60_000
    // A reload, and one after a crash, which no window says beforehand.
    const reloaded = await other.openSocket(own)
    reloaded.terminate()
    await once(reloaded, 'close')
    now += 60 * 60_000
    const back = await other.openSocket(own)
    back.close(1001)
    await once(back, 'close')
    now += 11 * 60_000
    const late = await other.openBare(own.cookie)
    const refused = closing(late)
    late.send(JSON.stringify({ window: own.name, nonce: 'x'.repeat(22) }))
    expect(await refused).toBe(4001)
    await other.host.stop()
  })
})

describe('A window of the browser host', () => {
  it('is let in once both have proved to know its secret, the desk first', async () => {
    const socket = await at.openBare(held.cookie)
    const { said, proofBy } = await at.meetingOf(socket, held)
    expect(said).toEqual({ nonce: said.nonce, proof: proofBy('desk') })
    socket.send(JSON.stringify({ proof: proofBy('window') }))
    expect(await call(socket, 1, 'openDesk', {})).toMatchObject({ reply: { ok: true } })
  })

  it('gets another name and another secret by each address, each of which works once', async () => {
    const second = at.host.newAddress()
    const another = await at.window(second)
    expect(another.name).not.toBe(held.name)
    expect(another.secret).not.toBe(held.secret)
    const token = new URL(second).hash.slice(1, 21)
    expect((await at.enter({}, token)).status).toBe(403)
    // A browser sends the cookie that it got last, whichever tab asks.
    await at.openSocket({ ...held, cookie: another.cookie })
    await at.openSocket(another)
    expect(at.desk.listeners.size).toBe(2)
  })

  it('is told when another one is let in by an address of its own, and so is that one', async () => {
    const notices = (socket: WebSocket): unknown[] => {
      const told: unknown[] = []
      socket.on('message', (data) => {
        const said = JSON.parse(String(data)) as { event?: string; data: { message: string } }
        if (said.event === 'notice') told.push(said.data.message)
      })
      return told
    }
    const first = await at.openSocket(held)
    const told = notices(first)
    // A line that was mended, and 'New window': both have the same secret.
    const again = await at.openSocket(held)
    expect(await call(again, 1, 'openDesk', {})).toMatchObject({ reply: { ok: true } })
    again.close()
    await once(again, 'close')
    expect(told).toEqual([])

    const another = await at.window(at.host.newAddress())
    const stranger = await at.openBare(another.cookie)
    const { proofBy } = await at.meetingOf(stranger, another)
    const toldToo = notices(stranger)
    stranger.send(JSON.stringify({ proof: proofBy('window') }))
    stranger.send(JSON.stringify({ id: 1, name: 'openDesk', input: {} }))
    const words = expect.stringMatching(/^A window was let in by an address of its own; 2 are open/)
    await vi.waitFor(() => {
      expect(told).toEqual([words])
      expect(toldToo).toEqual([words])
    }, 30_000)
  })

  it('has its secret neither in the address that is posted nor in what is answered', async () => {
    const address = at.host.newAddress()
    const fragment = new URL(address).hash.slice(1)
    const answered = await at.enter({}, fragment.slice(0, 20))
    expect(JSON.stringify(answered)).not.toContain(fragment.slice(20))
    expect((await at.enter({}, at.host.newAddress().slice(-20))).status).toBe(403)
  })

  it('is one of a limited number, and told so where it is one too many', async () => {
    const all = []
    for (let count = 0; count < mostWindows; count += 1) all.push(await at.openSocket(held))
    const late = await at.openBare(held.cookie)
    expect(await closing(late)).toBe(4002)
    const closed = closing(all[0]!)
    all[0]!.close()
    await closed
    await vi.waitFor(async () => expect(await hearsOf(at, held)).toBe(true), 30_000)
  })
})

const hearsOf = async (host: Host, window: Held): Promise<boolean> => {
  const socket = await host.openBare(window.cookie)
  const closed = closing(socket)
  socket.send(JSON.stringify({ window: window.name, nonce: 'x'.repeat(22) }))
  return Promise.race([hear(socket).then(() => true), closed.then(() => false)])
}
