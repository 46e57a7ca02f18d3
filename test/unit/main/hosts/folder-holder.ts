import { claimFolder } from '../../../../src/main/hosts/folder.ts'

// A desk of another process, to be killed.
process.send?.(claimFolder(process.argv[2]!).ok)
setInterval(() => {}, 60_000)
