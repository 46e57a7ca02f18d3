/** Does each of these, whatever becomes of the others: a mistake of ours in one keeps nobody else from hearing. */
export function eachAlone(...tasks: readonly (() => void)[]): void {
  for (const task of tasks)
    try {
      task()
    } catch (cause) {
      console.error(cause)
    }
}
