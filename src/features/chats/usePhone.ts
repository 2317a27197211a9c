import { useSyncExternalStore } from 'react'

const narrow = '(max-width: 47.99em)'

/** Whether list and talk are two pages, as on phones, and not side by side. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(narrow).matches)

function subscribe(listener: () => void): () => void {
  const media = matchMedia(narrow)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
