import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { isObject, jsonOf } from '../../../shared/core/json.ts'
import { WindowBounds } from '../../../shared/workspace/window-places.ts'
import type { Desk } from '../../desk-for-hosts.ts'
import { presentScreens } from './present-screens.ts'
import { placeOnceMoved } from './screens.ts'

const Former = z.object({ bounds: WindowBounds.nullable(), isMaximized: z.boolean() })
/** The one window of the first version, and the several of the second. */
const File = z.union([
  Former.transform((place) => [{ id: null, place }]),
  z
    .object({ windows: z.array(z.object({ id: z.string(), place: Former })) })
    .transform(({ windows }) => windows),
])

/** Where windows stood is the desk's to keep; what a file of the host says of it from before goes there. */
export function takeOverFormerBounds(
  dataDir: string,
  desk: Pick<Desk, 'keptWindows' | 'placeOf' | 'keepPlace'>,
): void {
  const path = join(dataDir, 'window.json')
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return
  }
  const envelope = jsonOf(text)
  const file = File.safeParse(isObject(envelope) ? envelope['value'] : undefined)
  const first = desk.keptWindows()[0]?.id
  for (const { id, place } of file.data ?? []) {
    const window = id ?? first
    if (window === undefined || place.bounds === null || desk.placeOf(window) !== null) continue
    const { bounds, isMaximized: isMaximised } = place
    const seen = { bounds, actual: bounds, isMaximised, isFullScreen: false }
    const taken = placeOnceMoved(null, seen, presentScreens())
    if (taken !== null) desk.keepPlace(window, taken)
  }
  rmSync(path, { force: true })
}
