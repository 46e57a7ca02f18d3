// The content policy forbids eval, which is how zod would make its parsers faster. It tries as soon
// as a schema is built, and a bundle builds some beside zod itself: so this is said where zod looks
// for it, before any of it runs.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
