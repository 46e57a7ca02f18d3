import { afterAll } from 'vitest'
import { removeFolders } from './unit/main/hosts/folders.ts'

// Here, since this is run for each file: the files share what they import.
afterAll(removeFolders)
