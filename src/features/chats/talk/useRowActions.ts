import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

/** How long a finger rests on a message until its actions show (ms). */
const press = 450
/** A finger that went further (px) is scrolling. */
const still = 10

/** Whether the actions of a row are offered: it is pointed at, holds the focus, or a finger rested on it. */
export function useRowActions() {
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const [held, setHeld] = useState(false)
  const finger = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined)
  const lift = () => {
    clearTimeout(finger.current?.timer)
    finger.current = undefined
  }
  useEffect(() => () => clearTimeout(finger.current?.timer), [])
  useEffect(() => {
    if (!held) return
    const letGo = ({ target }: Event) => {
      if (!(target instanceof Element && target.closest('[role="toolbar"]'))) setHeld(false)
    }
    document.addEventListener('pointerdown', letGo, true)
    return () => document.removeEventListener('pointerdown', letGo, true)
  }, [held])

  const pointing = {
    onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setPointed(true),
    onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setPointed(false),
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      if (pointerType === 'mouse') return
      lift()
      finger.current = { timer: setTimeout(() => setHeld(true), press), x, y }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const from = finger.current
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > still) lift()
    },
    onPointerUp: lift,
    onPointerCancel: lift,
    onFocus: () => setFocused(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
      setFocused(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)),
  }
  return { offered: pointed || focused || held, pointing }
}
