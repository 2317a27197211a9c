import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, Outlet } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { IntlProvider } from 'use-intl'
import { query } from '../../../src/api/cache/query.ts'
import { createApi } from '../../../src/api/createApi.ts'
import { courses } from '../../../src/contract/courses.ts'
import { TimetableScreen } from '../../../src/features/timetable/TimetableScreen.tsx'
import { timetableLoader, timetableQuery } from '../../../src/features/timetable/timetableLoader.ts'
import { SchoolTimeProvider } from '../../../src/i18n/SchoolTime.tsx'
import { toInstant } from '../../../src/lib/schoolTime.ts'
import { addDaysToDay, toIsoWeek } from '../../../src/lib/week.ts'
import { OutboxProvider } from '../../../src/outbox/OutboxContext.ts'
import { paths } from '../../../src/paths.ts'
import { CurrentUserProvider } from '../../../src/session/currentUser.ts'
import { UserStorageProvider } from '../../../src/session/userStorage.tsx'
import { loadMessages } from '../../../src/testing/loadMessages.ts'
import { MantineRoot } from '../../../src/ui/MantineRoot.tsx'
import '../../../src/ui/tokens.css'
import '../../../src/ui/base.css'
import { openBenchOutbox } from '../openBenchOutbox.ts'
import type { Candidate } from './candidate.ts'
import { firstMonday, getMonday, timelineDays, timeZone, weekCount } from './lessons.ts'

/** The screen as users get it, with toolbar and loader. The ten weeks are in the cache. */
const today = addDaysToDay(firstMonday, 2)
const start = toInstant(today, '09:12', timeZone)
const clock = () => start + performance.now()
const api = createApi({ fetch: () => new Promise(() => {}), clock: Date.now })
const rows = timelineDays()
for (let week = 0; week < weekCount; week += 1) {
  const { queryKey } = timetableQuery(1, toIsoWeek(getMonday(week)), today)
  api.queryClient.setQueryData(queryKey, { rows, unreadable: 0 })
}
// In the app, the shell has already fetched the class.
const { queryKey: course } = query(courses.get, { course_id: 1 })
api.queryClient.setQueryData(course, { id: 1, name: '7b' })
const openOutbox = await openBenchOutbox(api)
const messages = await loadMessages('en')
const schoolTime = { timeZone, clock }
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
      <IntlProvider locale="en" messages={messages} timeZone={timeZone}>
        <MantineRoot>
          <QueryClientProvider client={api.queryClient}>
            <SchoolTimeProvider value={schoolTime}>
              <CurrentUserProvider value={{ id: 1, name: 'Jana Albrecht' }}>
                <UserStorageProvider isTemporary={false}>
                  <OutboxProvider value={openOutbox}>
                    <RouterProvider router={router} />
                  </OutboxProvider>
                </UserStorageProvider>
              </CurrentUserProvider>
            </SchoolTimeProvider>
          </QueryClientProvider>
        </MantineRoot>
      </IntlProvider>,
    ),
  show: () => show(),
  next: root => root.querySelector<HTMLElement>('[aria-label="Week after"]')?.click(),
  shows: (root, week) =>
    root.querySelector(`[data-lesson^="${addDaysToDay(getMonday(week), 4)}/hour 10/"]`) !== null,
}
