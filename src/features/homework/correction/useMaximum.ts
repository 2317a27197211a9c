import { useState } from 'react'
import type { Homework } from '../../../contract/homework.ts'
import { parsePoints } from '../../../lib/points.ts'
import { usePerson } from '../../../ui/Person.tsx'
import { usePersonStorage } from '../../../ui/PersonStorage.tsx'

export type Maximum = {
  /** The most points there are; `undefined` where nobody has said. */
  most: number | undefined
  /** As typed, for a homework without one of its own; then it can be changed. */
  typed: string | undefined
  set: (typed: string) => void
}

/** The most points of a homework: its own, or one this person remembers for it in this browser. */
export function useMaximum({ id, points }: Pick<Homework, 'id' | 'points'>): Maximum {
  const storage = usePersonStorage()
  const key = `staffroom:${usePerson().id}:homework:maximum:${id}`
  const [typed, setTyped] = useState(() => read(storage, key))
  if (points) return { most: points, typed: undefined, set: () => undefined }
  return {
    most: parsePoints(typed) || undefined,
    typed,
    set: text => {
      setTyped(text)
      try {
        if (text.trim() === '') storage?.removeItem(key)
        else if (parsePoints(text)) storage?.setItem(key, text.trim())
      } catch {
        // Full: it holds until the page closes.
      }
    },
  }
}

function read(storage: Storage | undefined, key: string): string {
  try {
    return storage?.getItem(key) ?? ''
  } catch {
    return ''
  }
}
