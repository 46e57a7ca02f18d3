import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Conf from 'conf'
import { onTestFinished } from 'vitest'
import type { OpenConf } from '../../../../src/main/core/documents.ts'
import type { KeychainModule } from '../../../../src/main/accounts/vault/keychain-key-store.ts'
import type { Cost } from '../../../../src/main/core/sealing.ts'
import { fastestFolder } from '../../../fastest-folder.ts'

export const openConf: OpenConf = (options) => new Conf(options)

/** Where the keys of a test are for, unless it says otherwise. */
export const origin = 'https://api.example.com'

/** The least that a file may cost, so that tests are quick. */
export const cheap: Cost = { logN: 14, r: 8, p: 1 }

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(fastestFolder, 'quarterdeck-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** What a keychain does where the operating system's cannot be made to do it. */
export class TestKeychain implements KeychainModule {
  readonly entries = new Map<string, string>()
  /** Called before every verb; throws or waits as the test wants. */
  before: (verb: 'get' | 'set' | 'delete', account: string) => void | Promise<void> = () => {}

  async getPassword(_service: string, account: string): Promise<string | null> {
    await this.before('get', account)
    return this.entries.get(account) ?? null
  }

  async setPassword(_service: string, account: string, password: string): Promise<void> {
    await this.before('set', account)
    this.entries.set(account, password)
  }

  async deletePassword(_service: string, account: string): Promise<boolean> {
    await this.before('delete', account)
    return this.entries.delete(account)
  }
}
