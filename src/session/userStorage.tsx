import { createContext, type ReactNode, use } from 'react'

const UserStorageContext = createContext<Storage | undefined>(undefined)

/** `isTemporary`: until the tab closes, for shared computers. Returns undefined if storage is blocked. */
export const getUserStorage = ({ isTemporary }: { isTemporary: boolean }): Storage | undefined =>
  unlessBlocked(() => (isTemporary ? sessionStorage : localStorage))

export function UserStorageProvider({
  isTemporary,
  children,
}: {
  isTemporary: boolean
  children: ReactNode
}) {
  const storage = getUserStorage({ isTemporary })
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
