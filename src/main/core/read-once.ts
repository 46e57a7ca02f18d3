/**
 * For what is read from the disk once a session: zod would write a function for each kind of object in
 * it, and have it compiled, which takes longer than to read it without.
 */
export const readOnce = { jitless: true } as const
