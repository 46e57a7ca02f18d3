import * as z from 'zod'
import { AccountId } from '../core/account-id.ts'

/** Base64 letters that a file of accounts may have, on its way between a window and the desk. */
export const longestAccountFile = 900_000

/** What becomes of something in the file; what has nobody's name is added, unless it is skipped. */
export const ImportAction = z.enum(['both', 'replace', 'skip'])
export type ImportAction = z.infer<typeof ImportAction>

export const ImportChoices = z.array(z.strictObject({ id: AccountId, how: ImportAction })).max(1000)

/** What a file of accounts would bring, without its secrets. */
export interface AccountFile {
  /** Wall-clock milliseconds of its making. */
  at: number
  accounts: {
    id: string
    name: string
    broker: string
    /** The host of its service; null for the practice broker. */
    host: string | null
    hasKeys: boolean
    /** The account here that has its name. */
    taken: string | null
  }[]
  groups: { id: string; name: string; members: number; taken: string | null }[]
}

/** Without keys, the sealed bytes in Base64; with keys, where the desk wrote them: they cross no line. */
export type ExportedAccounts = { kind: 'sealed'; file: string } | { kind: 'written'; path: string }

/** What came of it. */
export interface ImportedAccounts {
  accounts: number
  groups: number
  keys: number
}
