import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { type PlantedFault, plantedFaults } from './planted-faults.ts'

const root = new URL('../../../', import.meta.url)

/** A file of the product with a fault in it; where its place is not there exactly once, it is an error. */
export function withFault({ name, file, find, replace }: PlantedFault): string {
  const source = readFileSync(new URL(file, root), 'utf8')
  const places = source.split(find).length - 1
  if (places !== 1) throw new Error(`'${name}' has ${places} places in ${file}: ${find}`)
  return source.replace(find, () => replace)
}

/** From here on that file is read with the fault in it. */
export function plant(name: string): void {
  const fault = plantedFaults.find((one) => one.name === name)
  if (fault === undefined) throw new Error(`there is no fault '${name}'`)
  const { href } = new URL(fault.file, root)
  const source = withFault(fault)
  registerHooks({
    load: (url, context, next) =>
      url === href
        ? { format: 'module-typescript', source, shortCircuit: true }
        : next(url, context),
  })
}
