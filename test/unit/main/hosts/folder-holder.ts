import { claimFolder } from '../../../../src/main/hosts/data-folder.ts'

// A desk of another process, to be killed. It keeps nothing of its claim but the claim itself.
const { ok } = claimFolder(process.argv[2]!)
globalThis.gc?.()
setImmediate(() => {
  globalThis.gc?.()
  process.send?.(ok)
})
setInterval(() => {}, 60_000)
