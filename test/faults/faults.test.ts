import { describe, expect, test } from 'vitest'
import { createServiceClient } from '../../src/main/service/client.ts'
import { operationNames, operations } from '../../src/shared/service/operations.ts'
import { type Fault, cap, faults } from './faults.ts'
import { allInTime } from './in-time.ts'
import { startPeer } from './peer.ts'
import { isRead, loginAt, verdict } from './samples.ts'

/** Short only where it is waited for: elsewhere a busy machine must not turn trouble into lateness. */
const deadlineOf = ({ read }: Fault): number => (read === 'too-late' ? 800 : 5_000)

/** Calls all seventeen operations at once, and says how each ended and what the peer got. */
async function meet(fault: Fault) {
  const peer = await startPeer(fault)
  const client = createServiceClient({ maxBytes: cap })
  const deadline = deadlineOf(fault)
  const endings = await allInTime(deadline, operationNames, (name) =>
    verdict(client, name, loginAt(peer.url), { deadline }),
  )
  await client.close()
  await peer.drained()
  return { endings, posts: peer.posts.map(({ path }) => path.replace('/v1/', '')) }
}

describe.each(Object.entries(faults))('%s', (_, fault) => {
  test('ends all seventeen operations in time, with the right code, sending orders once', async () => {
    const { endings, posts } = await meet(fault)
    for (const { name, code, reply } of endings) {
      const isPlacement = operations[name].kind === 'place'
      const order = isPlacement ? (fault.placement ?? fault.order) : fault.order
      expect({ name, code, reply }).toEqual({
        name,
        code: isRead(name) ? fault.read : order,
        reply,
      })
      const times = posts.filter((post) => post === name).length
      expect(times, name).toBeGreaterThanOrEqual(1)
      expect(times, name).toBeLessThanOrEqual(isRead(name) ? 3 : 1)
    }
    expect(JSON.stringify(endings)).not.toContain('canary')
  })
})
