import { type ReactNode, useRef, useState } from 'react'
import { useOverlays } from './Overlays.tsx'

/**
 * Something that floats beside its button and whose code is fetched when it is first wanted: on pointing at the
 * button, on its focus, or when it opens.
 */
export function useFloat(fetchAhead: () => Promise<unknown>) {
  const [open, setOpen] = useState(false)
  const { shown } = useOverlays()
  // What a key opens over it takes its place: two that hold the focus would fight for it.
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
      onPointerEnter: fetchAhead,
      onFocus: fetchAhead,
    },
    render: (content: () => ReactNode) => open && content(),
  }
}
