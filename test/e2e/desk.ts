import type { Page } from '@playwright/test'
import type { CallName } from '../../src/shared/channels.ts'
import type { Bridge, Input, Output } from '../../src/shared/contract.ts'
import type { Reply } from '../../src/shared/errors.ts'
import { usualTrading } from '../../src/shared/orders/limits.ts'
import { defaultSettings } from '../../src/shared/settings.ts'

/** Settings of a person who was shown around. */
export const usedSettings = { ...defaultSettings, toured: true }

/** Calls the desk by a page's own right, past its panels: what is not the matter of a test. */
async function ask<Name extends CallName>(
  page: Page,
  name: Name,
  input: Input<Name>,
): Promise<Output<Name>> {
  const reply = (await page.evaluate(answered, { name, input })) as Reply<Output<Name>>
  if (!reply.ok) throw new Error(`${name}: ${reply.error.message}`)
  return reply.value
}

/** Runs in the page. */
function answered({ name, input }: { name: CallName; input: unknown }): Promise<unknown> {
  const { quarterdeck } = globalThis as { quarterdeck?: Bridge }
  if (quarterdeck !== undefined) return quarterdeck[name](input as never)
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${location.host}/bridge`)
    socket.addEventListener('open', () => socket.send(JSON.stringify({ id: 0, name, input })))
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as { id?: number; reply?: unknown }
      if (message.id !== 0) return
      resolve(message.reply)
      socket.close()
    })
    socket.addEventListener('close', () => reject(new Error('The desk did not let the page in.')))
  })
}

/** An account at a service, its keys in the vault that is chosen, and shown. */
export async function seedAccount(
  page: Page,
  account: {
    name: string
    url: string
    client?: 'practice-1' | 'practice-2'
    passphrase?: string | undefined
  },
): Promise<void> {
  const { name, url, client = 'practice-1', passphrase } = account
  const { vault } = await ask(page, 'openDesk', {})
  if (vault.kind === null)
    await ask(
      page,
      'chooseVault',
      passphrase === undefined ? { kind: 'session' } : { kind: 'file', passphrase },
    )
  const { id } = await ask(page, 'saveAccount', {
    profile: {
      name,
      broker: 'PX',
      service: { kind: 'url', url },
      strategy: 'Quarterdeck',
      colour: 'blue',
      enabled: true,
      polls: {},
      readsPerSecond: 5,
      trading: usualTrading,
    },
    keys: { apiKey: client, apiSecret: client },
  })
  await ask(page, 'saveSettings', { selected: id })
}

/** Takes back what a test did to a desk that others use after it. */
export async function putBack(page: Page): Promise<void> {
  const { accounts, groups, stop } = await ask(page, 'openDesk', {})
  for (const { id, service } of accounts)
    if (service.kind !== 'practice')
      await ask(page, 'deleteAccount', { account: id, despite: true })
  for (const { id } of groups) await ask(page, 'deleteGroup', { id })
  for (const { id } of await ask(page, 'listBaskets', {})) await ask(page, 'deleteBasket', { id })
  if (stop.on) await ask(page, 'liftStop', {})
  await ask(page, 'resumePolling', {})
  await ask(page, 'saveSettings', usedSettings)
}
