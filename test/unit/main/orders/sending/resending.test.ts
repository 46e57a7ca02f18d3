import { expect, it } from 'vitest'
import { resendProblems } from '../../../../../src/main/orders/sending/resending.ts'
import type { Intent } from '../../../../../src/shared/orders/intents.ts'
import type { RegularTicket, Ticket } from '../../../../../src/shared/orders/tickets.ts'
import { after, onTheWire, recordedEvent, refused, wireEvents } from '../doubt/doubts.ts'

const wasRefused = (): Intent =>
  after([...wireEvents(), { kind: 'answered', parts: [refused('')] }])

const again = ({ id, ticket }: Intent): Ticket => ({ ...(ticket as RegularTicket), resends: id })

const sentAgain = (former: Intent): Intent => after([{ ...recordedEvent(), resends: former.id }])

it('a basket of what is sent again reads the journal of the day once', () => {
  const former = [wasRefused(), wasRefused(), wasRefused(), onTheWire()] as const
  const known = new Map(former.map((intent) => [intent.id, intent]))
  let reads = 0
  const journal = {
    find: (id: string) => known.get(id),
    since: () => {
      reads++
      return [sentAgain(former[1]), ...former]
    },
  }
  const problems = resendProblems(former.map(again), journal)
  expect(problems.map(({ order, code }) => [order, code])).toEqual([
    [1, 'duplicate'],
    [3, 'duplicate'],
  ])
  expect(reads).toBe(1)
})
