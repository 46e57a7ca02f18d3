import { once } from 'node:events'
import { createServer } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Held, call, hear, startHost } from './browser-host.ts'

type Host = Awaited<ReturnType<typeof startHost>>
let at: Host
let held: Held
beforeEach(async () => {
  at = await startHost()
  held = await at.window()
})
afterEach(() => at.host.stop())

describe('A window of a desk that is still being built', () => {
  it('has its page, proves itself, and is answered in its order once the desk is there', async () => {
    const building = Promise.withResolvers<void>()
    const early = await startHost({ isBuilding: building.promise })
    try {
      const { status } = await early.ask({ path: '/', headers: { Host: early.own } })
      const own = await early.window()
      const socket = await early.openBare(own.cookie)
      const { proofBy } = await early.meetingOf(socket, own)
      const heard: unknown[] = []
      const answered = new Promise<void>((resolve) =>
        socket.on('message', (data: Buffer) => {
          if (heard.push(JSON.parse(String(data))) === 3) resolve()
        }),
      )
      // In one breath, as a window does: nothing of it may be lost behind the proof.
      socket.send(JSON.stringify({ proof: proofBy('window') }))
      socket.send(JSON.stringify({ id: 1, name: 'pausePolling', input: {} }))
      socket.send(JSON.stringify({ id: 2, name: 'resumePolling', input: {} }))
      const pong = once(socket, 'pong')
      socket.ping()
      await pong
      early.desk.emit('polling', { paused: true })
      expect([status, heard, early.desk.accepted]).toEqual([200, [], []])

      building.resolve()
      await vi.waitFor(() => expect(early.desk.accepted).toHaveLength(2), 30_000)
      early.desk.emit('polling', { paused: false })
      await answered
      expect(early.desk.accepted.map(({ name }) => name)).toEqual(['pausePolling', 'resumePolling'])
      expect(heard).toEqual([
        { id: 1, reply: { ok: true, value: null } },
        { id: 2, reply: { ok: true, value: null } },
        { event: 'polling', data: { paused: false } },
      ])
    } finally {
      await early.host.stop()
    }
  })

  it('says once that a page has all that it begins with', async () => {
    let served = 0
    const early = await startHost({
      page: `<!doctype html><link rel="icon" href="./assets/icon.svg"><script type="module" src="./assets/index.js"></script><link rel="stylesheet" href="./assets/style.css">`,
      onServed: () => (served += 1),
    })
    try {
      const get = (path: string) => early.ask({ path, headers: { Host: early.own } })
      for (const path of ['/', '/assets/later.js', '/assets/index.js', '/assets/none.js'])
        await get(path)
      expect(served).toBe(0)
      for (const path of ['/assets/style.css', '/assets/style.css', '/']) await get(path)
      expect(served).toBe(1)
    } finally {
      await early.host.stop()
    }
  })

  it('leaves nobody behind who listens when it went before', async () => {
    const building = Promise.withResolvers<void>()
    const early = await startHost({ isBuilding: building.promise })
    try {
      const own = await early.window()
      const socket = await early.openBare(own.cookie)
      const { proofBy } = await early.meetingOf(socket, own)
      socket.send(JSON.stringify({ proof: proofBy('window') }))
      const pong = once(socket, 'pong')
      socket.ping()
      await pong
      const closed = once(socket, 'close')
      socket.close()
      await closed
      building.resolve()
      await setImmediate()
      expect(early.desk.listeners.size).toBe(0)
    } finally {
      await early.host.stop()
    }
  })
})

describe("A window on the browser host's socket", () => {
  it('calls the desk and gets the answer to that call', async () => {
    const socket = await at.openSocket(held)
    expect(await call(socket, 7, 'pausePolling', {})).toEqual({
      id: 7,
      reply: { ok: true, value: null },
    })
    expect(at.desk.accepted).toEqual([{ name: 'pausePolling', input: {} }])
  })

  it('hears what every window hears', async () => {
    const windows = await Promise.all([at.openSocket(held), at.openSocket(held)])
    const heard = Promise.all(windows.map(hear))
    at.desk.emit('polling', { paused: true })
    const event = { event: 'polling', data: { paused: true } }
    expect(await heard).toEqual([event, event])
  })

  it('is told a large book as one message, of which some rows are written out a turn', async () => {
    const socket = await at.openSocket(held)
    const heard: unknown[] = []
    const all = new Promise<void>((resolve) => {
      socket.on('message', (data: Buffer) => {
        heard.push(JSON.parse(String(data)))
        if (heard.length === 4) resolve()
      })
    })
    let written = 0
    let most = 0
    const rows = Array.from({ length: 20_000 }, (_, place): [string, { toJSON: () => unknown }] => [
      `${place}`,
      {
        toJSON: () => {
          written++
          return { order_id: `${place}`, symbol: 'INFY-EQ' }
        },
      },
    ])
    const meta = { seq: 1, age: 0, every: 1000, trouble: null, unreadable: [] }
    at.desk.emit('polling', { paused: true })
    at.desk.emit('book', { account: 'a', book: 'orders', meta, patch: { put: rows as never } })
    at.desk.emit('polling', { paused: false })
    socket.send(JSON.stringify({ id: 7, name: 'pausePolling', input: {} }))
    for (let before = 0; written < rows.length;) {
      most = Math.max(most, written - before)
      before = written
      await setImmediate()
    }
    await all
    expect(most).toBe(500)
    expect(heard).toMatchObject([
      { event: 'polling', data: { paused: true } },
      { event: 'book', data: { account: 'a', meta } },
      { event: 'polling', data: { paused: false } },
      { id: 7, reply: { ok: true } },
    ])
    const { patch } = (heard[1] as { data: { patch: { put: unknown[] } } }).data
    expect(patch.put).toHaveLength(20_000)
    expect(patch.put.at(-1)).toEqual(['19999', { order_id: '19999', symbol: 'INFY-EQ' }])
  })

  it('is refused what is no call, and goes on', async () => {
    const socket = await at.openSocket(held)
    const wrong = ['', '{', '[]', 'null', '7', '{"id":-1,"name":"openDesk","input":{}}']
    for (const text of wrong) {
      const reply = hear(socket)
      socket.send(text)
      expect(await reply, text).toMatchObject({ id: null, reply: { error: { code: 'invalid' } } })
    }
    const reply = hear(socket)
    socket.send(Buffer.from('{"id":1,"name":"openDesk","input":{}}'), { binary: true })
    expect(await reply).toMatchObject({ id: null, reply: { error: { code: 'invalid' } } })
    expect(at.desk.accepted).toEqual([])
    expect(await call(socket, 1, 'openDesk', {})).toMatchObject({ reply: { ok: true } })
  })

  it('is cut off for a message that is too long, and only that window', async () => {
    const [one, other] = await Promise.all([at.openSocket(held), at.openSocket(held)])
    const closed = once(one, 'close')
    one.send('x'.repeat(1024 * 1024 + 1))
    expect((await closed)[0]).toBe(1009)
    expect(await call(other, 1, 'openDesk', {})).toMatchObject({ reply: { ok: true } })
  })

  it('waits its turn when it calls faster than the desk answers', async () => {
    const socket = await at.openSocket(held)
    const answering = Promise.withResolvers<void>()
    at.desk.hold = answering.promise
    let answers = 0
    const all = new Promise<void>((resolve) => {
      socket.on('message', () => {
        answers += 1
        if (answers === 200) resolve()
      })
    })
    const input = { layout: 'x'.repeat(90_000) }
    for (let id = 0; id < 200; id += 1) {
      socket.send(JSON.stringify({ id, name: 'changeWindow', input }))
    }
    await vi.waitFor(() => expect(at.desk.accepted.length).toBeGreaterThanOrEqual(64), 30_000)
    // A second window is answered meanwhile: by then the first would have been read to its end.
    at.desk.hold = Promise.resolve()
    const other = await at.openSocket(held)
    await call(other, 1, 'openDesk', {})
    expect(at.desk.accepted.length).toBeLessThan(80)
    answering.resolve()
    await all
    expect(at.desk.accepted).toHaveLength(201)
  })

  it('is told no more than it takes, and then to take the view anew', async () => {
    const [slow, quick] = await Promise.all([at.openSocket(held), at.openSocket(held)])
    const heard: { event: string; data: unknown }[] = []
    slow.on('message', (data) => heard.push(JSON.parse(String(data)) as (typeof heard)[0]))
    slow.pause()
    const message = 'x'.repeat(4 * 1024 * 1024)
    const told = 20
    for (let at4 = 0; at4 < told; at4 += 1) {
      const next = once(quick, 'message')
      at.desk.emit('notice', { level: 'info', message })
      await next
    }
    slow.resume()
    await expect.poll(() => heard.at(-1)).toEqual({ event: 'line', data: { state: 'anew' } })
    expect(heard.length).toBeLessThan(told)
    // From then on it hears everything again.
    at.desk.emit('polling', { paused: true })
    await expect.poll(() => heard.at(-1)?.event).toBe('polling')
    expect(await call(quick, 1, 'openDesk', {})).toMatchObject({ reply: { ok: true } })
  })

  it('is given up when it does not answer a heartbeat, while one that does goes on', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const alive = await at.openSocket(held)
    const dead = await at.openSocket(held, { autoPong: false })
    const gone = once(dead, 'close')
    const pinged = Promise.all([once(alive, 'ping'), once(dead, 'ping')])
    vi.advanceTimersByTime(15_000)
    await pinged
    // Its answer is on the way before this one, and is read before it.
    await call(alive, 1, 'openDesk', {})
    vi.advanceTimersByTime(15_000)
    vi.useRealTimers()
    await gone
    expect(await call(alive, 2, 'openDesk', {})).toMatchObject({ reply: { ok: true } })
  })

  it('goes on where its answer to a heartbeat stands behind calls that the desk has not read', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const busy = await at.openSocket(held)
    const desk = Promise.withResolvers<void>()
    at.desk.hold = desk.promise
    const answered: unknown[] = []
    busy.on('message', (data) => answered.push(JSON.parse(String(data))))
    const count = 5000
    for (let id = 1; id <= count; id += 1)
      busy.send(JSON.stringify({ id, name: 'openDesk', input: {} }))
    await expect.poll(() => at.desk.accepted.length).toBeGreaterThanOrEqual(64)
    const pinged = once(busy, 'ping')
    vi.advanceTimersByTime(15_000)
    await pinged
    vi.advanceTimersByTime(15_000)
    vi.useRealTimers()
    desk.resolve()
    await expect.poll(() => answered.length).toBe(count)
    expect(busy.readyState).toBe(busy.OPEN)
  })

  it('leaves nothing behind when it closes', async () => {
    const socket = await at.openSocket(held)
    expect(at.desk.listeners.size).toBe(1)
    socket.close()
    await expect.poll(() => at.desk.listeners.size).toBe(0)
  })

  it('is gone where its browser says so, and may come back where its line just ended', async () => {
    const [gone, cut] = await Promise.all([at.openSocket(held), at.openSocket(held)])
    gone.close(1001)
    await expect.poll(() => at.desk.left).toEqual([{ isBroken: false }])
    cut.terminate()
    await expect.poll(() => at.desk.left).toEqual([{ isBroken: false }, { isBroken: true }])
  })

  it('is told when the desk stops, which frees the port at once', async () => {
    const [reading, deaf] = await Promise.all([at.openSocket(held), at.openSocket(held)])
    deaf.pause()
    const closed = once(reading, 'close')
    await at.host.stop()
    expect((await closed)[0]).toBe(1001)
    const next = createServer().listen(at.port, at.hostname)
    await once(next, 'listening')
    next.close()
    at = await startHost()
  })
})
