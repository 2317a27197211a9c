import { createContext, use } from 'react'

const ExtensionsContext = createContext(false)
export const ExtensionsProvider = ExtensionsContext

/** Whether the service is our own. Before any other service, controls of extensions are hidden. */
export const useHasExtensions = (): boolean => use(ExtensionsContext)
