import { useEffect, useState } from 'react'
import { loadChunk } from '../../lib/loadChunk.ts'
import type { LessonMarksLoader } from './LessonMarksLoader.tsx'
import { runWhenIdle } from './useTimetable.ts'

type Loader = typeof LessonMarksLoader

/** Loads the code after the timetable is painted, so that the marks do not delay it. Without it, there are no marks. */
export function useMarksLoader(isPainted: boolean): Loader | undefined {
  const [loader, setLoader] = useState<{ component: Loader }>()
  useEffect(() => {
    if (!isPainted) return
    let isMounted = true
    const cancel = runWhenIdle(() => {
      loadChunk(() => import('./LessonMarksLoader.tsx')).then(
        ({ LessonMarksLoader }) => isMounted && setLoader({ component: LessonMarksLoader }),
        () => undefined,
      )
    })
    return () => {
      isMounted = false
      cancel()
    }
  }, [isPainted])
  return loader?.component
}
