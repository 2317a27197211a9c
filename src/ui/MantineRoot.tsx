import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { theme } from './theme.ts'

// Mantine must only read the attribute, which app/App.tsx sets. It would write the value of its last render, and the
// theme may have changed since.
const getColorScheme = () =>
  document.documentElement.dataset.mantineColorScheme === 'dark' ? 'dark' : 'light'

const getNoRoot = () => undefined

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
