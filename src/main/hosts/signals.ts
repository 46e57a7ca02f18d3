/** Signals by which somebody asks a process to end. */
type Ending = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

/**
 * Has a host alone hear them. What writes our documents (`when-exit`, by `conf`) listens as well, and
 * sends each signal once more when it came: one Ctrl-C would be two, and on Windows the process would
 * be gone at once. Returns what takes away who else began to listen since, as libraries do that were
 * loaded later.
 */
export function hearAlone(acts: Readonly<Record<Ending, () => void>>): () => void {
  const signals = Object.entries(acts) as [Ending, () => void][]
  for (const [signal, act] of signals) {
    // All of them first: where somebody listens already, Node does not ask the system anew, and
    // Electron, which took the signals for itself meanwhile, would go on hearing them.
    process.removeAllListeners(signal)
    process.on(signal, act)
  }
  return () => {
    for (const [signal, act] of signals)
      for (const listener of process.listeners(signal) as (() => void)[])
        if (listener !== act) process.off(signal, listener)
  }
}
