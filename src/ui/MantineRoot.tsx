import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { theme } from './theme.ts'

// tokens.css and index.html use Mantine's own attribute; app/App.tsx keeps it right, Mantine only reads it: what
// it would write is as old as the render, and the theme may have changed since.
const shownScheme = () => (document.documentElement.dataset.mantineColorScheme === 'dark' ? 'dark' : 'light')

const noRoot = () => undefined

/** Mantine for everything below: its theme, without the styles it would write into the page itself. */
export function MantineRoot({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={shownScheme()}
      getRootElement={noRoot}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  )
}
