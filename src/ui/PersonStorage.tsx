import { createContext, type ReactNode, use } from 'react'

const PersonStorageContext = createContext<Storage | undefined>(undefined)

/** `passing`: what is kept ends with the tab, as it must on a shared computer. */
export function PersonStorageProvider({ passing, children }: { passing: boolean; children: ReactNode }) {
  return <PersonStorageContext value={openStorage(passing)}>{children}</PersonStorageContext>
}

/** Where screens keep what they show for one person, `undefined` where the browser blocks it. */
export const usePersonStorage = (): Storage | undefined => use(PersonStorageContext)

/** Even naming a blocked storage throws. */
function openStorage(passing: boolean): Storage | undefined {
  try {
    return passing ? window.sessionStorage : window.localStorage
  } catch {
    return undefined
  }
}
