import { createContext, use } from 'react'

/** Opens the list of writes that are not sent yet. The shell provides it. */
export const ShowUnsentContext = createContext<() => void>(() => undefined)

export const useShowUnsent = (): (() => void) => use(ShowUnsentContext)
