/**
 * The seeds that convicted each fault when all were last planted: they are run first. A change of the
 * desk, of people or of the service can make one of them say nothing; then others are run.
 */
export const convicting: Readonly<Record<string, number>> = {}
