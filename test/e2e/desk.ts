import type { Page } from '@playwright/test'
import type { CallName } from '../../src/shared/channels.ts'
import type { Bridge, Input, Output } from '../../src/shared/contract.ts'
import type { Reply } from '../../src/shared/core/errors.ts'
import { usualTrading } from '../../src/shared/orders/limits.ts'
import { type Settings, defaultSettings } from '../../src/shared/settings/settings.ts'
import { usualWindow } from '../../src/shared/workspace/usual-window.ts'
import { visible } from '../../src/shared/core/visible-text.ts'

/** Settings of a person who was shown around. */
export const usedSettings = { ...defaultSettings, toured: true }

/** Calls the desk by a page's own right, past its panels: what is not the matter of a test. */
export async function ask<Name extends CallName>(
  page: Page,
  name: Name,
  input: Input<Name>,
): Promise<Output<Name>> {
  const reply = (await page.evaluate(answered, { name, input })) as Reply<Output<Name>>
  if (!reply.ok) throw new Error(`${name}: ${reply.error.message}`)
  return reply.value
}

/** A page's line to the desk, beside that of its window. */
interface Line {
  ask: (name: CallName, input: unknown) => Promise<unknown>
}

/**
 * Runs in the page, and proves by its secret that it is a window. To be let in costs ten times what
 * a call does, so that calls that come one after the other share a line; it is let go before long,
 * since a desk tells on each line all that it tells windows.
 */
async function answered({ name, input }: { name: CallName; input: unknown }): Promise<unknown> {
  const page = globalThis as { quarterdeck?: Bridge; line?: Promise<Line> | undefined }
  if (page.quarterdeck !== undefined) return page.quarterdeck[name](input as never)
  const [window = '', secret = ''] = sessionStorage.getItem('quarterdeck')?.split(' ') ?? []
  const nonce = crypto.randomUUID()
  const proof = async (desk: unknown): Promise<string> => {
    const bytes = new TextEncoder()
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey('raw', bytes.encode(secret), algorithm, false, [
      'sign',
    ])
    const text = `quarterdeck window ${location.host} ${nonce} ${String(desk)}`
    const made = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes.encode(text)))
    const base64 = btoa(String.fromCharCode(...made)).replaceAll('=', '')
    return base64.replaceAll('+', '-').replaceAll('/', '_')
  }
  const open = (): Promise<Line> => {
    const socket = new WebSocket(`ws://${location.host}/bridge`)
    const waiting = new Map<number, PromiseWithResolvers<unknown>>()
    let asked = 0
    let rest: ReturnType<typeof setTimeout> | undefined
    const letGo = (): void => {
      page.line = undefined
      socket.close()
    }
    const line: Line = {
      ask: (called, given) => {
        clearTimeout(rest)
        const id = asked++
        const answer = Promise.withResolvers<unknown>()
        waiting.set(id, answer)
        socket.send(JSON.stringify({ id, name: called, input: given }))
        return answer.promise
      },
    }
    return new Promise((resolve, reject) => {
      socket.addEventListener('open', () => socket.send(JSON.stringify({ window, nonce })))
      socket.addEventListener('message', ({ data }) => {
        const message = JSON.parse(String(data)) as {
          id?: number
          reply?: unknown
          nonce?: unknown
        }
        if (message.nonce !== undefined)
          void proof(message.nonce).then((made) => {
            socket.send(JSON.stringify({ proof: made }))
            resolve(line)
          })
        const answer = message.id === undefined ? undefined : waiting.get(message.id)
        if (message.id === undefined || answer === undefined) return
        waiting.delete(message.id)
        answer.resolve(message.reply)
        if (waiting.size === 0) rest = setTimeout(letGo, 200)
      })
      socket.addEventListener('close', () => {
        const end = new Error('The desk did not let the page in.')
        if (page.line === opening) page.line = undefined
        reject(end)
        for (const answer of waiting.values()) answer.reject(end)
      })
    })
  }
  const opening = (page.line ??= open())
  return (await opening).ask(name, input)
}

/** An account at a service, its keys in the vault that is chosen, and shown. */
export async function seedAccount(
  page: Page,
  account: {
    name: string
    url: string
    broker?: string
    client?: 'practice-1' | 'practice-2'
    /** A wrong one, where it is another than its client's. */
    secret?: string
    passphrase?: string | undefined
    colour?: Input<'saveAccount'>['profile']['colour']
  },
): Promise<void> {
  const { name, url, broker = 'PX', client = 'practice-1', passphrase, colour = 'blue' } = account
  const { secret = client } = account
  await expectVault(page, passphrase)
  const { id } = await ask(page, 'saveAccount', {
    profile: profileOf({ name, url, broker, colour }),
    keys: { apiKey: client, apiSecret: secret },
  })
  await show(page, id)
}

/** As many at one service, of which the last ones have a wrong key; all are shown. */
export async function seedMany(
  page: Page,
  { count, wrong, url }: { count: number; wrong: number; url: string },
): Promise<void> {
  await expectVault(page)
  const accounts = Array.from({ length: count }, (_, before) => {
    const at = before + 1
    const name = `Client ${String(at).padStart(2, '0')}`
    const client = `practice-${(at % 2) + 1}`
    return {
      profile: profileOf({ name, url, broker: 'PX', colour: 'blue' }),
      keys: { apiKey: client, apiSecret: at > count - wrong ? 'wrong' : client },
    }
  })
  await ask(page, 'addAccounts', { accounts })
  await showAll(page)
}

export async function expectVault(page: Page, passphrase?: string): Promise<void> {
  const { vault } = await ask(page, 'openDesk', {})
  if (vault.kind !== null) return
  await ask(
    page,
    'chooseVault',
    passphrase === undefined ? { kind: 'session' } : { kind: 'file', passphrase },
  )
}

export const profileOf = ({
  url,
  ...of
}: Pick<Input<'saveAccount'>['profile'], 'name' | 'broker' | 'colour'> & {
  url: string
}): Input<'saveAccount'>['profile'] => ({
  ...of,
  service: { kind: 'url', url },
  strategy: 'Quarterdeck',
  enabled: true,
  polls: {},
  readsPerSecond: 5,
  trading: usualTrading,
})

/** What is set for every window. */
export const changeSettings = async (page: Page, settings: Partial<Settings>): Promise<void> =>
  void (await ask(page, 'saveSettings', settings))

/** Shows all accounts that are on. */
export const showAll = (page: Page): Promise<void> => show(page, 'all')

/** In every window that is there, or in the next one that comes. */
async function show(page: Page, selected: string): Promise<void> {
  const { windows } = await ask(page, 'openDesk', {})
  const { layout, link, bounds } = usualWindow
  if (windows.length === 0)
    await ask(page, 'addWindow', { id: crypto.randomUUID(), layout, link, bounds, selected })
  // One that came while this was asked for has a place of its own.
  const now = await ask(page, 'openDesk', {})
  for (const { id } of now.windows) await ask(page, 'changeWindow', { id, selected })
}

/** How far right on the screen each window stands, as far as it has said so. */
export async function leftEdges(page: Page): Promise<(number | undefined)[]> {
  const { windows } = await ask(page, 'openDesk', {})
  return windows.map(({ bounds }) => bounds?.x)
}

/** What opens the screen once it is locked. */
export async function setUpLock(page: Page, password: string): Promise<void> {
  await ask(page, 'setUpLock', { way: 'own', password })
}

/** What a person keeps under names and for symbols, of each text one. */
export async function seedKept(page: Page, texts: readonly string[]): Promise<void> {
  const { accounts } = await ask(page, 'openDesk', {})
  const presets: Settings['presets'] = []
  const layouts: Settings['layouts'] = []
  for (const [at, text] of texts.entries()) {
    // The longest that each may be, and no name twice.
    const cut = (most: number) => `${text.slice(0, most - 3)} ${at}`
    // A name with marks that cannot be seen is refused.
    const named = (most: number) => (visible(text) === text ? cut(most) : `Name ${at}`)
    const traded = { exchange: 'NSE', symbol: cut(60) } as const
    const part = { exchange: null, type: null, unit: null, slice: null, protection: null } as const
    presets.push({
      ...{ id: crypto.randomUUID(), name: named(40), symbols: cut(60), accounts: [] },
      ...{ ...part, product: 'MIS', quantity: '1' },
    })
    if (layouts.length < 20) layouts.push({ name: named(40), layout: '' })
    const member = { account: accounts[0]!.id, share: { kind: 'times', times: '1' } } as const
    await ask(page, 'saveGroup', { name: named(60), colour: 'blue', members: [member] })
    await ask(page, 'saveBasket', {
      name: named(60),
      orders: [
        {
          ...{ kind: 'regular', account: member.account, ...traded, action: 'BUY', quantity: '1' },
          ...{ product: 'MIS', pricing: { type: 'LIMIT', price: '7' }, slice: null, exit: false },
        },
      ],
    })
    await ask(page, 'savePriceAlert', {
      ...{ ...traded, direction: 'above', level: { kind: 'price', price: '9999' } },
      ...{ repeats: 'once', expires: 'never', note: cut(200), enabled: true },
    })
  }
  await ask(page, 'saveSettings', {
    presets,
    layouts,
    said: texts.map((text) => text.slice(0, 200)),
  })
}

/** Takes back what a test did to a desk that others use after it. */
export async function putBack(page: Page): Promise<void> {
  const desk = await ask(page, 'openDesk', {})
  const { accounts, alerts, brokerSymbols, groups, intents, stop, windows } = desk
  for (const { id, service } of accounts)
    if (service.kind !== 'practice')
      await ask(page, 'deleteAccount', { account: id, despite: true })
  // Of an account that is gone the person's word is all there is.
  for (const { id, state } of intents)
    if (state === 'in-doubt')
      await ask(page, 'settleOrder', { intent: id, how: { kind: 'absent' } })
  for (const { id } of groups) await ask(page, 'deleteGroup', { id })
  for (const { id } of await ask(page, 'listBaskets', {})) await ask(page, 'deleteBasket', { id })
  for (const { id } of alerts.prices) await ask(page, 'deletePriceAlert', { id })
  const drop = brokerSymbols.map(({ exchange, name, broker }) => ({ exchange, name, broker }))
  await ask(page, 'saveBrokerSymbols', { put: [], drop, decline: [] })
  // Those that stay would be shown by the next window that comes.
  await ask(page, 'markAlerts', { upTo: Number.MAX_SAFE_INTEGER })
  if (stop.on) await ask(page, 'liftStop', {})
  await ask(page, 'resumePolling', {})
  for (const { id } of windows) await ask(page, 'takeOutWindow', { id })
  await ask(page, 'saveSettings', usedSettings)
}
