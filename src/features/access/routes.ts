import { IconKey } from '@tabler/icons-react'

/** Code of the screen in src/screens.ts. */
export const accessRoutes = {
  access: {
    icon: IconKey,
    Component: async () => (await import('./classAccess/AccessScreen.tsx')).AccessScreen,
    loader: async () => (await import('./classAccess/accessLoader.ts')).accessLoader,
  },
}
