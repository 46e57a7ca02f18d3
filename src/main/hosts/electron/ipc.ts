import { type BrowserWindow, type IpcMainInvokeEvent, ipcMain } from 'electron'
import { callChannel, callNames, eventChannel, takenChannel } from '../../../shared/channels.ts'
import type { Emit, Events } from '../../../shared/contract.ts'
import { fail } from '../../../shared/core/errors.ts'
import type { Desk } from '../../desk.ts'
import { WindowEvents } from '../window-events.ts'
import { windowOrigin } from './scheme.ts'

/** Rows of books, and other things told, that may wait for the window. */
const mostWaiting = 50_000

/** Joins the desk to the window, whichever that is at the moment. Returns what parts them. */
export function joinDesk(desk: Desk, ownWindow: () => BrowserWindow | null): () => void {
  for (const name of callNames) {
    ipcMain.handle(callChannel(name), async (event, input: unknown) =>
      isFrom(ownWindow(), event)
        ? line.answer(name, input)
        : fail('forbidden', 'The desk answers to its own window only.'),
    )
  }
  /** Sizes of what was sent and not taken yet, the oldest first: Electron does not say how much waits. */
  const sent = new Map<number, number>()
  let lastSerial = 0
  const events = new WindowEvents({
    most: mostWaiting,
    send: (name, event) => {
      const window = ownWindow()
      if (window === null || window.isDestroyed() || window.webContents.isCrashed()) return 0
      const size = sizeOf(name, event)
      sent.set(++lastSerial, size)
      window.webContents.send(eventChannel(name), event, lastSerial)
      return size
    },
  })
  ipcMain.handle(takenChannel, (event, serial: unknown) => {
    if (!isFrom(ownWindow(), event)) return
    // A new page waits for nothing that was sent to the one before.
    const upTo = typeof serial === 'number' ? serial : lastSerial
    let taken = 0
    for (const [one, size] of sent) {
      if (one > upTo) break
      sent.delete(one)
      taken += size
    }
    events.taken(taken)
  })
  const line = desk.join(events.tell)
  return () => {
    line.leave()
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
function isFrom(
  window: BrowserWindow | null,
  { sender, senderFrame }: IpcMainInvokeEvent,
): boolean {
  if (window === null || window.isDestroyed() || sender !== window.webContents) return false
  if (senderFrame === null) return false
  return senderFrame.parent === null && senderFrame.origin === windowOrigin
}
