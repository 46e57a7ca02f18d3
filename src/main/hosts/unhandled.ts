/** A mistake of ours is said in the log; it ends no desk, whose exits are watched and whose orders wait. */
export function logUnhandled(program: NodeJS.EventEmitter = process): void {
  program.on('unhandledRejection', (cause: unknown) =>
    console.error('Something failed that nobody waited for:', cause),
  )
}
