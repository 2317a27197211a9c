import { VisuallyHidden } from '@mantine/core'
import { useLayoutEffect } from 'react'

/** What something floats beside: an element, or a point as if it were one. */
export type FloatAnchor = Element | { getBoundingClientRect: () => DOMRect; contextElement?: Element }

type FloatTargetProps = {
  /** Mantine names what floats after its target, by this id; nothing where it has a name of its own. */
  id?: string
  label?: string
  anchor: () => FloatAnchor | null
  /** Given by Mantine, as `refProp` says. */
  place?: (anchor: FloatAnchor | null) => void
}

/**
 * The target of a popover or menu that is mounted open, beside a button that is not Mantine's. A press on that button is
 * no press outside: the button closes what it opened.
 */
export function FloatTarget({ id, label, anchor, place }: FloatTargetProps) {
  useLayoutEffect(() => {
    place?.(anchor())
  }, [place, anchor])
  if (label === undefined) return null
  return (
    <VisuallyHidden id={id} hidden>
      {label}
    </VisuallyHidden>
  )
}
