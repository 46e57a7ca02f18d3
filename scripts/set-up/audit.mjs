/**
 * @typedef {object} Weakness
 * @property {string} name
 * @property {string} severity
 * @property {string} range
 * @property {boolean | object} fixAvailable
 */

const grave = new Set(['high', 'critical'])

/**
 * What npm's report says, in lines for a person. It is grave where a weakness is high or critical,
 * and untried where the registry gave no report: then nothing is known, which is not 'no weakness'.
 * @param {string} output
 * @returns {{ state: 'fine' | 'grave' | 'untried', lines: string[] }}
 */
export function readAudit(output) {
  const report = reportIn(output)
  if (report?.vulnerabilities === undefined) {
    const reason = firstLine(report?.message ?? report?.error?.summary ?? output)
    return {
      state: 'untried',
      lines: [
        `the registry tells nothing of known weaknesses${reason === '' ? '' : ` (${reason})`}`,
      ],
    }
  }
  /** @type {Weakness[]} */
  const weak = Object.values(report.vulnerabilities)
  if (weak.length === 0) return { state: 'fine', lines: ['no weakness of a library is known'] }
  return {
    state: weak.some(({ severity }) => grave.has(severity)) ? 'grave' : 'fine',
    lines: weak.map(
      ({ name, severity, range, fixAvailable }) =>
        `weakness: ${name} ${range}, ${severity}${fixAvailable === false ? ', not mended yet' : ', mended in a newer version'}`,
    ),
  }
}

/** Without the registry's address, which is nobody's business here. @param {string} text */
const firstLine = (text) =>
  (text.trim().split('\n')[0] ?? '')
    .replaceAll(/\s*-?\s*(?:GET|POST)?\s*https?:\/\/\S+/g, '')
    .slice(0, 200)

/** @param {string} output @returns {any} */
function reportIn(output) {
  const from = output.indexOf('{')
  const to = output.lastIndexOf('}')
  try {
    return JSON.parse(output.slice(from, to + 1))
  } catch {
    return null
  }
}
