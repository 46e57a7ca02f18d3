import { join } from 'node:path'
import Conf from 'conf'
import packageJson from '../../../../package.json' with { type: 'json' }
import { createDesk } from '../../desk.ts'
import type { Desk } from '../../desk-for-hosts.ts'
import { settleEngine } from '../settled-engine.ts'
import { FirstLook, startAfterLook } from './first-look.ts'

/** Milliseconds after which nothing of a start is still loaded, where no practice account is. */
const longestLoading = 5000

interface Building {
  build: string
  dataDir: string
  keepCompiled: () => void
}

/** The browser host's desk. A file of its own, since all that it is made of is loaded with it. */
export async function buildDesk({ build, dataDir, keepCompiled }: Building): Promise<Desk> {
  const look = new FirstLook()
  /** What was compiled is of use under the switches alone under which it was. */
  const settle = (): void => {
    keepCompiled()
    settleEngine()
  }
  const desk = await createDesk({
    dataDir,
    version: packageJson.version,
    host: 'browser',
    openConf: (where) => new Conf<Record<string, unknown>>(where),
    // What it has to load is the last of a start.
    startPractice: (unneeded) => {
      const entry = join(build, 'practice.js')
      return startAfterLook(look, { entry, dataDir, unneeded }).finally(settle)
    },
  })
  setTimeout(settle, longestLoading).unref()
  return look.of(desk)
}
