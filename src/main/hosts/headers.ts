/** From this version on Chromium knows the policy by which a window has a process of its own. */
const firstApart = 131

/**
 * Keeps other origins away from a window. A browser that can parts it from the window of ours that
 * opened it, too: else the two would share a thread, and one that is busy would hold up the other.
 */
export function openerPolicy(userAgent = ''): string {
  const version = Number(/Chrome\/(\d{1,4})\./.exec(userAgent)?.[1] ?? 0)
  return version >= firstApart ? 'noopener-allow-popups' : 'same-origin'
}

/** What a window never needs, and so one that was taken over has not, whatever its browser would ask its person. */
const neverNeeded = [
  ...['camera', 'microphone', 'display-capture', 'geolocation'],
  ...['usb', 'serial', 'hid', 'bluetooth', 'midi', 'payment'],
]

/**
 * What goes with every answer to a window. `connect` is all that the page may talk to, `scripts` all
 * that it may run.
 */
export const windowHeaders = ({
  connect,
  scripts = "'self'",
}: {
  connect: string
  scripts?: string
}): Record<string, string> => ({
  'Content-Security-Policy': [
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    "media-src 'self'",
    `connect-src ${connect}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': neverNeeded.map((feature) => `${feature}=()`).join(', '),
  'Cache-Control': 'no-store',
})
