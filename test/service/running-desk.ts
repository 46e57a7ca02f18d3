import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import Conf from 'conf'
import { onTestFinished } from 'vitest'
import type { KeychainModule } from '../../src/main/accounts/vault/keychain-key-store.ts'
import type { Clock } from '../../src/main/core/clock.ts'
import { createDesk } from '../../src/main/desk.ts'
import type { Desk } from '../../src/main/desk-for-hosts.ts'
import { type PracticeOptions, startPractice } from '../../src/practice/server.ts'
import type { BookName } from '../../src/shared/books/books.ts'
import type { CallName } from '../../src/shared/channels.ts'
import type { Events, Input, Output } from '../../src/shared/contract.ts'
import type { BookUpdate } from '../../src/shared/books/book-state.ts'
import type { Reply } from '../../src/shared/core/errors.ts'
import { fastestFolder } from '../fastest-folder.ts'
import { now } from './clock-of-tests.ts'

/** A folder that is gone after the test. */
export async function tempDir(): Promise<string> {
  const dir = await mkdtemp(join(fastestFolder, 'quarterdeck-test-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}

export async function runPractice(options: PracticeOptions = {}) {
  const practice = await startPractice({ seed: 1, opening: 'empty', now, ...options })
  onTestFinished(() => practice.stop())
  return practice
}

export interface RunningDesk {
  call<Name extends CallName>(name: Name, input: Input<Name>): Promise<Reply<Output<Name>>>
  /** The value of a call that is expected to succeed. */
  ask<Name extends CallName>(name: Name, input: Input<Name>): Promise<Output<Name>>
  /** Everything said to windows so far, as it crosses. */
  heard: string[]
  /** Resolves with the first event, past or to come, that fits. */
  event<Name extends keyof Events>(
    name: Name,
    fits: (event: Events[Name]) => boolean,
  ): Promise<Events[Name]>
  book(account: string, book: BookName, fits?: (update: BookUpdate) => boolean): Promise<BookUpdate>
  desk: Desk
  dataDir: string
  /** Ends the practice broker behind the desk's back. */
  endPractice(): Promise<void>
}

/** A real desk on a folder of its own, with the practice broker in this process. */
export async function runDesk(
  options: {
    dataDir?: string
    practice?: PracticeOptions
    clock?: Clock
    now?: () => number
    keychain?: KeychainModule
  } = {},
): Promise<RunningDesk> {
  const dataDir = options.dataDir ?? (await tempDir())
  let endPractice = (): Promise<void> => Promise.resolve()
  const desk = await createDesk({
    dataDir,
    version: 'test',
    host: 'browser',
    openConf: (conf) => new Conf(conf),
    ...(options.clock && { clock: options.clock }),
    now: options.now ?? now,
    ...(options.keychain && { loadKeychain: async () => options.keychain! }),
    startPractice: async () => {
      const { url, stop } = await startPractice({
        seed: 1,
        opening: 'demo',
        now,
        ...options.practice,
      })
      const ended = Promise.withResolvers<void>()
      endPractice = () => stop().then(ended.resolve)
      return { url, ended: ended.promise, stop: endPractice }
    },
  })
  onTestFinished(() => desk.stop())

  const heard: string[] = []
  const events: [string, unknown][] = []
  let waiting: (() => void)[] = []
  desk.listen((name, event) => {
    heard.push(JSON.stringify(event))
    events.push([name, event])
    const woken = waiting
    waiting = []
    for (const wake of woken) wake()
  })

  const call = async <Name extends CallName>(name: Name, input: Input<Name>) => {
    const reply = await desk.answer(name, input)
    heard.push(JSON.stringify(reply))
    return reply as Reply<Output<Name>>
  }
  const event: RunningDesk['event'] = async (name, fits) => {
    for (let next = 0; ;) {
      for (; next < events.length; next++) {
        const [named, said] = events[next]!
        if (named === name && fits(said as Events[typeof name])) return said as Events[typeof name]
      }
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }
  return {
    call,
    ask: async (name, input) => {
      const reply = await call(name, input)
      if (!reply.ok) throw new Error(`${name}: ${reply.error.code} ${reply.error.message}`)
      return reply.value
    },
    heard,
    event,
    book: (account, book, fits = () => true) =>
      event('book', (update) => update.account === account && update.book === book && fits(update)),
    desk,
    dataDir,
    endPractice: () => endPractice(),
  }
}
