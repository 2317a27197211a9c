import { createContext, type ReactNode, use } from 'react'

const UserStorageContext = createContext<Storage | undefined>(undefined)

/** `isTemporary`: until the tab closes, for shared computers. */
export function UserStorageProvider({
  isTemporary,
  children,
}: {
  isTemporary: boolean
  children: ReactNode
}) {
  const storage = unlessBlocked(() => (isTemporary ? sessionStorage : localStorage))
  return <UserStorageContext value={storage}>{children}</UserStorageContext>
}

export const useUserStorage = (): Storage | undefined => use(UserStorageContext)

/** Returns undefined if `open` throws. A blocked storage throws on mere access. */
export function unlessBlocked<T>(open: () => T): T | undefined {
  try {
    return open()
  } catch {
    return undefined
  }
}
