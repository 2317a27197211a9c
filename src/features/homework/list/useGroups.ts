import { type RefObject, useEffect, useState } from 'react'
import type { Funnel } from '../../../contract/funnel.ts'
import type { Sorting } from './homeworkAddress.ts'
import { candidatesOf, groupsOf, type HomeworkGroup } from './homeworkGroups.ts'
import type { HomeworkRow } from './homeworkRows.ts'
import type { Funnels } from './useFunnels.ts'

/**
 * The groups of the list. Rows are placed by what was known when all that is looked at had been counted, so that they
 * move once and not with every answer, and never while the focus is among them; the numbers are always the newest.
 */
export function useGroups(
  container: RefObject<HTMLElement | null>,
  all: readonly HomeworkRow[],
  shown: readonly HomeworkRow[],
  funnels: Funnels,
  { sort, today }: { sort: Sorting; today: string },
): HomeworkGroup[] {
  const candidates = candidatesOf(all, today)
  const [placed, setPlaced] = useState({ for: '', known: known(funnels) })
  const asked = `${sort} ${today} ${candidates.join()}`
  const settled = all.length > 0 && candidates.every(id => funnels.has(id))
  const due = settled && placed.for !== asked
  useEffect(() => {
    if (!due) return
    const place = () => setPlaced({ for: asked, known: known(funnels) })
    const table = container.current?.querySelector('table')
    if (!table?.contains(document.activeElement)) return place()
    const left = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && table.contains(relatedTarget))) place()
    }
    table.addEventListener('focusout', left)
    return () => table.removeEventListener('focusout', left)
  }, [container, due, asked, funnels])
  return groupsOf(shown, { sort, today, candidates, known: placed.known })
}

const known = (funnels: Funnels): ReadonlyMap<number, Funnel> =>
  new Map([...funnels].filter((entry): entry is [number, Funnel] => entry[1] !== 'failed'))
