import type { Departure } from '../record.ts'

/** Before the first byte of an order leaves, the disk says that it was sent. */
export const writtenFirst = ({ legs, noted, operation }: Departure): string[] => {
  const due = legs.filter(({ tag }) => tag !== null).length
  return noted < due
    ? [
        `${operation} of ${legs.map(({ tag }) => tag).join(', ')} left, and the journal has ${noted} of ${due}`,
      ]
    : []
}
