import { defineConfig } from '@playwright/test'
import { browserOptions } from './test/browser.ts'

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 30_000,
  reporter: 'list',
  projects: [
    {
      name: 'browser',
      use: { browserName: 'chromium', launchOptions: browserOptions() },
    },
    // The same specs in real Electron; without a runtime they skip themselves, which is counted.
    { name: 'electron', testIgnore: ['**/browser-*.spec.ts', '**/electron-wiring.spec.ts'] },
  ],
})
