import { describe, expect, it } from 'vitest'
import { withFault } from '../simulation/planted/plant.ts'
import { plantedFaults } from '../simulation/planted/planted-faults.ts'

describe('faults that the simulation plants', () => {
  it.each(plantedFaults)('has its places for: $name', (fault) => {
    expect([...withFault(fault).keys()]).toContain(fault.file)
  })
})
