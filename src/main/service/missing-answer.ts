import { fail } from '../../shared/core/errors.ts'
import { inDoubt } from './outcomes.ts'
import type { Delivery, NoAnswer } from './transport.ts'

type Lost = Extract<Delivery, { answered: false }>
type Failed = ReturnType<typeof fail>

const notTrusted = 'The service’s certificate cannot be trusted: nothing was sent.'
const unreachable = 'The service could not be reached: nothing was sent.'

const afterSending: Readonly<Record<NoAnswer, string>> = {
  connection: 'the connection broke after the request was sent',
  untrusted: 'the connection broke after the request was sent',
  'too-late': 'no complete answer came in time',
  'called-off': 'it was cancelled after the request was sent',
  'too-large': 'the answer was too large',
  undecodable: 'the answer could not be decompressed',
}

/** What it means for a read that no answer came. */
export function readWithoutAnswer({ sent, why, detail }: Lost): Failed {
  switch (why) {
    case 'too-late':
      return fail('too-late', 'No complete answer came in time.', { detail })
    case 'called-off':
      return fail('cancelled', 'The request was cancelled.', { detail })
    case 'too-large':
    case 'undecodable':
      return fail('unreadable', 'The answer of the service could not be read.', { detail })
    case 'connection':
      return sent
        ? fail('no-answer', 'The connection broke before a complete answer came.', { detail })
        : fail('not-sent', unreachable, { detail })
    case 'untrusted':
      return fail('not-sent', notTrusted, { detail })
  }
}

/** What it means for a placement or an exit: unless surely nothing was sent, it is in doubt. */
export function orderWithoutAnswer({ sent, why, detail }: Lost): Failed {
  if (sent) return inDoubt(afterSending[why] + (detail === '' ? '' : ` (${detail})`))
  switch (why) {
    case 'too-late':
      return fail('not-sent', 'No connection stood in time: nothing was sent.', { detail })
    case 'called-off':
      return fail('not-sent', 'It was cancelled before anything was sent.', { detail })
    case 'untrusted':
      return fail('not-sent', notTrusted, { detail })
    default:
      return fail('not-sent', unreachable, { detail })
  }
}
