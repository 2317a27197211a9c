import { useEffect, useMemo, useState } from 'react'
import { type Arranged, type Arranging, arrangeSteps, worth } from './model/arrange.ts'
import { allSteps, stepsInTurns } from './model/takeSteps.ts'

/** So many entries are sorted while one waits for the folder; more of them in turns with other work. */
const atOnce = 6000

/**
 * What a folder shows. `undefined` while many thousand entries are being arranged for the first time; later what was
 * shown before stays until the new is there.
 */
export function useArranged({ index, folderId, find, order }: Arranging): Arranged | undefined {
  const task = useMemo(() => ({ index, folderId, find, order }), [index, folderId, find, order])
  const now = useMemo(() => (worth(task) <= atOnce ? allSteps(arrangeSteps(task)) : undefined), [task])
  const [kept, setKept] = useState<{ folderId: number; arranged: Arranged }>()
  // While it is drawn: an effect would have all of it drawn once more.
  if (now && kept?.arranged !== now) setKept({ folderId, arranged: now })
  useEffect(() => {
    if (now) return
    return stepsInTurns(arrangeSteps(task), arranged => setKept({ folderId: task.folderId, arranged }))
  }, [now, task])
  return now ?? (kept?.folderId === folderId ? kept.arranged : undefined)
}
