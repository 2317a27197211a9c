import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { accessParam } from '../../../app/paths.ts'

/**
 * When the drawer over the screen closes, the focus goes back to where it was opened: the chosen place of the grid, or the
 * link on a phone. `closed` learns whose access it was (`Thing.key`).
 */
export function useFocusBack(screen: RefObject<HTMLElement | null>, closed: (key: string) => void): void {
  const opened = useSearchParams()[0].get(accessParam)
  const before = useRef(opened)
  const close = useEffectEvent((key: string) => {
    closed(key)
    const links = [...(screen.current?.querySelectorAll<HTMLElement>('[data-opens]') ?? [])]
    const link = links.find(({ dataset }) => dataset.opens === key)
    const place = screen.current?.querySelector<HTMLElement>('[data-place][tabindex="0"]')
    ;(link ?? place)?.focus({ preventScroll: true })
  })
  useEffect(() => {
    const was = before.current
    before.current = opened
    if (was !== null && opened === null) close(was)
  }, [opened])
}
