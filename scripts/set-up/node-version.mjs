/** The oldest Node that the libraries run on. */
export const oldestNode = '22.19.0'

/** @param {string} version @param {string} [oldest] */
export function isNewEnough(version, oldest = oldestNode) {
  const wanted = oldest.split('.').map(Number)
  const has = version.replace(/^v/, '').split('.').map(Number)
  for (const [at, part] of wanted.entries()) {
    const own = has[at] ?? 0
    if (own !== part) return own > part
  }
  return true
}
