import { useState, useSyncExternalStore } from 'react'
import { useLocale } from 'use-intl'
import type { Homework } from '../../../contract/homework.ts'
import { parsePoints } from '../../../lib/points.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { useUserStorage } from '../../../session/userStorage.tsx'
import type { MarkingContext } from '../scheme/markedDraft.ts'
import { createTextStore } from '../textStore.ts'

type Maximum = {
  /** Undefined if it is unknown. */
  maxPoints: number | undefined
  /** Undefined if the homework has its own maximum, which can't be edited here. */
  typed: string | undefined
  set: (typed: string) => void
}

type HomeworkPoints = Pick<Homework, 'id' | 'points'>

const useTypedMaximum = (todoId: number) =>
  createTextStore(useUserStorage(), `staffroom:${useCurrentUser().id}:homework:maximum:${todoId}`)

/** Returns the homework's own maximum, or the one that the user typed for it in this browser. */
export function useMaximum({ id, points }: HomeworkPoints): Maximum {
  const storage = useTypedMaximum(id)
  const [typed, setTyped] = useState(storage.read)
  if (points) return { maxPoints: points, typed: undefined, set: () => undefined }
  return {
    maxPoints: parsePoints(typed) || undefined,
    typed,
    set: text => {
      setTyped(text)
      if (text.trim() === '' || parsePoints(text)) storage.write(text.trim())
    },
  }
}

/** Returns the maximum, the scheme and the language, to compute points of a homework. */
export function useMarkingContext(
  { id, points }: HomeworkPoints,
  lines: MarkingContext['lines'],
): MarkingContext {
  const language = useLocale()
  const { subscribe, read } = useTypedMaximum(id)
  const typed = useSyncExternalStore(subscribe, read)
  return { lines, maxPoints: points || parsePoints(typed) || undefined, language }
}
