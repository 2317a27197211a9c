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

/** Compared values of a lesson. Stored as JSON. */
const SeenLessonSchema = z.tuple([
  z.enum(['own', 'cover', 'given']),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.boolean(),
])

/** `before`: the lesson on the last day on which the user looked. Undefined if it was not shown. */
export type ChangedLesson = MyLesson & {
  before:
    | { role: MyLesson['role']; start: string; room: string; teacher: string; isCancelled: boolean }
    | undefined
}

/**
 * Returns the lessons that differ from the last day on which the user looked. On the first visit, every lesson with a
 * substitution counts as changed.
 */
export function useDayChanges(
  lessons: readonly MyLesson[],
  today: string,
  isLoaded: boolean,
): ChangedLesson[] {
  const storage = useUserStorage()
  const { id } = useCurrentUser()
  const key = `staffroom:${id}:day:seen`
  // Only this hook changes the stored state, so it is read once a day.
  const earlier = useMemo(() => {
    const seen = SeenSchema.safeParse(parseJson(readText(storage, key) ?? '')).data
    return seen?.day === today ? seen.earlier : seen?.cells
  }, [storage, key, today])
  useEffect(() => {
    if (!isLoaded) return
    const cells = Object.fromEntries(lessons.map(lesson => [lesson.key, describe(lesson)]))
    writeText(storage, key, JSON.stringify({ day: today, cells, ...(earlier && { earlier }) }))
  }, [storage, key, today, isLoaded, lessons, earlier])
  return useMemo(
    () =>
      lessons.flatMap(entry => {
        const before = earlier?.[entry.key]
        const isChanged = before === undefined ? isSubstituted(entry) : before !== describe(entry)
        return isChanged ? [{ ...entry, before: before === undefined ? undefined : parseSeen(before) }] : []
      }),
    [lessons, earlier],
  )
}

function parseSeen(text: string): ChangedLesson['before'] {
  const seen = SeenLessonSchema.safeParse(parseJson(text)).data
  if (!seen) return undefined
  const [role, start, _subject, room, teacher, isCancelled] = seen
  return { role, start, room, teacher, isCancelled }
}

const isSubstituted = ({ role, lesson }: MyLesson) =>
  role !== 'own' || (lesson.change !== undefined && lesson.change !== 'note')

const describe = ({ role, lesson: { hour, subject, room, teacher, change } }: MyLesson): string =>
  JSON.stringify([role, hour.start, subject.name, room.current, teacher.current, change === 'cancelled'])
