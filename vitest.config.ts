import { svelte } from '@sveltejs/vite-plugin-svelte'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { browserOptions } from './test/browser.ts'

const setupFiles = ['test/seed.ts']

/** For what hangs: a machine with other work must not turn what is slow into a failure. */
const limits = {
  testTimeout: 90_000,
  hookTimeout: 90_000,
  teardownTimeout: 90_000,
  expect: { poll: { timeout: 30_000 } },
}

const node = (name: string) => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    environment: 'node' as const,
    setupFiles,
    ...limits,
  },
})

/** Tests of logic in *.svelte.ts need the compiler and nothing else of a window. */
const unit = { ...node('unit'), plugins: [svelte({ configFile: false })] }

const component = {
  plugins: [svelte({ configFile: false })],
  // All that the window imports, also what it fetches late: found at the start, not in mid-test.
  optimizeDeps: { noDiscovery: false, entries: ['src/renderer/main.ts'] },
  test: {
    name: 'component',
    setupFiles,
    ...limits,
    include: ['test/component/**/*.test.ts'],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: browserOptions() }),
      instances: [{ browser: 'chromium' as const }],
    },
  },
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [unit, node('service'), node('faults'), node('scripts'), component],
  },
})
