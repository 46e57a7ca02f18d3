export interface FloatPlace {
  left: number
  top: number
}

const edge = 8
/** As high as the status line, which is never covered. */
const foot = 24

/** As near to where it is wanted as it can be without leaving the room; in the middle of it for null. */
export function inside(
  wanted: FloatPlace | null,
  {
    size,
    room,
  }: { size: { width: number; height: number }; room: { width: number; height: number } },
): FloatPlace {
  const fit = (at: number, length: number, most: number): number =>
    Math.max(edge, Math.min(at, most - length - edge))
  return {
    left: fit(wanted?.left ?? (room.width - size.width) / 2, size.width, room.width),
    top: fit(wanted?.top ?? (room.height - size.height) / 2, size.height, room.height - foot),
  }
}
