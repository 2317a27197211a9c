import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, Outlet } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { query } from '../../../src/api/cache/query.ts'
import { courses } from '../../../src/contract/courses.ts'
import { TimetableScreen } from '../../../src/features/timetable/TimetableScreen.tsx'
import { timetableQuery } from '../../../src/features/timetable/timetableAddress.ts'
import { timetableLoader } from '../../../src/features/timetable/timetableLoader.ts'
import { addDaysToDay, toIsoWeek } from '../../../src/lib/week.ts'
import { paths } from '../../../src/paths.ts'
import { api, Surroundings, schoolTime } from '../surroundings.tsx'
import type { Candidate } from './candidate.ts'
import { firstMonday, getMonday, timelineDays, weekCount } from './lessons.ts'

/** The screen as users get it, with toolbar and loader. The ten weeks are in the cache. */
const today = addDaysToDay(firstMonday, 2)
const rows = timelineDays()
for (let week = 0; week < weekCount; week += 1) {
  const { queryKey } = timetableQuery(1, toIsoWeek(getMonday(week)), today)
  api.queryClient.setQueryData(queryKey, { rows, unreadable: 0 })
}
// In the app, the shell has already fetched the class.
const { queryKey: course } = query(courses.get, { course_id: 1 })
api.queryClient.setQueryData(course, { id: 1, name: '7b' })
let show = () => {}
/** Represents the part of the shell that contains the screen. */
function Screens() {
  const [shown, setShown] = useState(false)
  show = () => setShown(true)
  return shown ? <Outlet /> : <p>Not yet</p>
}
const router = createMemoryRouter(
  [
    {
      Component: Screens,
      // The app checks the session before every navigation.
      middleware: [() => undefined],
      children: [
        {
          path: '/classes/:courseId/timetable',
          loader: timetableLoader(api.queryClient, schoolTime),
          Component: TimetableScreen,
        },
      ],
    },
  ],
  { initialEntries: [paths.timetable(1)] },
)

export const candidate: Candidate = {
  start: root =>
    createRoot(root).render(
      <Surroundings>
        <RouterProvider router={router} />
      </Surroundings>,
    ),
  show: () => show(),
  next: root => root.querySelector<HTMLElement>('[aria-label="Week after"]')?.click(),
  shows: (root, week) =>
    root.querySelector(`[data-lesson^="${addDaysToDay(getMonday(week), 4)}/hour 10/"]`) !== null,
}
