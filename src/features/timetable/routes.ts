import { IconCalendarWeek } from '@tabler/icons-react'
import { timetableLoader } from './timetableLoader.ts'

/** The loader is in the first load, so that its request starts early. src/screens.ts loads the screen. */
export const timetableRoutes = {
  timetable: {
    icon: IconCalendarWeek,
    Component: async () => (await import('./TimetableScreen.tsx')).TimetableScreen,
    loader: async () => timetableLoader,
  },
}
