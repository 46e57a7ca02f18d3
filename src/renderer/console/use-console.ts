import { useSession } from '../core/context.ts'
import { ConsoleView } from './console.svelte.ts'
import { useConsolePlace } from './context.ts'

/** Apart from the place that it has, which is there before it. */
export function useConsole(): ConsoleView {
  const session = useSession()
  return useConsolePlace().view(() => new ConsoleView(session))
}
