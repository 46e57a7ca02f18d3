export interface FloatPlace {
  left: number
  top: number
}

interface Size {
  width: number
  height: number
}

const edge = 8
/** As high as the status line, which is never covered. */
const foot = 24
/** As high as the bar, which has the stop; in a narrow window it has two lines (less its own padding, it is 720 pixels there). */
const bar = 46
const barOfTwoLines = 75
const narrow = 720 + 2 * 12
/** A lower window has no room to spare: there the bar may be covered. At 200 % a usual screen is higher. */
const low = 400

const headOf = ({ width, height }: Size): number =>
  height < low ? 0 : width < narrow ? barOfTwoLines : bar

/** As high as it may be in the room. */
export const tallestIn = (room: Size): number => room.height - headOf(room) - foot - 2 * edge

/** As near to where it is wanted as it can be without leaving the room; in the middle of it for null. */
export function inside(
  wanted: FloatPlace | null,
  { size, room }: { size: Size; room: Size },
): FloatPlace {
  const fit = (at: number, length: number, { from, to }: { from: number; to: number }): number =>
    Math.max(from + edge, Math.min(at, to - length - edge))
  return {
    left: fit(wanted?.left ?? (room.width - size.width) / 2, size.width, {
      from: 0,
      to: room.width,
    }),
    top: fit(wanted?.top ?? (room.height - size.height) / 2, size.height, {
      from: headOf(room),
      to: room.height - foot,
    }),
  }
}
