import { KnownClients, type StoredClients } from '../../../../src/main/accounts/known-clients.ts'
import { FakeClock } from '../core/fake-clock.ts'

/** Which client keys were answered for, on a disk that outlives a session: each call begins one. */
export function clientsOnDisk() {
  let stored: StoredClients = {}
  const document = {
    read: () => stored,
    write: (value: StoredClients) => {
      stored = value
    },
  }
  const clock = new FakeClock()
  const begin = (now = () => 0): KnownClients => new KnownClients({ document, clock, now })
  return { begin, clock, stored: () => stored }
}

export const noClients = (): KnownClients => clientsOnDisk().begin()
