import { createContext, type ReactNode, use } from 'react'

const PersonStorageContext = createContext<Storage | undefined>(undefined)

/**
 * Provides the storage for what screens store per user. `passing`: it ends with the tab, as required on a shared
 * computer.
 */
export function PersonStorageProvider({ passing, children }: { passing: boolean; children: ReactNode }) {
  const storage = unlessBlocked(() => (passing ? sessionStorage : localStorage))
  return <PersonStorageContext value={storage}>{children}</PersonStorageContext>
}

/** Returns the storage for the signed-in user, or undefined if the browser blocks it. */
export const usePersonStorage = (): Storage | undefined => use(PersonStorageContext)

/** Returns the result of `open`, or undefined if it throws. A browser that blocks storage throws on the mere access. */
export function unlessBlocked<T>(open: () => T): T | undefined {
  try {
    return open()
  } catch {
    return undefined
  }
}
