import { createStore } from 'zustand/vanilla'

/** What a finger does while a tool is chosen. Fingers move the page once a stylus has drawn, until the user decides. */
export const fingerMode = createStore<'unknown' | 'draw' | 'move'>(() => 'unknown')

/** In ms. A hand that lies on the page while a stylus is used does not draw. */
const palmRejectionMs = 1000

// All pages share these, because a finger and a hand can be on different pages.
let lastStylusAt = Number.NEGATIVE_INFINITY
let cancelStroke: (() => void) | undefined
const fingers = new Set<number>()

type PointerInput = Pick<PointerEvent, 'pointerId' | 'pointerType' | 'timeStamp' | 'isPrimary'>

/** Call for each event of a pointer. */
export function notePointer({
  pointerType,
  timeStamp,
}: Pick<PointerInput, 'pointerType' | 'timeStamp'>): void {
  if (pointerType === 'pen') lastStylusAt = timeStamp
}

export const isStylusNear = ({ timeStamp }: Pick<Event, 'timeStamp'>): boolean =>
  timeStamp - lastStylusAt < palmRejectionMs

/**
 * Returns whether a pointer that was pressed may draw. A stylus takes over from a finger. A second finger ends the stroke,
 * because two fingers move and zoom the page.
 */
export function mayStartStroke(event: PointerInput): boolean {
  notePointer(event)
  const { pointerType, pointerId } = event
  if (pointerType === 'pen') {
    cancelStroke?.()
    if (fingerMode.getState() === 'unknown') fingerMode.setState('move', true)
    return true
  }
  if (pointerType !== 'touch') return cancelStroke === undefined
  // A page that disappears under a finger receives no further events of it.
  if (event.isPrimary) fingers.clear()
  fingers.add(pointerId)
  if (isStylusNear(event)) return false
  if (fingers.size > 1) cancelStroke?.()
  return fingers.size === 1 && cancelStroke === undefined && fingerMode.getState() !== 'move'
}

/** Bits of `buttons`: the barrel button and the eraser end of a stylus. */
const eraserButtons = 2 | 32

/** Whether a stylus erases, whatever tool is chosen. */
export const isErasing = ({ pointerType, buttons }: Pick<PointerEvent, 'pointerType' | 'buttons'>): boolean =>
  pointerType === 'pen' && (buttons & eraserButtons) !== 0

export const releasePointer = ({ pointerId }: Pick<PointerInput, 'pointerId'>): boolean =>
  fingers.delete(pointerId)

export const setStroke = (cancel: (() => void) | undefined): void => {
  cancelStroke = cancel
}
