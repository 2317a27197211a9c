import { useState } from 'react'
import { browserStorage } from './browserStorage.ts'

/** Whether this person wants to see the breaks; remembered in this browser. */
export function useBreaksShown(userId: number): [boolean, (shown: boolean) => void] {
  const key = `staffroom:${userId}:timetable:breaks`
  const [shown, setShown] = useState(() => read(key) !== 'hidden')
  const choose = (next: boolean) => {
    setShown(next)
    try {
      browserStorage()?.setItem(key, next ? 'shown' : 'hidden')
    } catch {
      // Full: the choice holds until the page closes.
    }
  }
  return [shown, choose]
}

function read(key: string): string | null {
  try {
    return browserStorage()?.getItem(key) ?? null
  } catch {
    return null
  }
}
