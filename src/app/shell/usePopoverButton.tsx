import { type ReactNode, useRef, useState } from 'react'
import { useOverlays } from './Overlays.tsx'

/** Returns the state of a popover and the props of its button. Its code is loaded on hover, on focus or on click. */
export function usePopoverButton(preload: () => Promise<unknown>) {
  const [open, setOpen] = useState(false)
  const { shown } = useOverlays()
  // A dialog that opens over it replaces it, because two focus traps would conflict.
  if (open && shown !== undefined) setOpen(false)
  const button = useRef<HTMLButtonElement>(null)
  return {
    open: () => setOpen(true),
    close: () => {
      setOpen(false)
      button.current?.focus()
    },
    anchor: () => button.current,
    button: {
      ref: button,
      'aria-expanded': open,
      onClick: () => setOpen(!open),
      onPointerEnter: preload,
      onFocus: preload,
    },
    render: (content: () => ReactNode) => open && content(),
  }
}
