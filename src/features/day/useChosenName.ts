import { useSyncExternalStore } from 'react'
import { useCurrentUser } from '../../session/currentUser.ts'
import { createTextStore } from '../../session/textStore.ts'
import { useUserStorage } from '../../session/userStorage.tsx'

/** The name that the user has chosen in the timetables. Stored on this device. Undefined removes the choice. */
export function useChosenName(): [name: string | undefined, choose: (name: string | undefined) => void] {
  const key = `staffroom:${useCurrentUser().id}:day:teacher`
  const { subscribe, read, write } = createTextStore(useUserStorage(), key)
  const name = useSyncExternalStore(subscribe, read) || undefined
  return [name, chosen => write(chosen ?? '')]
}
