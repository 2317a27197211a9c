import { useState, useSyncExternalStore } from 'react'
import { useLocale } from 'use-intl'
import type { Homework } from '../../../contract/homework.ts'
import { parsePoints } from '../../../lib/points.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { createTextStore } from '../../../session/textStore.ts'
import { useUserStorage } from '../../../session/userStorage.tsx'
import type { MarkingContext } from '../scheme/markedDraft.ts'

type Maximum = {
  /** Undefined if it is unknown. */
  maxPoints: number | undefined
  /** Undefined if the homework has its own maximum, which can't be edited here. */
  typed: string | undefined
  set: (typed: string) => void
}

type HomeworkPoints = Pick<Homework, 'id' | 'points'>

/** The maximum that the user typed, as text in this browser. */
function useStoredMaximum(todoId: number) {
  'use memo'
  const key = `staffroom:${useCurrentUser().id}:homework:maximum:${todoId}`
  const { subscribe, read, write } = createTextStore(useUserStorage(), key)
  return { text: useSyncExternalStore(subscribe, read), write }
}

/** Returns the homework's own maximum, or the one that the user typed for it in this browser. */
export function useMaximum({ id, points }: HomeworkPoints): Maximum {
  const stored = useStoredMaximum(id)
  const [invalidText, setInvalidText] = useState<string>()
  const typed = invalidText ?? stored.text
  if (points) return { maxPoints: points, typed: undefined, set: () => undefined }
  return {
    maxPoints: parsePoints(typed) || undefined,
    typed,
    set: text => {
      const isValid = text.trim() === '' || Boolean(parsePoints(text))
      setInvalidText(isValid ? undefined : text)
      if (isValid) stored.write(text.trim())
    },
  }
}

/** Returns the maximum, the scheme and the language, to compute points of a homework. */
export function useMarkingContext(
  { id, points }: HomeworkPoints,
  lines: MarkingContext['lines'],
): MarkingContext {
  'use memo'
  const language = useLocale()
  const { text } = useStoredMaximum(id)
  return { lines, maxPoints: points || parsePoints(text) || undefined, language }
}
