import { protocol } from 'electron'
import { windowHeaders } from '../headers.ts'
import type { StaticFiles } from '../static-files.ts'

const scheme = 'quarterdeck'
/** The only origin that a window of ours can have. */
export const windowOrigin = `${scheme}://app`
export const windowUrl = `${windowOrigin}/`

/**
 * A scheme of our own in place of file:, whose pages may read any file. To be called before the
 * app is ready.
 */
export function declareScheme(): void {
  protocol.registerSchemesAsPrivileged([
    // What V8 made of the scripts is kept for the next start. Their names change with their text.
    {
      scheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ])
}

export function serveScheme(shell: StaticFiles): void {
  const headers = windowHeaders({ connect: "'none'" })
  protocol.handle(scheme, ({ method, url }) => {
    const file =
      method === 'GET' && url.startsWith(windowUrl)
        ? shell.read(url.slice(windowOrigin.length))
        : null
    if (file === null) return new Response(null, { status: 404, headers })
    return new Response(file.body, { headers: { ...headers, 'Content-Type': file.type } })
  })
}
