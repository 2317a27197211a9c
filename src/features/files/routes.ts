import { IconFolder } from '@tabler/icons-react'

/** Code of the screen in src/screens.ts. */
export const fileRoutes = {
  files: {
    icon: IconFolder,
    Component: async () => (await import('./FilesScreen.tsx')).FilesScreen,
    loader: async () => (await import('./filesLoader.ts')).filesLoader,
  },
}
