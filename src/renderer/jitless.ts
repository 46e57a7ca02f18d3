import * as z from 'zod'

// The content policy forbids eval, which is how zod would make its parsers faster. It tries as soon
// as a schema is built, so this is imported before whatever builds one.
z.config({ jitless: true })
