import { createContext, use } from 'react'

/** `name` is undefined while it is loading, or if the service has no name. */
export type MyClass = { id: number; name: string | undefined; isNameLoading: boolean }

/** The classes of the user, also those added by number. The shell provides them. */
export const MyClassesContext = createContext<readonly MyClass[]>([])

export const useMyClasses = (): readonly MyClass[] => use(MyClassesContext)
