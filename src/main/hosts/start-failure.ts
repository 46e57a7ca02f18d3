import { systemRefusal } from '../../shared/core/system-words.ts'
import { StorageError } from '../core/documents.ts'
import { systemCode } from '../core/disk.ts'

const elsewhere = 'Mend that, or start with --data and another folder.'

/** Why Quarterdeck could not start, in plain words; what the system calls it stands behind them. */
export function startFailure(cause: unknown): string {
  if (cause instanceof StorageError) return cause.message
  if (!(cause instanceof Error)) return fault(String(cause))
  if (!('code' in cause)) return cause.constructor === Error ? cause.message : fault(String(cause))
  const code = systemCode(cause)
  const refusal = systemRefusal(cause)
  if (refusal !== null) return `${refusal}. ${elsewhere}`
  if (code === 'ERR_SQLITE_ERROR')
    return `A database in the data folder cannot be opened (${code}). Check that the folder is yours and has room, or start with --data and another folder.`
  return fault(`${code}: ${cause.message}`)
}

const fault = (detail: string): string =>
  `A fault in Quarterdeck kept it from starting. Start it again; if it stays, report this with the line below.\n${detail}`

/** Said where no browser was there that takes an address. */
export const noBrowser = 'No browser could be started. Open the address above in one.'

/** Said where the address was printed and no window could be opened for it. */
export const noWindow = (cause: unknown): string =>
  `No window could be opened: ${systemRefusal(cause) ?? `a fault in Quarterdeck (${systemCode(cause)})`}. Open the address above in a browser.`
