import { createContext, type ReactNode, use } from 'react'

const PersonStorageContext = createContext<Storage | undefined>(undefined)

/** `passing`: what is kept ends with the tab, as it must on a shared computer. */
export function PersonStorageProvider({ passing, children }: { passing: boolean; children: ReactNode }) {
  const storage = unlessBlocked(() => (passing ? sessionStorage : localStorage))
  return <PersonStorageContext value={storage}>{children}</PersonStorageContext>
}

/** Where screens keep what they show for one person, `undefined` where the browser blocks it. */
export const usePersonStorage = (): Storage | undefined => use(PersonStorageContext)

/** What a browser may block: even naming it throws. */
export function unlessBlocked<T>(open: () => T): T | undefined {
  try {
    return open()
  } catch {
    return undefined
  }
}
