import { defineConfig } from '@playwright/test'
import { browserOptions } from '../browser.ts'

/** Takes the pictures of the guide; no part of the tests. */
export default defineConfig({
  testDir: '.',
  testMatch: 'pictures.ts',
  outputDir: '../../test-results/pictures',
  workers: 1,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  projects: [
    {
      name: 'pictures',
      use: { browserName: 'chromium', launchOptions: browserOptions() },
    },
  ],
})
