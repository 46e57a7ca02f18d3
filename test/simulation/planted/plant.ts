import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { type Change, type PlantedFault, plantedFaults } from './planted-faults.ts'

const root = new URL('../../../', import.meta.url)

/** Files of the product with a fault in them; where one of its places is not there exactly once, it is an error. */
export function withFault({ name, and = [], ...change }: PlantedFault): Map<string, string> {
  const sources = new Map<string, string>()
  for (const { file, find, replace } of [change, ...and] satisfies Change[]) {
    const source = sources.get(file) ?? readFileSync(new URL(file, root), 'utf8')
    const places = source.split(find).length - 1
    if (places !== 1) throw new Error(`'${name}' has ${places} places in ${file}: ${find}`)
    sources.set(
      file,
      source.replace(find, () => replace),
    )
  }
  return sources
}

/** From here on those files are read with the fault in them. */
export function plant(name: string): void {
  const fault = plantedFaults.find((one) => one.name === name)
  if (fault === undefined) throw new Error(`there is no fault '${name}'`)
  const sources = new Map(
    [...withFault(fault)].map(([file, source]) => [new URL(file, root).href, source]),
  )
  registerHooks({
    load: (url, context, next) => {
      const source = sources.get(url)
      return source === undefined
        ? next(url, context)
        : { format: 'module-typescript', source, shortCircuit: true }
    },
  })
}
