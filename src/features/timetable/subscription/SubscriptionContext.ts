import { createContext } from 'react'

/** Whether this is the demo. It runs in the browser, where no calendar app can reach it. */
export const IsDemoContext = createContext(false)
