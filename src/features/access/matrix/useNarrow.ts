import { useSyncExternalStore } from 'react'

const narrow = '(max-width: 47.99em)'

/** Whether there is no room for a table: a phone. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(narrow).matches)

function subscribe(listener: () => void): () => void {
  const media = matchMedia(narrow)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
