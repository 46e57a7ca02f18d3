import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { FileKeyStore } from '../../../src/main/accounts/vault/file-key-store.ts'

// Run by vault-kill.test.ts, which ends it without warning.

flushCompileCache()

const [what, path = '', ...more] = process.argv.slice(2)

if (what === 'passphrases') {
  const sealed = new FileKeyStore(path, { logN: 14, r: 8, p: 1 })
  const [one = '', other = ''] = more
  writeSync(1, '.')
  for (let [from, to] = [one, other]; ; [from, to] = [to, from]) {
    const changed = await sealed.changePassphrase({ from, to })
    if (!changed.ok) throw new Error(changed.error.message)
    writeSync(1, '.')
  }
}

const place = new FileKeyStore(path, { logN: 14, r: 8, p: 1 })
const opened = await place.open({ passphrase: more[0], mayCreate: false })
if (!opened.ok) throw new Error(opened.error.message)
for (let count = 0; ; count += 1) {
  const keys = { apiKey: `key ${count}`, apiSecret: 'secret', origin: 'https://api.example.com' }
  const written = await place.change(new Map([['one', keys]]))
  if (!written.ok) throw new Error(written.error.message)
  writeSync(1, `${count}\n`)
}
