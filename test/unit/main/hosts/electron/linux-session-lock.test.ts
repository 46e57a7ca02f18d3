import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  hearLinuxLock,
  saysLocked,
} from '../../../../../src/main/hosts/electron/linux-session-lock.ts'
import { newFolder } from '../folders.ts'

const properties = 'org.freedesktop.DBus.Properties.PropertiesChanged'
const own = '/org/freedesktop/login1/session/_32'
const hint = (isLocked: boolean): string =>
  `('org.freedesktop.login1.Session', {'IdleHint': <false>, 'LockedHint': <${isLocked}>}, @as [])`

const locked = [
  `${own}: org.freedesktop.login1.Session.Lock ()`,
  `${own}: ${properties} ${hint(true)}`,
  '/org/freedesktop/ScreenSaver: org.freedesktop.ScreenSaver.ActiveChanged (true,)',
  '/ScreenSaver: org.freedesktop.ScreenSaver.ActiveChanged (true,)',
]
const other = [
  '/org/freedesktop/login1/session/_33: org.freedesktop.login1.Session.Lock ()',
  `/org/freedesktop/login1/session/_33: ${properties} ${hint(true)}`,
  `${own}: org.freedesktop.login1.Session.Unlock ()`,
  `${own}: ${properties} ${hint(false)}`,
  '/org/freedesktop/ScreenSaver: org.freedesktop.ScreenSaver.ActiveChanged (false,)',
  "/org/freedesktop/login1: org.freedesktop.login1.Manager.SessionNew ('2', objectpath '/x')",
  'Monitoring signals from all objects owned by org.freedesktop.login1',
  'The name org.freedesktop.ScreenSaver does not have an owner',
  '',
]

describe("the session's lock on Linux", () => {
  it.each(locked)('is heard in: %s', (line) => {
    expect(saysLocked(line, '2')).toBe(true)
  })

  it.each(other)('is not heard in: %s', (line) => {
    expect(saysLocked(line, '2')).toBe(false)
  })

  it('is that of any session where nobody said which one this is', () => {
    expect(saysLocked(other[0]!, null)).toBe(true)
    expect(saysLocked(other[2]!, null)).toBe(false)
  })

  it.each([
    ['2', '_32'],
    ['12', '_312'],
    ['c1', 'c1'],
    ['a-b', 'a_2db'],
  ])('is known of session %s by its name on the bus', (id, name) => {
    const line = `/org/freedesktop/login1/session/${name}: org.freedesktop.login1.Session.Lock ()`
    expect(saysLocked(line, id)).toBe(true)
  })

  it.skipIf(process.platform === 'win32')(
    'is asked of both, and no longer once it was stopped',
    async () => {
      const folder = newFolder()
      const [gdbus, pids] = [join(folder, 'gdbus'), join(folder, 'pids')]
      writeFileSync(
        gdbus,
        `#!/bin/sh
echo "$$ $*" >> '${pids}'
case "$*" in
  *--system*) echo "${locked[0]}" ;;
  *) echo "${locked[2]}" ;;
esac
exec sleep 600
`,
      )
      chmodSync(gdbus, 0o755)
      let locks = 0
      const stop = hearLinuxLock({ gdbus, session: '2' })(() => (locks += 1))
      onTestFinished(stop)
      await expect.poll(() => locks).toBe(2)
      const lines = readFileSync(pids, 'utf8').trim().split('\n')
      expect(lines.map((line) => line.replace(/^\d+ /, '')).toSorted()).toEqual([
        'monitor --session --dest org.freedesktop.ScreenSaver',
        'monitor --system --dest org.freedesktop.login1',
      ])
      stop()
      for (const line of lines)
        await expect.poll(() => existsSync(`/proc/${line.split(' ')[0]}/cmdline`)).toBe(false)
    },
  )

  it('is not heard, and does no harm, where the program is missing', async () => {
    const stop = hearLinuxLock({ gdbus: join(newFolder(), 'none'), session: null })(() => undefined)
    await new Promise((resolve) => setImmediate(resolve))
    stop()
  })
})
