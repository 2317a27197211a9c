import { useState } from 'react'
import { useCurrentUser } from '../../session/currentUser.ts'
import { readText, writeText } from '../../session/storedText.ts'
import { useUserStorage } from '../../session/userStorage.tsx'

/** The name that the user has chosen in the timetables. Stored on this device. Undefined removes the choice. */
export function useChosenName(): [name: string | undefined, choose: (name: string | undefined) => void] {
  const storage = useUserStorage()
  const { id } = useCurrentUser()
  const key = `staffroom:${id}:day:teacher`
  const [name, setName] = useState(() => readText(storage, key) || undefined)
  const choose = (chosen: string | undefined) => {
    writeText(storage, key, chosen ?? '')
    setName(chosen)
  }
  return [name, choose]
}
