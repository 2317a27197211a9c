import { IconCalendarWeek } from '@tabler/icons-react'
import { timetableLoader } from './timetableLoader.ts'

/**
 * Code of the screen in src/screens.ts. The loader is in the first load, so that its request starts early.
 */
export const timetableRoutes = {
  timetable: {
    icon: IconCalendarWeek,
    Component: async () => (await import('./TimetableScreen.tsx')).TimetableScreen,
    loader: async () => timetableLoader,
  },
}
