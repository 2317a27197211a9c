import { IconSun } from '@tabler/icons-react'

/** Code and icon of the screen in src/screens.ts. */
export const dayRoutes = {
  day: {
    icon: IconSun,
    Component: async () => (await import('./DayScreen.tsx')).DayScreen,
  },
  coverSheet: { Component: async () => (await import('./cover/CoverScreen.tsx')).CoverScreen },
}
