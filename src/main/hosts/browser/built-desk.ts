import { join } from 'node:path'
import Conf from 'conf'
import packageJson from '../../../../package.json' with { type: 'json' }
import { createDesk } from '../../desk.ts'
import type { Desk } from '../../desk-for-hosts.ts'
import { settleEngine } from '../settled-engine.ts'
import { FirstLook, startAfterLook } from './first-look.ts'

/** Milliseconds after which nothing of a start is still loaded, where no practice account is. */
const longestLoading = 5000

/** The browser host's desk. A file of its own, since all that it is made of is loaded with it. */
export async function buildDesk(of: { build: string; dataDir: string }): Promise<Desk> {
  const { build, dataDir } = of
  const look = new FirstLook()
  const desk = await createDesk({
    dataDir,
    version: packageJson.version,
    host: 'browser',
    openConf: (where) => new Conf<Record<string, unknown>>(where),
    // What it has to load is the last of a start.
    startPractice: (unneeded) => {
      const entry = join(build, 'practice.js')
      return startAfterLook(look, { entry, dataDir, unneeded }).finally(settleEngine)
    },
  })
  setTimeout(settleEngine, longestLoading).unref()
  return look.of(desk)
}
