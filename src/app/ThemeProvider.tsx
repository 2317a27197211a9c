import { type ReactNode, useEffect } from 'react'
import { useSettings } from './AppContext.tsx'

/** Light or dark: the person's choice, else the system's, followed while the page is open. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const { theme: chosen } = useSettings()
  useEffect(() => {
    const system = matchMedia('(prefers-color-scheme: dark)')
    const show = () => {
      const scheme = chosen === 'auto' ? (system.matches ? 'dark' : 'light') : chosen
      // Mantine's own attribute: tokens.css switches on it, and public/theme.js sets it before the first paint.
      document.documentElement.dataset.mantineColorScheme = scheme
    }
    show()
    system.addEventListener('change', show)
    return () => system.removeEventListener('change', show)
  }, [chosen])
  return children
}
