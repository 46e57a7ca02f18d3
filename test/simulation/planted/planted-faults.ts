/** A mistake that somebody could make in the way of an order, as a change of one text. */
export interface PlantedFault {
  name: string
  file: string
  find: string
  replace: string
}

export const plantedFaults: readonly PlantedFault[] = [
  {
    name: 'no rivals',
    file: 'src/main/orders/sending/sending.ts',
    find: 'book === undefined ? [] : before(intent, book.rows)',
    replace: '[]',
  },
]
