import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { theme } from './theme.ts'

// tokens.css and index.html use Mantine's own attribute. app/App.tsx keeps it up to date, and Mantine only reads it.
// Mantine would write the value of its last render, and the theme may have changed since.
const getColorScheme = () =>
  document.documentElement.dataset.mantineColorScheme === 'dark' ? 'dark' : 'light'

const getNoRoot = () => undefined

/** Provides Mantine with our theme. Mantine writes no styles into the page itself. */
export function MantineRoot({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={getColorScheme()}
      getRootElement={getNoRoot}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  )
}
