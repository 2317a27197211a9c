import { VisuallyHidden } from '@mantine/core'
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'

/** An element, or a point that behaves like one. */
export type FloatAnchor = Element | { getBoundingClientRect: () => DOMRect; contextElement?: Element }

type FloatTargetProps = {
  /** Mantine labels the popover by it. Omit it if the popover has its own label. */
  id?: string
  label?: string
  anchor: () => FloatAnchor | null
  /** Called when the anchor has left the page, e.g. a row that was filtered out or deleted. */
  onAnchorRemoved?: () => void
  /** Passed by Mantine, because of `refProp`. */
  setAnchor?: (anchor: FloatAnchor | null) => void
}

/**
 * Target of a popover that is open while mounted, for a button that is not Mantine's. A press on that button does not
 * count as a press outside, because the button itself closes the popover.
 */
export function FloatTarget({ id, label, anchor, onAnchorRemoved, setAnchor }: FloatTargetProps) {
  useLayoutEffect(() => {
    setAnchor?.(anchor())
  }, [setAnchor, anchor])
  const isObserving = onAnchorRemoved !== undefined
  const checkAnchor = useEffectEvent(() => {
    if (!isAttached(anchor())) onAnchorRemoved?.()
  })
  useEffect(() => {
    if (!isObserving) return
    const observer = new MutationObserver(() => checkAnchor())
    observer.observe(document.body, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [isObserving])
  if (label === undefined) return null
  return (
    <VisuallyHidden id={id} hidden>
      {label}
    </VisuallyHidden>
  )
}

export function isAttached(anchor: FloatAnchor | null): boolean {
  const element = anchor instanceof Element ? anchor : anchor?.contextElement
  return element?.isConnected ?? true
}

/**
 * Returns false in the first render and true before the first paint. Mantine moves the focus when `opened` becomes
 * true, but not if it is true from the start.
 */
export function useOpenedOnMount(): boolean {
  const [opened, setOpened] = useState(false)
  useLayoutEffect(() => {
    setOpened(true)
  }, [])
  return opened
}
