import { keepCompiled } from '../../../../src/main/hosts/compiled.ts'

// A program of its own: what it compiles is kept for good.
process.umask(0)
keepCompiled(process.argv[2]!)
