/** A place in the grid: `row` counts people, -1 is the line of headings; `column` counts things, -1 is the names. */
export type Place = { row: number; column: number }

/** How many there are, and how many people fit on the screen. */
export type Extent = { rows: number; columns: number; page: number }

/** Where a key leads from here; `undefined` for a key that is not the grid's. */
export function moved(from: Place, key: string, control: boolean, extent: Extent): Place | undefined {
  const { row, column } = from
  const { rows, columns, page } = extent
  switch (key) {
    case 'ArrowRight':
      return within({ row, column: column + 1 }, extent)
    case 'ArrowLeft':
      return within({ row, column: column - 1 }, extent)
    case 'ArrowDown':
      return within({ row: row + 1, column }, extent)
    case 'ArrowUp':
      return within({ row: row - 1, column }, extent)
    case 'PageDown':
      return within({ row: row + page, column }, extent)
    case 'PageUp':
      return within({ row: Math.max(0, row - page), column }, extent)
    case 'Home':
      return within(control ? { row: -1, column: 0 } : { row, column: -1 }, extent)
    case 'End':
      return within({ row: control ? rows - 1 : row, column: columns - 1 }, extent)
    default:
      return undefined
  }
}

/** The nearest place there is. The corner above the names holds nothing. */
export function within({ row, column }: Place, { rows, columns }: Extent): Place {
  const inRow = Math.max(-1, Math.min(rows - 1, row))
  return { row: inRow, column: Math.max(inRow < 0 ? 0 : -1, Math.min(columns - 1, column)) }
}
