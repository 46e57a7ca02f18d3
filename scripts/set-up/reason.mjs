const unreachable =
  /\b(ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|CERT_\w+|UND_ERR_\w+)\b/

/** What the system calls it that a server was not reached, or null where that was not the trouble.
 * @param {string} output */
export const unreachableIn = (output) => unreachable.exec(output)?.[1] ?? null

/**
 * What npm had to say, in one line for a person: its first lines are codes for machines, and its
 * last ones name a file.
 * @param {string} output
 */
export function reasonOfNpm(output) {
  const code = unreachableIn(output)
  if (code !== null) return `the registry of npm cannot be reached (${code})`
  const told = output
    .split('\n')
    .map((line) => line.replace(/^npm error\s*/, '').trim())
    .find((line) => line !== '' && !/^(?:code|syscall|errno|path) /.test(line))
  return told ?? 'npm does not say why'
}

/**
 * What apt had to say: its first error, since what follows is what to try, or nothing at all.
 * @param {string} output @param {number} code
 */
export function reasonOfApt(output, code) {
  const lines = output.split('\n').map((line) => line.trim())
  const told = lines.find((line) => line.startsWith('E: ')) ?? lines.findLast((line) => line !== '')
  return told?.replace(/^E: /, '') ?? `apt-get ended with code ${code} and said nothing`
}
