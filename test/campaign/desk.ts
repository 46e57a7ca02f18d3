import { setTimeout as pause } from 'node:timers/promises'
import Conf from 'conf'
import { type DeskOptions, createDesk } from '../../src/main/desk.ts'
import type { Desk } from '../../src/main/desk-for-hosts.ts'
import type { CallName } from '../../src/shared/channels.ts'
import type { Input, Output } from '../../src/shared/contract.ts'
import type { Reply } from '../../src/shared/core/errors.ts'
import type { Intent } from '../../src/shared/orders/intents.ts'
import { noLimits, usualTrading } from '../../src/shared/orders/limits.ts'
import { consentTo } from '../../src/shared/orders/problems.ts'
import type { Placement } from './orders.ts'

export interface CampaignDesk {
  desk: Desk
  ask<Name extends CallName>(name: Name, input: Input<Name>): Promise<Output<Name>>
  /** Confirms, agreeing to whatever is asked. */
  place(placement: Placement): Promise<Intent[]>
}

/** A whole desk, as a host would build it. */
export async function startDesk(
  options: Pick<DeskOptions, 'dataDir' | 'startPractice'> & Partial<DeskOptions>,
): Promise<CampaignDesk> {
  const desk = await createDesk({
    version: 'campaign',
    host: 'browser',
    openConf: (conf) => new Conf(conf),
    ...options,
  })
  const ask: CampaignDesk['ask'] = async (name, input) => {
    const reply = (await desk.answer(name, input)) as Reply<Output<typeof name>>
    if (!reply.ok) throw new Error(`${name}: ${reply.error.code} ${reply.error.message}`)
    return reply.value
  }
  const place: CampaignDesk['place'] = async ({ confirmation, orders, oneByOne = false }) => {
    const tickets = orders.map(({ ticket }) => ticket)
    for (let accepted: string[] = []; ;) {
      const placed = await ask('placeOrders', { confirmation, orders: tickets, accepted, oneByOne })
      if (placed.isTaken) return placed.intents
      const refused = placed.problems.find(({ level }) => level === 'refuse')
      if (refused !== undefined) throw new Error(`refused: ${refused.code} ${refused.message}`)
      const before = accepted.length
      accepted = [...new Set([...accepted, ...placed.problems.map(consentTo)])]
      if (accepted.length === before) throw new Error('asked the same again')
    }
  }
  return { desk, ask, place }
}

export const trading = { ...usualTrading, limits: noLimits, distance: null, protection: null }

/** Resolves when it holds, which is looked at after every event of the desk; false when it is too late. */
export async function until(
  desk: Desk,
  holds: () => boolean,
  { seconds }: { seconds: number },
): Promise<boolean> {
  const done = Promise.withResolvers<boolean>()
  const check = (): void => {
    if (holds()) done.resolve(true)
  }
  const stop = desk.listen(check)
  const given = new AbortController()
  void pause(seconds * 1000, undefined, { signal: given.signal }).then(
    () => done.resolve(holds()),
    () => undefined,
  )
  check()
  const held = await done.promise
  given.abort()
  stop()
  return held
}
