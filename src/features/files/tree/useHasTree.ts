import { useSyncExternalStore } from 'react'

const wide = '(min-width: 90em)'

/** Whether the page has room for the folders at the side. */
export const useHasTree = (): boolean =>
  useSyncExternalStore(
    listener => {
      const media = matchMedia(wide)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(wide).matches,
  )
