type Box = { left: number; top: number; width: number; height: number }
type Size = { width: number; height: number }

const gap = 8

/**
 * Where the lesson card stands beside its cell, px from the corner of the sheet: to the right, else to the left,
 * else below; within what is seen of the sheet (`view`) where it fits.
 */
export function cardPosition(cell: Box, card: Size, view: Box): { left: number; top: number } {
  const right = cell.left + cell.width + gap
  const left = cell.left - gap - card.width
  const top = clamp(cell.top - gap, view.top + gap, view.top + view.height - card.height - gap)
  if (right + card.width <= view.left + view.width - gap) return { left: right, top }
  if (left >= view.left + gap) return { left, top }
  return {
    left: clamp(cell.left, view.left + gap, view.left + view.width - card.width - gap),
    top: cell.top + cell.height + gap,
  }
}

// The lower bound wins: the head of a card that is too large stays in sight.
const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high))
