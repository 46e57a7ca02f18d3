import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { claimFolder } from '../../../src/main/hosts/data-folder.ts'
import { runDesk } from '../running-desk.ts'

/** `nobody`, on every system where a test can become somebody else. */
const nobody = 65_534
const isRoot = process.getuid?.() === 0

/** Tries each path: says what of it another user can read, and what they can write. */
const trying = `for path do
  if [ -d "$path" ]; then ls "$path" >/dev/null 2>&1 && echo "lists $path"
  else cat "$path" >/dev/null 2>&1 && echo "reads $path"; fi
  [ -w "$path" ] && echo "writes $path"
done; exit 0`

function trialBy(uid: number, paths: readonly string[]): string[] {
  const { stdout, stderr } = spawnSync('/bin/sh', ['-c', trying, 'sh', ...paths], {
    encoding: 'utf8',
    cwd: '/',
    ...(uid !== process.getuid?.() && { uid, gid: uid }),
  })
  expect(stderr).toBe('')
  return stdout.split('\n').filter((line) => line !== '')
}

it.skipIf(!isRoot)(
  isRoot
    ? 'another user of the machine reads and writes nothing of a desk, whatever the system lets them'
    : 'another user of the machine: only who runs the tests as root can become one',
  async () => {
    // A place that all can reach: what keeps others out is the desk’s own doing.
    const place = mkdtempSync(join(tmpdir(), 'quarterdeck-user-'))
    onTestFinished(() => rmSync(place, { recursive: true, force: true }))
    chmodSync(place, 0o755)
    const umask = process.umask(0)
    onTestFinished(() => void process.umask(umask))
    const dataDir = join(place, 'data')
    // As an older desk left it.
    mkdirSync(dataDir, { mode: 0o755 })
    const claim = claimFolder(dataDir)
    onTestFinished(() => (claim.ok ? claim.release() : undefined))
    const { ask } = await runDesk({ dataDir })
    await ask('chooseVault', { kind: 'file', passphrase: 'a long passphrase of ours' })

    const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    expect(files).toEqual(expect.arrayContaining(['desk.pid', 'desk.lock', 'journal.db']))
    const paths = [dataDir, ...files.map((file) => join(dataDir, file))]
    // The trial itself: root can do all of it, and the other user what is open to all.
    expect(trialBy(0, paths)).toHaveLength(2 * paths.length)
    const open = join(place, 'open')
    writeFileSync(open, '', { mode: 0o666 })
    expect(trialBy(nobody, [open])).toEqual([`reads ${open}`, `writes ${open}`])

    expect(trialBy(nobody, paths)).toEqual([])
    // Were the folder open, each file would still be for its owner alone.
    chmodSync(dataDir, 0o755)
    expect(trialBy(nobody, paths.slice(1))).toEqual([])
  },
)
