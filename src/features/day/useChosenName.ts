import { useState } from 'react'
import { useCurrentUser } from '../../session/currentUser.ts'
import { readText, writeText } from '../../session/storedText.ts'
import { useUserStorage } from '../../session/userStorage.tsx'

/** The name that the user has chosen in the timetables. Stored on this device. */
export function useChosenName(): [name: string | undefined, choose: (name: string) => void] {
  const storage = useUserStorage()
  const { id } = useCurrentUser()
  const key = `staffroom:${id}:day:teacher`
  const [name, setName] = useState(() => readText(storage, key))
  const choose = (chosen: string) => {
    writeText(storage, key, chosen)
    setName(chosen)
  }
  return [name, choose]
}
