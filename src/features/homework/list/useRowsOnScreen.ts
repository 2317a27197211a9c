import { type RefObject, useEffect, useState } from 'react'

/**
 * Ids of the rows (`data-homework`) inside `container` that are on screen, in their order. `drawn` changes whenever other
 * rows are drawn. Where the browser can't tell, all of them.
 */
export function useRowsOnScreen(container: RefObject<HTMLElement | null>, drawn: string): readonly number[] {
  const [seen, setSeen] = useState<readonly number[]>([])
  useEffect(() => {
    const rows = [...(container.current?.querySelectorAll<HTMLElement>('[data-homework]') ?? [])]
    const idOf = (row: Element) => Number(row.getAttribute('data-homework'))
    if (drawn === '' || typeof IntersectionObserver === 'undefined') {
      setSeen(drawn === '' ? [] : rows.map(idOf))
      return
    }
    const visible = new Set<Element>()
    const observer = new IntersectionObserver(entries => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) visible.add(target)
        else visible.delete(target)
      }
      setSeen(rows.filter(row => visible.has(row)).map(idOf))
    })
    for (const row of rows) observer.observe(row)
    return () => observer.disconnect()
  }, [container, drawn])
  return seen
}
