import { type Reply, fail, ok } from '../../shared/core/errors.ts'
import { type WindowKey, makeWindowKey, readWindowKey } from './window-key.ts'

const path = '/session'
/** The address's token is posted; the key behind it never leaves this page. */
const tokenLength = 20

const notRunning = fail('no-answer', 'Quarterdeck is not running any more. Start it again.')
const used = fail('forbidden', 'This address was used before, or is too old.')
const noKey = fail('forbidden', 'This tab was opened neither by a fresh address nor by a window.')

/** What proves this window to its desk: made of the address that it was opened with, or of before. */
export async function enterDesk(): Promise<Reply<WindowKey>> {
  const given = location.hash.slice(1)
  if (given === '') return ownKey(noKey)
  // Gone from the address before anything else: it must not be bookmarked or shared.
  history.replaceState(null, '', location.pathname)
  const answer = await ask({
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token: given.slice(0, tokenLength) }),
  })
  if (answer === null) return notRunning
  // An address that was opened a second time, in the tab that used it the first time.
  if (!answer.ok) return ownKey(used)
  return ok(await makeWindowKey(await answer.text(), given.slice(tokenLength)))
}

const ownKey = (otherwise: Reply<never>): Reply<WindowKey> => {
  const key = readWindowKey()
  return key === null ? otherwise : ok(key)
}

/** Whether the desk still knows this browser. */
export async function hasBrowserSession(): Promise<Reply<null>> {
  const answer = await ask({ method: 'GET' })
  if (answer === null) return notRunning
  return answer.ok
    ? ok(null)
    : fail('forbidden', 'Quarterdeck was started again, or this browser has lost its cookie.')
}

/** Null where nobody answers. */
const ask = (request: RequestInit): Promise<Response | null> =>
  fetch(path, { ...request, cache: 'no-store', redirect: 'error' }).catch(() => null)
