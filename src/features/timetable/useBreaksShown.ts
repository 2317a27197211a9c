import { useState } from 'react'
import { usePersonStorage } from '../../ui/PersonStorage.tsx'

/** Whether this person wants to see the breaks; remembered in this browser. */
export function useBreaksShown(userId: number): [boolean, (shown: boolean) => void] {
  const key = `staffroom:${userId}:timetable:breaks`
  const storage = usePersonStorage()
  const [shown, setShown] = useState(() => read(storage, key) !== 'hidden')
  const choose = (next: boolean) => {
    setShown(next)
    try {
      storage?.setItem(key, next ? 'shown' : 'hidden')
    } catch {
      // Full: the choice holds until the page closes.
    }
  }
  return [shown, choose]
}

function read(storage: Storage | undefined, key: string): string | null {
  try {
    return storage?.getItem(key) ?? null
  } catch {
    return null
  }
}
