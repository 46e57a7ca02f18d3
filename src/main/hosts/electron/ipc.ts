import { type BrowserWindow, type IpcMainInvokeEvent, type WebContents, ipcMain } from 'electron'
import { callChannel, callNames, eventChannel, takenChannel } from '../../../shared/channels.ts'
import type { Emit, Events } from '../../../shared/contract.ts'
import { type Reply, fail } from '../../../shared/core/errors.ts'
import type { Desk, DeskLine } from '../../desk-for-hosts.ts'
import { WindowEvents } from '../window-events.ts'
import { windowOrigin } from './scheme.ts'

/** Rows of books, and other things told, that may wait for a window. */
const mostWaiting = 50_000

/** One window's line to the desk, for as long as the window: whatever page it shows. */
export class WindowLine {
  readonly #line: DeskLine
  readonly #events: WindowEvents
  /** Sizes of what was sent and not taken yet, the oldest first: Electron does not say how much waits. */
  readonly #sent = new Map<number, number>()
  #lastSerial = 0

  constructor(desk: Pick<Desk, 'join'>, window: BrowserWindow, place: string) {
    this.#events = new WindowEvents({
      most: mostWaiting,
      send: (name, event) => {
        if (window.isDestroyed() || window.webContents.isCrashed()) return 0
        const size = sizeOf(name, event)
        this.#sent.set(++this.#lastSerial, size)
        window.webContents.send(eventChannel(name), event, this.#lastSerial)
        return size
      },
    })
    this.#line = desk.join(this.#events.tell, place)
  }

  answer(name: string, input: unknown): Promise<Reply<unknown>> {
    return this.#line.answer(name, input)
  }

  /** A new page waits for nothing that was sent to the one before. */
  take(serial: unknown): void {
    const upTo = typeof serial === 'number' ? serial : this.#lastSerial
    let taken = 0
    for (const [one, size] of this.#sent) {
      if (one > upTo) break
      this.#sent.delete(one)
      taken += size
    }
    this.#events.taken(taken)
  }

  leave(): void {
    this.#line.leave()
  }
}

/** Lets each of our windows call the desk, by a line of its own. Returns what ends that. */
export function answerWindows(lineOf: (sender: WebContents) => WindowLine | undefined): () => void {
  const from = (event: IpcMainInvokeEvent): WindowLine | undefined =>
    isPage(event) ? lineOf(event.sender) : undefined
  for (const name of callNames) {
    ipcMain.handle(
      callChannel(name),
      async (event, input: unknown) =>
        from(event)?.answer(name, input) ??
        fail('forbidden', 'Quarterdeck answers to its own windows only.'),
    )
  }
  ipcMain.handle(takenChannel, (event, serial: unknown) => from(event)?.take(serial))
  return () => {
    ipcMain.removeHandler(takenChannel)
    for (const name of callNames) ipcMain.removeHandler(callChannel(name))
  }
}

/** Roughly how much of the window's memory it takes: that of a book's row is one. */
const sizeOf: (...told: Parameters<Emit>) => number = (name, event) => {
  if (name !== 'book') return 1
  const { patch } = event as Events['book']
  if (patch === undefined) return 1
  return 1 + (patch.put?.length ?? 0) + (patch.set?.length ?? 0) + (patch.drop?.length ?? 0)
}

/** A frame that is gone, a frame inside the page and a page of another origin are all strangers. */
const isPage = ({ senderFrame }: IpcMainInvokeEvent): boolean =>
  senderFrame !== null && senderFrame.parent === null && senderFrame.origin === windowOrigin
