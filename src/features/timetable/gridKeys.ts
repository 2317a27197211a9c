/** A lesson's place: row, column, and its index among parallel lessons. */
export type GridPlace = { row: number; column: number; index: number }

/**
 * Where a key leads from a lesson: `counts[row][column]` lessons. Arrows skip empty cells and stay at the edge, Home
 * and End keep the row, with Ctrl they go to the corners. `undefined` for any other key.
 */
export function gridMove(
  counts: readonly (readonly number[])[],
  from: GridPlace,
  key: string,
  ctrl: boolean,
): GridPlace | undefined {
  const places = counts.flatMap((row, rowIndex) =>
    row.flatMap((count, column) =>
      Array.from({ length: count }, (_, index) => ({ row: rowIndex, column, index })),
    ),
  )
  const inRow = places.filter(place => place.row === from.row)
  const at = inRow.findIndex(place => place.column === from.column && place.index === from.index)
  switch (key) {
    case 'ArrowRight':
      return inRow[at + 1] ?? from
    case 'ArrowLeft':
      return inRow[at - 1] ?? from
    case 'ArrowDown':
      return nearest(
        places.filter(place => place.column === from.column && place.row > from.row),
        from,
      )
    case 'ArrowUp':
      return nearest(
        places.filter(place => place.column === from.column && place.row < from.row),
        from,
      )
    case 'Home':
      return (ctrl ? places : inRow)[0] ?? from
    case 'End':
      return (ctrl ? places : inRow).at(-1) ?? from
    default:
      return undefined
  }
}

/** The closest row's lesson, as far to the right among its parallels as possible up to the same index. */
function nearest(candidates: readonly GridPlace[], from: GridPlace): GridPlace {
  const distance = (place: GridPlace) => Math.abs(place.row - from.row)
  const closest = Math.min(...candidates.map(distance))
  return candidates.findLast(place => distance(place) === closest && place.index <= from.index) ?? from
}
