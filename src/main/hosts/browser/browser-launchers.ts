import { posix, win32 } from 'node:path'

/** What of a machine decides how a page can be opened on it. */
export interface DesktopSystem {
  platform: NodeJS.Platform
  env: Record<string, string | undefined>
  isRoot: boolean
  /** Whether a program that can be run, and can read our files, is at this path. */
  isUsable: (path: string) => boolean
}

export interface BrowserLauncher {
  program: string
  args: string[]
  /** An app window of our own, which lives as long as its process does. */
  isOwn: boolean
}

/**
 * Ways to open a page, the best first: an app window, or else the default browser. Chromium starts
 * as root without its sandbox alone, and so not from here. `desk` is the host and port that the page
 * leads to.
 */
export function browserLaunchers(
  { page, profile, desk }: { page: string; profile: string; desk: string },
  on: DesktopSystem,
): BrowserLauncher[] {
  const { platform, env } = on
  const isBlind = platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']
  if (isBlind) return []
  const args = [
    `--app=${page}`,
    // A profile of its own: no extensions, no tabs, nothing of the person's browsing beside it.
    `--user-data-dir=${profile}`,
    '--window-size=1440,900',
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-background-networking',
    '--disable-sync',
    ...nothingBut(desk),
    // In a profile that knows our page alone: the first window opens those of before, unasked.
    '--disable-popup-blocking',
  ]
  const own = (on.isRoot ? [] : browsers(on))
    .filter(on.isUsable)
    .map((program) => ({ program, args, isOwn: true }))
  return [...own, { ...defaultBrowser(platform, page), isOwn: false }]
}

/**
 * Keeps a window that was taken over from taking anything out: no policy of a page says where it goes,
 * what it opens and what WebRTC does. All but the desk is asked of a proxy that is nowhere, since
 * nobody connects to that address, and WebRTC sends nothing past a proxy. To tell the browser that it
 * finds no machine would do as well, but for a bar in which it warns of that.
 */
const nothingBut = (desk: string): string[] => [
  '--proxy-server=http://255.255.255.255:1',
  `--proxy-bypass-list=<-loopback>;${desk}`,
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
]

function browsers({ platform, env }: DesktopSystem): string[] {
  switch (platform) {
    case 'darwin':
      return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
        (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
      )
    case 'win32':
      return [env['ProgramFiles'], env['ProgramFiles(x86)'], env['LOCALAPPDATA']]
        .filter((folder) => folder !== undefined)
        .flatMap((folder) => [
          win32.join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
          win32.join(folder, 'Chromium', 'Application', 'chrome.exe'),
          win32.join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
        ])
    default:
      return [
        'chromium',
        'chromium-browser',
        'google-chrome',
        'google-chrome-stable',
        'microsoft-edge',
      ].flatMap((name) =>
        (env['PATH'] ?? '')
          .split(posix.delimiter)
          .filter((folder) => folder !== '')
          .map((folder) => posix.join(folder, name)),
      )
  }
}

function defaultBrowser(platform: NodeJS.Platform, page: string): Omit<BrowserLauncher, 'isOwn'> {
  switch (platform) {
    case 'darwin':
      return { program: 'open', args: [page] }
    case 'win32':
      // Not `start`, which is a word of the shell.
      return { program: 'rundll32', args: ['url.dll,FileProtocolHandler', page] }
    default:
      return { program: 'xdg-open', args: [page] }
  }
}
