import { join } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { drawnIcons } from './scripts/set-up/drawn-icons.ts'
import { browserOptions, forShortLivedPages } from './test/browser.ts'

const tests = join(import.meta.dirname, 'test')

const setupFiles = ['test/seed.ts']

/** For what hangs: a machine with other work must not turn what is slow into a failure. */
const limits = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  teardownTimeout: 90_000,
  expect: { poll: { timeout: 30_000 } },
}

/** One worker for all files: to load what they share a hundred times takes as long as the tests. */
const node = (name: string) => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    environment: 'node' as const,
    isolate: false,
    restoreMocks: true,
    setupFiles: [...setupFiles, 'test/folders-go.ts'],
    ...limits,
  },
})

const electron = 'test/unit/main/hosts/electron/**/*.test.ts'

/** Tests of logic in *.svelte.ts need the compiler and nothing else of a window. */
const unit = {
  plugins: [drawnIcons(), svelte({ configFile: false })],
  test: { ...node('unit').test, exclude: [electron] },
}

/** What imports Electron is given a stand-in, and no other file may find it in its place. */
const unitElectron = {
  test: { ...node('unit').test, name: 'unit electron', include: [electron], isolate: true },
}

/**
 * The way back to the sources goes along with each module that a browser is given, and is most of it.
 * A test has its own, so that a failure is told where it stands.
 */
const noWayBack = {
  name: 'no-way-back',
  enforce: 'post' as const,
  transform: (code: string, id: string) =>
    id.startsWith(tests) ? null : { code, map: { mappings: '' as const } },
}

/** One page for all files: to load the window twenty times takes a sixth of their work. */
const component = {
  // As it is shipped: what Svelte checks while one develops costs a quarter of the time.
  plugins: [
    drawnIcons(),
    svelte({ configFile: false, compilerOptions: { dev: false } }),
    noWayBack,
  ],
  resolve: { conditions: ['svelte', 'module', 'browser', 'production'] },
  // All that the window imports, also what it fetches late: found at the start, not in mid-test. From
  // a component the search follows no import that waits, so each file is one to begin with.
  optimizeDeps: { noDiscovery: false, entries: ['src/renderer/**/*.{ts,svelte}'] },
  test: {
    name: 'component',
    isolate: false,
    setupFiles: [...setupFiles, 'test/component/after-each.ts'],
    ...limits,
    include: ['test/component/**/*.test.ts'],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: browserOptions(forShortLivedPages) }),
      instances: [{ browser: 'chromium' as const }],
    },
  },
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [unit, unitElectron, node('service'), node('faults'), node('scripts'), component],
  },
})
