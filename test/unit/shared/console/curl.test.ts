import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { curlOf } from '../../../../src/shared/console/curl.ts'

/** What each command hands to curl, as a real shell reads it. */
function argumentsOf(commands: readonly string[]): string[][] {
  const script = [
    String.raw`curl() { for word in "$@"; do printf '%s\0' "$word"; done; printf '\1\0'; }`,
    ...commands,
  ].join('\n')
  // From a file: what comes through a pipe, a shell reads letter by letter.
  const dir = mkdtempSync(join(tmpdir(), 'quarterdeck-curl-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const file = join(dir, 'commands.sh')
  writeFileSync(file, script)
  const printed = execFileSync('sh', [file], {
    env: { API_KEY: 'the key', API_SECRET: "the 'secret' $HOME" },
    maxBuffer: 64 * 1024 * 1024,
  }).toString()
  return printed
    .split('\0\u0001\0')
    .slice(0, -1)
    .map((words) => words.split('\0'))
}

const hidden = { api_key: '••••', api_secret: '••••' }
const url = 'https://api.example.com/v1/Funds'

describe('a request copied for the terminal', () => {
  it('reads the keys from the environment, and has none of them in it', () => {
    const command = curlOf({ url, body: JSON.stringify({ ...hidden, data: { broker: 'PX' } }) })
    expect(command).toBe(
      [
        `curl --request POST '${url}'`,
        `--header 'Content-Type: application/json'`,
        `--data-raw '{"api_key":"'"$API_KEY"'","api_secret":"'"$API_SECRET"'","data":{"broker":"PX"}}'`,
      ].join(' \\\n  '),
    )
  })

  it('reaches curl as it was meant through a real shell, whatever is typed into a field', () => {
    // A zero ends an argument for every program, and no request carries one through a shell.
    const text = fc
      .oneof(
        fc.string({ unit: 'grapheme', maxLength: 30 }),
        fc
          .array(fc.oneof(fc.integer({ min: 1, max: 0x7f }), fc.integer({ min: 1, max: 0x10ffff })))
          .map((codes) => String.fromCodePoint(...codes)),
        fc.constantFrom(`'; rm -rf / #`, '$(id)', '`id`', '"', `'"'"'`, '\\', '!!', '\n', '••••'),
        fc.constantFrom('key-0-0-here', `'"$API_KEY"'`, '$&', '$API_KEY', '%s', '-o /tmp/x', '@f'),
      )
      .map((value) => value.toWellFormed().replaceAll('\0', ''))
    const fields = fc.dictionary(fc.constantFrom('broker', 'symbol', 'strategy', 'orders'), text)
    const data = fc.oneof(
      fields,
      fc
        .array(fields, { minLength: 1, maxLength: 3 })
        .map((each) => ({ orders: each.map((one) => ({ ...hidden, data: one })) })),
    )
    const samples = fc.sample(data, { seed: 7, numRuns: 400 })
    const commands = samples.map((one) =>
      curlOf({ url, body: JSON.stringify({ ...hidden, data: one }) }),
    )
    const heard = argumentsOf(commands)
    expect(heard).toHaveLength(samples.length)
    const keys = { api_key: 'the key', api_secret: "the 'secret' $HOME" }
    for (const [index, words] of heard.entries()) {
      const sample = samples[index]!
      const orders = Array.isArray(sample['orders']) ? sample['orders'] : null
      expect(words.slice(0, -1)).toEqual([
        '--request',
        'POST',
        url,
        '--header',
        'Content-Type: application/json',
        '--data-raw',
      ])
      expect(JSON.parse(words.at(-1)!)).toEqual({
        ...keys,
        data: orders === null ? sample : { orders: orders.map((order) => ({ ...order, ...keys })) },
      })
    }
  })
})
