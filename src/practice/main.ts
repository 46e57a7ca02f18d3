import { systemRefusal } from '../shared/core/system-words.ts'
import { readPracticeOptions } from './options.ts'
import { startPractice } from './server.ts'

function giveUp(message: string): never {
  console.error(message)
  process.exit(1)
}

const options = readPracticeOptions(process.argv.slice(2))
if (typeof options === 'string') giveUp(options)
if ('help' in options) {
  console.log(options.help)
  process.exit(0)
}

const practice = await startPractice(options).catch((error: unknown) => {
  const { code, message } = error as NodeJS.ErrnoException
  const another = 'Choose another with --port, or 0 for any.'
  if (code === 'EADDRINUSE') giveUp(`Port ${options.port} is in use. ${another}`)
  const refusal = systemRefusal(error)
  if (refusal !== null && options.dataDir !== undefined)
    giveUp(`${refusal}. Mend that, or choose another folder with --data.`)
  return giveUp(`The practice broker could not be started: ${message}`)
})

const stop = (): void => {
  practice.stop().catch((error: unknown) => giveUp((error as Error).message))
}
process.once('SIGINT', stop)
process.once('SIGTERM', stop)

for (const notice of practice.notices) console.error(notice)
console.log(`Practice broker: ${practice.url}`)
