import type { Events } from '../shared/contract.ts'
import type { Reply } from '../shared/errors.ts'

export interface DeskOptions {
  /** Where everything that outlives a session is kept. */
  dataDir: string
  version: string
  host: 'electron' | 'browser'
}

/** What a host knows of the desk. */
export interface Desk {
  /** Answers one call of a window. Name and input are untrusted; nothing it is given makes it throw. */
  answer(name: unknown, input: unknown): Promise<Reply<unknown>>
  /** Hears every event that windows may hear. Returns its unsubscribe. */
  listen(listener: DeskListener): () => void
  stop(): Promise<void>
}

export type DeskListener = <Name extends keyof Events>(name: Name, event: Events[Name]) => void
