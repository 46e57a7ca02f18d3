import { type BrowserWindow, type IpcMainInvokeEvent, ipcMain } from 'electron'
import { callChannel, callNames, eventChannel } from '../../../shared/channels.ts'
import { fail } from '../../../shared/core/errors.ts'
import type { Desk } from '../../desk.ts'
import { windowOrigin } from './scheme.ts'

/** Joins the desk to the window, whichever that is at the moment. Returns what parts them. */
export function joinDesk(desk: Desk, ownWindow: () => BrowserWindow | null): () => void {
  for (const name of callNames) {
    ipcMain.handle(callChannel(name), async (event, input: unknown) =>
      isFrom(ownWindow(), event)
        ? desk.answer(name, input)
        : fail('forbidden', 'The desk answers to its own window only.'),
    )
  }
  const stopListening = desk.listen((name, event) => {
    const window = ownWindow()
    if (window === null || window.isDestroyed() || window.webContents.isCrashed()) return
    window.webContents.send(eventChannel(name), event)
  })
  return () => {
    stopListening()
    for (const name of callNames) ipcMain.removeHandler(callChannel(name))
  }
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
