import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { IntlProvider } from 'use-intl'
import { createApi } from '../../../src/api/createApi.ts'
import { paths } from '../../../src/app/paths.ts'
import { TimetableScreen } from '../../../src/features/timetable/TimetableScreen.tsx'
import { timetableQuery } from '../../../src/features/timetable/timetableQuery.ts'
import { en } from '../../../src/i18n/en.ts'
import { instantAt } from '../../../src/lib/schoolTime.ts'
import { plusDays, weekOf } from '../../../src/lib/week.ts'
import { PersonProvider } from '../../../src/ui/Person.tsx'
import { SchoolTimeProvider } from '../../../src/ui/SchoolTime.tsx'
import '../../../src/ui/tokens.css'
import '../../../src/ui/base.css'
import type { Candidate } from './candidate.ts'
import { firstMonday, timelineDays, timeZone, weekCount } from './lessons.ts'

/** The screen as it is shipped, toolbar and all, its ten weeks in the cache as the service answers them. */
const today = plusDays(firstMonday, 2)
const clock = () => instantAt(today, '09:12', timeZone)
const api = createApi({ fetch: () => new Promise(() => {}), clock: Date.now })
for (let week = 0; week < weekCount; week += 1) {
  const { queryKey } = timetableQuery(1, weekOf(plusDays(firstMonday, week * 7)), today)
  api.queryClient.setQueryData(queryKey, { rows: timelineDays(), unreadable: 0 })
}
const router = createMemoryRouter([{ path: '/classes/:courseId/timetable', Component: TimetableScreen }], {
  initialEntries: [paths.timetable(1)],
})
const schoolTime = { timeZone, clock }

export const candidate: Candidate = {
  mount: root =>
    createRoot(root).render(
      <IntlProvider locale="en" messages={en} timeZone={timeZone}>
        <QueryClientProvider client={api.queryClient}>
          <SchoolTimeProvider value={schoolTime}>
            <PersonProvider value={{ id: 1, name: 'Jana Albrecht' }}>
              <RouterProvider router={router} />
            </PersonProvider>
          </SchoolTimeProvider>
        </QueryClientProvider>
      </IntlProvider>,
    ),
  next: () => {
    void router.navigate(paths.timetable(1, { week: weekOf(plusDays(firstMonday, 7)) }))
  },
  shows: (root, week) =>
    root.querySelector(`[data-lesson^="${plusDays(firstMonday, week * 7 + 4)}/hour 10/"]`) !== null,
}
