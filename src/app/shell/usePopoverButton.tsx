import { type ReactNode, useRef, useState } from 'react'
import { useOverlays } from './OverlaysContext.ts'

/** Returns the state of a popover and the props of its button. `preload` loads its code on hover or focus. */
export function usePopoverButton(preload: () => Promise<unknown>) {
  const [isOpen, setIsOpen] = useState(false)
  const { shown } = useOverlays()
  // A dialog replaces the popover, because two focus traps would conflict.
  if (isOpen && shown !== undefined) setIsOpen(false)
  const buttonRef = useRef<HTMLButtonElement>(null)
  return {
    open: () => setIsOpen(true),
    close: () => {
      setIsOpen(false)
      buttonRef.current?.focus()
    },
    anchor: () => buttonRef.current,
    buttonProps: {
      ref: buttonRef,
      'aria-expanded': isOpen,
      onClick: () => setIsOpen(!isOpen),
      onPointerEnter: preload,
      onFocus: preload,
    },
    render: (content: () => ReactNode) => isOpen && content(),
  }
}
