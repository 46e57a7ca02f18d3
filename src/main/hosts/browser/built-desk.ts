import { join } from 'node:path'
import Conf from 'conf'
import packageJson from '../../../../package.json' with { type: 'json' }
import { type Desk, createDesk } from '../../desk.ts'
import { startPracticeWorker } from '../practice-worker.ts'

/** The browser host's desk. A file of its own, since all that it is made of is loaded with it. */
export const buildDesk = ({ build, dataDir }: { build: string; dataDir: string }): Promise<Desk> =>
  createDesk({
    dataDir,
    version: packageJson.version,
    host: 'browser',
    openConf: (where) => new Conf<Record<string, unknown>>(where),
    startPractice: () => startPracticeWorker({ entry: join(build, 'practice.js'), dataDir }),
  })
