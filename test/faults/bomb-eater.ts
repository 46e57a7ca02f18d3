import { createServiceClient } from '../../src/main/service/client.ts'
import { loginAt } from './samples.ts'

/** Calls a service that sends bombs, and tells how much more memory than before that took. */
const [url = '', cap = ''] = process.argv.slice(2)
const client = createServiceClient({ maxBytes: Number(cap) })
await client.call('Funds', loginAt(url), {})

// The system's own high-water mark is no help: a child starts with that of its parent.
const before = process.memoryUsage.rss()
let peak = before
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss())
}, 1)
const reply = await client.call('OrderBook', loginAt(url), {})
peak = Math.max(peak, process.memoryUsage.rss())
clearInterval(watch)
await client.close()
process.stdout.write(JSON.stringify({ reply, cost: peak - before }))
