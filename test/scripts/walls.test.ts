import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { toolCommand } from '../../scripts/set-up/run.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const rules = join(root, '.dependency-cruiser.cjs')
const { forbidden, required } = createRequire(import.meta.url)(rules) as Record<
  'forbidden' | 'required',
  { name: string }[]
>
const { rooms } = createRequire(import.meta.url)(join(root, '.rooms.cjs')) as {
  rooms: Record<string, Record<string, string[]>>
}

interface Breach {
  wall: string
  from: string
  imports: string
}

/** Each wall with imports that break it. What they lead to is made beside them. */
const breaches: Breach[] = [
  {
    wall: 'schemas-speak-our-words',
    from: 'src/practice/worker.ts',
    imports: "import './server.ts'",
  },
  { wall: 'shared', from: 'src/shared/a.ts', imports: "import 'node:fs'" },
  { wall: 'shared', from: 'src/shared/b.ts', imports: "import 'ws'" },
  { wall: 'shared', from: 'src/shared/c.ts', imports: "import type {} from '../main/desk.ts'" },
  { wall: 'decimal', from: 'src/shared/core/decimal.ts', imports: "import 'ws'" },
  { wall: 'big-in-decimal', from: 'src/main/orders/big.ts', imports: "import 'big.js'" },
  { wall: 'practice', from: 'src/practice/a.ts', imports: "import '../main/desk.ts'" },
  { wall: 'practice', from: 'src/practice/b.ts', imports: "import 'conf'" },
  { wall: 'main-not-electron', from: 'src/main/a.ts', imports: "import 'electron'" },
  { wall: 'main-not-electron', from: 'src/main/books/a.ts', imports: "import 'electron-store'" },
  { wall: 'main-not-practice', from: 'src/main/b.ts', imports: "import '../practice/server.ts'" },
  {
    wall: 'main-not-practice',
    from: 'src/main/hosts/practice-worker.ts',
    imports: "import type {} from '../../practice/server.ts'",
  },
  {
    wall: 'main-not-window',
    from: 'src/main/c.ts',
    imports: "import '../renderer/door/connect.ts'",
  },
  {
    wall: 'desk-not-host',
    from: 'src/main/d.ts',
    imports: "import './hosts/browser/server.ts'",
  },
  { wall: 'service', from: 'src/main/service/a.ts', imports: "import '../desk.ts'" },
  { wall: 'service', from: 'src/main/service/b.ts', imports: "import 'conf'" },
  { wall: 'undici-in-transport', from: 'src/main/service/c.ts', imports: "import 'undici'" },
  { wall: 'keytar-in-vault', from: 'src/main/accounts/a.ts', imports: "void import('keytar')" },
  { wall: 'orders-pure', from: 'src/main/orders/planning/plan.ts', imports: "import 'node:fs'" },
  {
    wall: 'orders-pure',
    from: 'src/main/exits/exit-goal.ts',
    imports: "import './exits.ts'",
  },
  { wall: 'orders-pure', from: 'src/main/journal/intent.ts', imports: "import './journal.ts'" },
  {
    wall: 'orders-pure',
    from: 'src/main/picture/login-picture.ts',
    imports: "import type {} from './gathered/in-flight.ts'",
  },
  {
    wall: 'orders-pure',
    from: 'src/main/orders/limits/check-plan.ts',
    imports: "import '../sending/dispatch.ts'",
  },
  {
    wall: 'facts-from-the-picture',
    from: 'src/main/exits/exit-watch.ts',
    imports: "import type {} from '../books/room.ts'",
  },
  {
    wall: 'facts-from-the-picture',
    from: 'src/main/orders/planning/smart.ts',
    imports: "import '../../../shared/books/open-rows.ts'",
  },
  {
    wall: 'facts-from-the-picture',
    from: 'src/main/alerts/order-watch.ts',
    imports: "import type {} from '../books/room.ts'",
  },
  {
    wall: 'facts-from-the-picture',
    from: 'src/main/orders/context/gather-context.ts',
    imports: "import type {} from '../../picture/gathered/in-flight.ts'",
  },
  {
    wall: 'facts-from-the-picture',
    from: 'src/main/exits/flat-watch.ts',
    imports: "import type {} from '../picture/missing/room.ts'",
  },
  {
    wall: 'facts-from-the-picture',
    from: 'src/main/orders/doubt/match.ts',
    imports: "import type {} from '../../picture/traded/room.ts'",
  },
  {
    wall: 'facts-from-the-picture',
    from: 'src/main/orders/doubt/reconcile.ts',
    imports: "import type {} from '../../books/room.ts'",
  },
  {
    wall: 'intents-from-the-picture',
    from: 'src/main/orders/doubt/memories.ts',
    imports: "import type {} from '../../journal/journal.ts'",
  },
  {
    wall: 'intents-from-the-picture',
    from: 'src/main/exits/chosen-exit.ts',
    imports: "import type {} from '../journal/journal.ts'",
  },
  { wall: 'electron-host', from: 'src/main/index.ts', imports: "import 'ws'" },
  {
    wall: 'electron-host',
    from: 'src/main/hosts/electron/a.ts',
    imports: "import '../browser/server.ts'",
  },
  {
    wall: 'browser-host',
    from: 'src/main/browser.ts',
    imports: "import './hosts/electron/ipc.ts'",
  },
  { wall: 'browser-host', from: 'src/main/hosts/browser/a.ts', imports: "import 'keytar'" },
  { wall: 'ws-in-browser-host', from: 'src/main/e.ts', imports: "import 'ws'" },
  { wall: 'preload', from: 'src/preload/a.ts', imports: "import 'node:fs'" },
  { wall: 'preload', from: 'src/preload/b.ts', imports: "import type {} from '../main/desk.ts'" },
  { wall: 'preload-runtime', from: 'src/preload/c.ts', imports: "import '../shared/contract.ts'" },
  { wall: 'electron-in-its-host', from: 'src/practice/c.ts', imports: "import 'electron'" },
  { wall: 'window', from: 'src/renderer/a.ts', imports: "import 'node:fs'" },
  { wall: 'window', from: 'src/renderer/b.ts', imports: "import 'undici'" },
  { wall: 'window', from: 'src/renderer/c.ts', imports: "import type {} from '../main/desk.ts'" },
  {
    wall: 'components',
    from: 'src/renderer/components/A.svelte',
    imports: "import '../books/books.svelte.ts'",
  },
  {
    wall: 'components',
    from: 'src/renderer/components/b.ts',
    imports: "import type {} from '../door/connect.ts'",
  },
  {
    wall: 'renderer/core',
    from: 'src/renderer/core/session.svelte.ts',
    imports: "import type {} from '../books/books.svelte.ts'",
  },
  { wall: 'window-core', from: 'src/renderer/core/a.ts', imports: "import 'dockview-core'" },
  { wall: 'window-core', from: 'src/renderer/core/c.ts', imports: "import 'icon:x'" },
  { wall: 'window-door', from: 'src/renderer/door/a.ts', imports: "import 'svelte'" },
  { wall: 'renderer/shell', from: 'src/renderer/shell/a.ts', imports: "import '../main.ts'" },
  { wall: 'production-dependencies', from: 'src/main/f.ts', imports: "import 'a-dev-tool'" },
  {
    wall: 'no-tests-in-product',
    from: 'src/main/g.ts',
    imports: "import '../../test/stand-in.ts'",
  },
  { wall: 'no-cycles', from: 'src/main/h.ts', imports: "import './i.ts'" },
  { wall: 'resolvable', from: 'src/main/j.ts', imports: "import './nowhere.ts'" },
]

/** What is allowed, so that a wall which refuses everything is no proof. */
const doors: Omit<Breach, 'wall'>[] = [
  { from: 'src/main/service/transport.ts', imports: "import 'undici'" },
  { from: 'src/main/accounts/vault/keychain-key-store.ts', imports: "void import('keytar')" },
  { from: 'src/main/hosts/browser/socket.ts', imports: "import 'ws'" },
  { from: 'src/main/hosts/electron/window.ts', imports: "import 'electron'" },
  {
    from: 'src/preload/index.ts',
    imports:
      "import 'electron'; import '../shared/channels.ts'; import type {} from '../shared/contract.ts'",
  },
  {
    from: 'src/main/exits/exit-outcome.ts',
    imports: "import '../picture/login-picture.ts'; import '../journal/event-writer.ts'",
  },
  { from: 'src/main/exits/stop.ts', imports: "import '../journal/journal.ts'" },
  {
    from: 'src/renderer/core/d.ts',
    imports: "import 'svelte'; import 'tinykeys'; import 'zod'; import '../components/amounts.ts'",
  },
  { from: 'src/renderer/orders/c.ts', imports: "import '../books/books.svelte.ts'" },
]

/** Every feature beside every other of its process: a door where the table lists it, or else a breach. */
const featureBreaches: Breach[] = []
const featureDoors: typeof doors = []
const featureTargets: string[] = []
for (const [process, features] of Object.entries(rooms)) {
  const files = new Set(Object.values(features).flat().filter(isFile))
  featureTargets.push(...[...files].map((file) => `src/${process}/${file}`))
  for (const [feature, others] of Object.entries(features)) {
    featureTargets.push(`src/${process}/${feature}/room.ts`)
    const isListed = (name: string) => [feature, ...others].includes(name)
    for (const other of [...Object.keys(features), ...files]) {
      if (other === feature || isListed(dirname(other).split('/')[0]!)) continue
      const from = `src/${process}/${feature}/beside-${other.replaceAll(/\W/g, '-')}.ts`
      const imports = `import '../${other}${isFile(other) ? '' : '/room.ts'}'`
      if (others.includes(other)) featureDoors.push({ from, imports })
      else featureBreaches.push({ wall: `${process}/${feature}`, from, imports })
    }
  }
}

function isFile(name: string): boolean {
  return /\.(ts|svelte)$/.test(name)
}

const targets = [
  ...featureTargets,
  'src/main/desk.ts',
  'src/main/exits/exits.ts',
  'src/main/journal/event-writer.ts',
  'src/main/journal/journal.ts',
  'src/main/picture/gathered/in-flight.ts',
  'src/main/picture/login-picture.ts',
  'src/shared/books/open-rows.ts',
  'src/main/orders/sending/dispatch.ts',
  'src/main/hosts/browser/server.ts',
  'src/main/hosts/electron/ipc.ts',
  'src/practice/server.ts',
  'src/renderer/main.ts',
  'src/renderer/door/connect.ts',
  'src/renderer/components/amounts.ts',
  'src/renderer/books/books.svelte.ts',
  'src/shared/channels.ts',
  'src/shared/contract.ts',
  'test/stand-in.ts',
]

/**
 * Packages that every import finds, so that no breach hides as an import that leads nowhere. Not
 * keytar, which is optional: its walls and its door have to hold where it is missing.
 */
const packages = ['a-dev-tool', 'big.js', 'conf', 'dockview-core', 'electron']
packages.push('electron-store', 'svelte', 'tinykeys', 'undici', 'ws', 'zod')

interface Violation {
  rule: { name: string }
  from: string
}

const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-walls-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(path: string, text: string): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function cruise(): Violation[] {
  for (const name of packages) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }))
    write(`node_modules/${name}/index.js`, '')
  }
  write(
    'package.json',
    JSON.stringify({
      type: 'module',
      dependencies: Object.fromEntries(
        packages.filter((name) => name !== 'a-dev-tool').map((name) => [name, '*']),
      ),
      devDependencies: { 'a-dev-tool': '*' },
      optionalDependencies: { keytar: '*' },
    }),
  )
  write('tsconfig.json', '{}')
  for (const path of targets) write(path, path.endsWith('.svelte') ? '' : 'export {}')
  write('src/main/i.ts', "import './h.ts'")
  for (const { from, imports } of [...breaches, ...featureBreaches, ...doors, ...featureDoors])
    write(from, from.endsWith('.svelte') ? `<script lang="ts">\n${imports}\n</script>` : imports)

  const [program, ...args] = toolCommand(
    'depcruise',
    ['--config', rules, '--output-type', 'json', 'src'],
    'dependency-cruiser',
  )
  const { stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 32 * 1024 * 1024,
  })
  if (stdout === '') throw new Error(stderr)
  return (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations
}

const violations = cruise()

describe('the walls', () => {
  it.each(breaches)('$wall notices `$imports` in $from', ({ wall, from }) => {
    expect(
      violations.filter((found) => found.from === from).map(({ rule }) => rule.name),
    ).toContain(wall)
  })

  it('notice each feature that imports one which is not listed for it', () => {
    const found = new Set(violations.map(({ from, rule }) => `${from} ${rule.name}`))
    expect(featureBreaches.filter(({ from, wall }) => !found.has(`${from} ${wall}`))).toEqual([])
  })

  it('let each feature import those that are listed for it', () => {
    // What decides about money may not import all that its feature may.
    const ofFeatures = violations.filter(({ rule }) => rule.name.includes('/'))
    const refused = new Set(ofFeatures.map(({ from }) => from))
    expect(featureDoors.filter(({ from }) => refused.has(from))).toEqual([])
  })

  it.each(Object.keys(rooms))('stand around every folder of %s', (process) => {
    const folders = readdirSync(join(root, 'src', process), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
    expect(Object.keys(rooms[process]!).toSorted()).toEqual(folders.toSorted())
  })

  it.each(Object.keys(rooms))('let no feature of %s lean on one that may lean on it', (process) => {
    const below = new Set<string>()
    for (const [feature, others] of Object.entries(rooms[process]!)) {
      expect(others.filter((other) => !isFile(other) && !below.has(other))).toEqual([])
      below.add(feature)
    }
  })

  it.each(doors)('let $from `$imports`', ({ from }) => {
    expect(violations.filter((found) => found.from === from)).toEqual([])
  })

  it('are each broken here at least once', () => {
    const broken = new Set([...breaches, ...featureBreaches].map(({ wall }) => wall))
    const walls = [...forbidden, ...required]
    expect(walls.map(({ name }) => name).filter((name) => !broken.has(name))).toEqual([])
  })
})
