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
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=()',
  'Cache-Control': 'no-store',
})
