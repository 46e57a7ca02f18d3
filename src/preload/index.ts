import { contextBridge, ipcRenderer } from 'electron'
import {
  type EventName,
  callChannel,
  callNames,
  eventChannel,
  eventNames,
  takenChannel,
} from '../shared/channels.ts'
import type { Bridge, Events } from '../shared/contract.ts'
import type { Reply } from '../shared/core/errors.ts'

/** A host that quits answers nothing more: that is an answer as well, as over a socket that broke. */
const noAnswer = (cause: unknown): Reply<never> => ({
  ok: false,
  error: { code: 'no-answer', message: 'Quarterdeck did not answer this.', detail: String(cause) },
})

const calls = Object.fromEntries(
  callNames.map((name) => [
    name,
    (input: unknown): Promise<unknown> =>
      ipcRenderer.invoke(callChannel(name), input).catch(noAnswer),
  ]),
)

const on = <Name extends EventName>(
  name: Name,
  listener: (event: Events[Name]) => void,
): (() => void) => {
  const channel = eventChannel(name)
  // The page hears the data alone: Electron's event leads back to its own powers.
  const hear = (_: unknown, event: Events[Name]): void => listener(event)
  ipcRenderer.on(channel, hear)
  return () => {
    ipcRenderer.off(channel, hear)
  }
}

/** The desk sends no more than the page takes; a page that is new has nothing left to take. */
const take = (serial: number | null): void => {
  // A host that quits hears nothing more, and sends nothing either.
  ipcRenderer.invoke(takenChannel, serial).catch(() => undefined)
}
take(null)
for (const name of eventNames)
  ipcRenderer.on(eventChannel(name), (_, _event, serial: number) => take(serial))

// Made from the list of names; that each has its own types is the contract's promise.
contextBridge.exposeInMainWorld('quarterdeck', { ...calls, on } as unknown as Bridge)
