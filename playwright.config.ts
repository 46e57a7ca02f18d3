import { defineConfig } from '@playwright/test'
import { browserOptions, forShortLivedPages } from './test/browser.ts'
import { electronObstacle } from './test/e2e/real-electron.ts'

const withoutElectron = '**/without-electron.spec.ts'

export default defineConfig({
  testDir: 'test/e2e',
  snapshotPathTemplate: '{testDir}/looks/{arg}{ext}',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // For what hangs: a machine with other work must not turn what is slow into a failure.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  projects: [
    {
      name: 'browser',
      testIgnore: withoutElectron,
      use: {
        browserName: 'chromium',
        launchOptions: browserOptions(forShortLivedPages),
        // As where a test opens its own: cells that light up cost half a core.
        contextOptions: { reducedMotion: 'reduce' },
      },
    },
    // The same specs in real Electron, but for those of one host alone.
    {
      name: 'electron',
      ...(electronObstacle === null
        ? { testIgnore: [withoutElectron, '**/browser-*.spec.ts', '**/electron-*.spec.ts'] }
        : { testMatch: withoutElectron }),
    },
  ],
})
