import { createContext, type ReactNode, use } from 'react'

const UserStorageContext = createContext<Storage | undefined>(undefined)

/**
 * Provides the storage for what screens store per user. `passing`: it ends with the tab, as required on a shared
 * computer.
 */
export function UserStorageProvider({ passing, children }: { passing: boolean; children: ReactNode }) {
  const storage = unlessBlocked(() => (passing ? sessionStorage : localStorage))
  return <UserStorageContext value={storage}>{children}</UserStorageContext>
}

/** Returns the storage for the signed-in user, or undefined if the browser blocks it. */
export const useUserStorage = (): Storage | undefined => use(UserStorageContext)

/** Returns the result of `open`, or undefined if it throws. A browser that blocks storage throws on the mere access. */
export function unlessBlocked<T>(open: () => T): T | undefined {
  try {
    return open()
  } catch {
    return undefined
  }
}
