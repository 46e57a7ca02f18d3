/**
 * Runs parts in so many lanes: each lane takes the first part whose forerunner is done. A part
 * whose forerunner failed is run all the same, and says what is missing.
 * @template {{ name: string, after?: string }} Part
 * @template Result
 * @param {{ parts: readonly Part[], lanes: number, work: (part: Part) => Promise<Result> }} options
 * @returns {Promise<Result[]>} in the order of the parts
 */
export async function inLanes({ parts, lanes, work }) {
  const waiting = [...parts]
  const done = new Set()
  /** @type {Map<Part, Result>} */
  const results = new Map()
  /** @type {Set<Promise<void>>} */
  const running = new Set()

  while (waiting.length > 0 || running.size > 0) {
    const at = waiting.findIndex(({ after }) => after === undefined || done.has(after))
    if (at < 0 && running.size === 0)
      throw new Error(
        `These parts wait for each other: ${waiting.map(({ name }) => name).join(', ')}`,
      )
    if (at < 0 || running.size === lanes) {
      await Promise.race(running)
      continue
    }
    const [part] = waiting.splice(at, 1)
    if (part === undefined) continue
    const job = work(part).then((result) => {
      results.set(part, result)
      done.add(part.name)
      running.delete(job)
    })
    running.add(job)
  }
  return parts.map((part) => /** @type {Result} */ (results.get(part)))
}
