import { describe, expect, test } from 'vitest'
import { createServiceClient } from '../../src/main/service/client.ts'
import { operationNames } from '../../src/shared/service/operations.ts'
import { type Fault, cap, faults } from './faults.ts'
import { startPeer } from './peer.ts'
import { isRead, loginAt, verdict } from './samples.ts'

const deadline = 400
const inTime = deadline * 1.1

/** Calls all seventeen operations at once, and says how each ended, when, and what the peer got. */
async function meet(fault: Fault) {
  const peer = await startPeer(fault)
  const client = createServiceClient({ maxBytes: cap })
  const endings = await Promise.all(
    operationNames.map(async (name) => {
      const started = performance.now()
      const { code, reply } = await verdict(client, name, loginAt(peer.url), { deadline })
      return { name, code, reply, took: performance.now() - started }
    }),
  )
  await client.close()
  return { endings, posts: peer.posts.map(({ path }) => path.replace('/v1/', '')) }
}

describe.each(Object.entries(faults))('%s', (_, fault) => {
  test('ends all seventeen operations in time, with the right code, sending orders once', async () => {
    const { endings, posts } = await meet(fault)
    for (const { name, code, reply, took } of endings) {
      expect({ name, code, reply }).toEqual({
        name,
        code: isRead(name) ? fault.read : fault.order,
        reply,
      })
      expect(took, name).toBeLessThanOrEqual(inTime)
      const times = posts.filter((post) => post === name).length
      expect(times, name).toBeGreaterThanOrEqual(1)
      expect(times, name).toBeLessThanOrEqual(isRead(name) ? 3 : 1)
    }
    expect(JSON.stringify(endings)).not.toContain('canary')
  })
})
