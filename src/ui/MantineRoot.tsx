import '@mantine/core/styles/default-css-variables.css'
import './mantine.css'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { theme } from './theme.ts'

// tokens.css and index.html use Mantine's own attribute; app/App.tsx keeps it right, Mantine only reads it: what
// it would write is as old as the render, and the theme may have changed since.
const shownScheme = () => (document.documentElement.dataset.mantineColorScheme === 'dark' ? 'dark' : 'light')

const noRoot = () => undefined

/**
 * Mantine for what floats above a screen. Each float brings it along, so that the first load is without it: the
 * shell and the screens are plain elements on the same tokens.
 */
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
