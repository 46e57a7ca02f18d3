import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isProgram, programOnPath } from './run.mjs'

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'msedge',
]

/** Browsers that are not on the path, where their installers put them. */
const installed = {
  darwin: () =>
    ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    ),
  win32: () =>
    ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData']
      .map((folder) => process.env[folder])
      .filter((folder) => folder !== undefined)
      .flatMap((folder) => [
        join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
        join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
      ]),
}

/** Draws no window of its own: no use to a person, and a test takes two thirds of the time. */
const withoutWindow = 'chromium-headless-shell'

/** What a script can drive, or null. */
export const findDrivenBrowser = () => programOnPath(withoutWindow) ?? findBrowser()

/** The machine's own Chromium, Chrome or Edge, or null. */
export function findBrowser() {
  for (const name of names) {
    const file = programOnPath(name)
    if (file !== null) return file
  }
  const { platform } = process
  const places = platform === 'darwin' || platform === 'win32' ? installed[platform]() : []
  return places.find((file) => (platform === 'win32' ? existsSync(file) : isProgram(file))) ?? null
}
