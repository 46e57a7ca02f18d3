import * as z from 'zod'
import { Keys, Profile } from '../../shared/accounts/accounts.ts'
import { type Reply, fail, ok } from '../../shared/core/errors.ts'
import { AccountGroup } from '../../shared/accounts/groups.ts'
import { longestAccountFile } from '../../shared/accounts/account-file.ts'
import { shortestPassphrase } from '../../shared/core/passphrases.ts'
import { type Cost, passphraseBytes, seal, unseal } from '../core/sealing.ts'

/** The first bytes of a file of accounts; the rest of its form is that of the file of keys. */
const magic = Buffer.from('QDACCT\r\n', 'latin1')
const version = 1

const AccountFileContents = z.strictObject({
  version: z.literal(version),
  at: z.number(),
  accounts: z
    .array(z.strictObject({ profile: Profile, keys: Keys.nullable() }))
    .max(1000)
    // Two of one id would be given each other's keys.
    .refine((all) => new Set(all.map(({ profile }) => profile.id)).size === all.length),
  groups: z.array(AccountGroup).max(1000),
})
export type AccountFileContents = z.infer<typeof AccountFileContents>

export async function sealAccounts(
  contents: Omit<AccountFileContents, 'version'>,
  { passphrase, cost }: { passphrase: string; cost: Cost },
): Promise<Reply<string>> {
  if (passphrase.length < shortestPassphrase)
    return fail('invalid', `Use at least ${shortestPassphrase} characters.`, {
      field: 'passphrase',
    })
  const text = Buffer.from(JSON.stringify({ version, ...contents }), 'utf8')
  const typed = passphraseBytes(passphrase)
  try {
    const file = (await seal(text, typed, { cost, magic })).toString('base64')
    return file.length <= longestAccountFile
      ? ok(file)
      : fail('invalid', 'These are more accounts than one file can hold. Choose fewer.')
  } finally {
    text.fill(0)
    typed.fill(0)
  }
}

export async function unsealAccounts(
  file: string,
  passphrase: string,
): Promise<Reply<AccountFileContents>> {
  const bytes = Buffer.from(file, 'base64')
  if (!bytes.subarray(0, magic.length).equals(magic)) return isForeign
  const typed = passphraseBytes(passphrase)
  const unsealed = await unseal(bytes, typed, magic).finally(() => typed.fill(0))
  switch (unsealed.kind) {
    case 'damaged':
      return isDamaged
    case 'other-cost':
      return isOfOtherCost
    case 'wrong-passphrase':
      return fail('wrong-passphrase', 'This passphrase does not open the file. Type it again.', {
        field: 'passphrase',
      })
    case 'opened': {
      const contents = contentsOf(unsealed.text)
      unsealed.text.fill(0)
      return contents
    }
  }
}

const isForeign = fail(
  'invalid',
  'This is not a file of accounts that Quarterdeck made. Choose another file.',
  { field: 'file' },
)

const isDamaged = fail(
  'invalid',
  'The file is damaged or cut short, and nothing was taken from it. Use another copy of it.',
  { field: 'file' },
)

const isOfOtherCost = fail(
  'invalid',
  'Opening this file would take memory and time that no file of Quarterdeck takes, so it was not opened. Use one that an export wrote.',
  { field: 'file' },
)

/** No cause is passed on: it could quote a secret. */
function contentsOf(text: Buffer): Reply<AccountFileContents> {
  let value: unknown
  try {
    value = JSON.parse(text.toString('utf8'))
  } catch {
    return isDamaged
  }
  const newer = z.object({ version: z.int().min(version + 1) }).safeParse(value)
  if (newer.success)
    return fail(
      'invalid',
      'A newer Quarterdeck made this file. Update this one, then import it again.',
      { field: 'file' },
    )
  const parsed = AccountFileContents.safeParse(value)
  return parsed.success ? ok(parsed.data) : isDamaged
}
