/** The process of P13's desk and host: thirty accounts that poll every second, of which a window is shown all or one. */
import { join } from 'node:path'
import { startBrowserHost } from '../../src/main/hosts/browser/server.ts'
import { readStaticFiles } from '../../src/main/hosts/static-files.ts'
import type { DeskView } from '../../src/shared/desk-view.ts'
import { openBenchDesk } from './bench-desk.ts'

/** Which accounts the window shows from now on. */
export type Scope = 'all' | 'one'

const accounts = 30
const [port, folder] = process.argv.slice(2)
const { desk, call, addAccounts, close } = await openBenchDesk(folder!)
const host = await startBrowserHost({
  desk: Promise.resolve(desk),
  shell: readStaticFiles(join(import.meta.dirname, '../../out/renderer')),
  port: 0,
})

const ids = await addAccounts(accounts, { url: `http://127.0.0.1:${port}` })

process.on('message', (scope: Scope) => void show(scope))
async function show(scope: Scope): Promise<void> {
  const selected = scope === 'all' ? 'all' : ids[0]!
  const { windows } = (await call('openDesk', {})) as DeskView
  for (const { id } of windows) await call('changeWindow', { id, selected })
  process.send!('shown')
}
process.once('disconnect', () => {
  void Promise.all([host.stop(), close()]).then(() => process.exit())
})
process.send!(host.newAddress())
