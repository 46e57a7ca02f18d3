import { type Reply, fail, ok } from '../../shared/core/errors.ts'

const path = '/session'

/** Shows the address's token, once, for the cookie that lets this browser in from then on. */
export async function exchangeTokenForCookie(): Promise<Reply<null>> {
  const token = location.hash.slice(1)
  if (token === '') return hasBrowserSession()
  // Gone from the address before anything else: it must not be bookmarked or shared.
  history.replaceState(null, '', location.pathname)
  const status = await ask({
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  // An address that was opened a second time, in the browser that used it the first time.
  return status === 204 ? ok(null) : hasBrowserSession()
}

/** Whether the desk still knows this browser. */
export async function hasBrowserSession(): Promise<Reply<null>> {
  switch (await ask({ method: 'GET' })) {
    case 204:
      return ok(null)
    case null:
      return fail('no-answer', 'Quarterdeck is not running any more. Start it again.')
    default:
      return fail(
        'forbidden',
        'This address was used before, or is too old. Start Quarterdeck again to get a new one.',
      )
  }
}

/** The status, or null where nobody answers. */
const ask = (request: RequestInit): Promise<number | null> =>
  fetch(path, { ...request, cache: 'no-store', redirect: 'error' }).then(
    ({ status }) => status,
    () => null,
  )
