import { VisuallyHidden } from '@mantine/core'
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'

/** What something floats beside: an element, or a point as if it were one. */
export type FloatAnchor = Element | { getBoundingClientRect: () => DOMRect; contextElement?: Element }

type FloatTargetProps = {
  /** Mantine names what floats after its target, by this id; nothing where it has a name of its own. */
  id?: string
  label?: string
  anchor: () => FloatAnchor | null
  /** What it belongs to has left the page: a row that was filtered out, deleted or scrolled far away. */
  onGone?: () => void
  /** Given by Mantine, as `refProp` says. */
  place?: (anchor: FloatAnchor | null) => void
}

/**
 * The target of a popover or menu that is mounted open, beside a button that is not Mantine's. A press on that button is
 * no press outside: the button closes what it opened.
 */
export function FloatTarget({ id, label, anchor, onGone, place }: FloatTargetProps) {
  useLayoutEffect(() => {
    place?.(anchor())
  }, [place, anchor])
  const watches = onGone !== undefined
  const look = useEffectEvent(() => {
    if (!isOnPage(anchor())) onGone?.()
  })
  useEffect(() => {
    if (!watches) return
    const observer = new MutationObserver(() => look())
    observer.observe(document.body, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [watches])
  if (label === undefined) return null
  return (
    <VisuallyHidden id={id} hidden>
      {label}
    </VisuallyHidden>
  )
}

export function isOnPage(anchor: FloatAnchor | null): boolean {
  const element = anchor instanceof Element ? anchor : anchor?.contextElement
  return element?.isConnected ?? true
}

/**
 * Whether what is mounted open is open yet: from the first paint on, so that no press falls between. Mantine moves the
 * focus in when `opened` turns true, not when it starts so.
 */
export function useOpened(): boolean {
  const [opened, setOpened] = useState(false)
  useLayoutEffect(() => {
    setOpened(true)
  }, [])
  return opened
}
