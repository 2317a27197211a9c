import { useEffect, useMemo } from 'react'
import { z } from 'zod/mini'
import { parseJson } from '../../lib/parseJson.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { readText, writeText } from '../../session/storedText.ts'
import { useUserStorage } from '../../session/userStorage.tsx'
import type { MyLesson } from './myDays.ts'

/** Lessons as seen on `day`, and on the last visit before that day (`earlier`). */
const SeenSchema = z.object({
  day: z.string(),
  cells: z.record(z.string(), z.string()),
  earlier: z.optional(z.record(z.string(), z.string())),
})

/**
 * Returns the lessons that differ from the last day on which the user looked. On the first visit, every lesson with a
 * substitution counts as changed.
 */
export function useDayChanges(lessons: readonly MyLesson[], today: string, isLoaded: boolean): MyLesson[] {
  const storage = useUserStorage()
  const { id } = useCurrentUser()
  const key = `staffroom:${id}:day:seen`
  // The stored state changes only through this hook, once a day.
  const seen = useMemo(
    () => SeenSchema.safeParse(parseJson(readText(storage, key) ?? '')).data,
    [storage, key],
  )
  const earlier = seen?.day === today ? seen.earlier : seen?.cells
  useEffect(() => {
    if (!isLoaded) return
    const cells = Object.fromEntries(lessons.map(lesson => [lesson.key, describe(lesson)]))
    writeText(storage, key, JSON.stringify({ day: today, cells, ...(earlier && { earlier }) }))
  }, [storage, key, today, isLoaded, lessons, earlier])
  return useMemo(
    () =>
      lessons.filter(entry => {
        const before = earlier?.[entry.key]
        return before === undefined ? isSubstituted(entry) : before !== describe(entry)
      }),
    [lessons, earlier],
  )
}

const isSubstituted = ({ role, lesson }: MyLesson) =>
  role !== 'own' || (lesson.change !== undefined && lesson.change !== 'note')

const describe = ({ role, lesson: { hour, subject, room, teacher, change } }: MyLesson): string =>
  JSON.stringify([role, hour.start, subject.name, room.current, teacher.current, change === 'cancelled'])
