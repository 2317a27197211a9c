import 'temporal-polyfill/global'
import { createCalendar, createViewWeek } from '@schedule-x/calendar'
import { createCalendarControlsPlugin } from '@schedule-x/calendar-controls'
import { ScheduleXCalendar } from '@schedule-x/react'
import '@schedule-x/theme-default/dist/index.css'
import { createApp } from '../createApp.tsx'
import type { Candidate } from './candidate.ts'
import { allLessons, firstMonday, getMonday, timeZone } from './lessons.ts'

const controls = createCalendarControlsPlugin()
const app = createCalendar(
  {
    views: [createViewWeek()],
    selectedDate: Temporal.PlainDate.from(firstMonday),
    timezone: timeZone,
    dayBoundaries: { start: '07:00', end: '17:00' },
    weekOptions: { nDays: 5 },
    events: allLessons().map(lesson => ({
      id: lesson.id,
      title: `${lesson.name} ${lesson.room} ${lesson.teacher}`,
      start: Temporal.ZonedDateTime.from(`${lesson.day}T${lesson.start}[${timeZone}]`),
      end: Temporal.ZonedDateTime.from(`${lesson.day}T${lesson.end}[${timeZone}]`),
    })),
  },
  [controls],
)
let week = 0

export const candidate: Candidate = {
  ...createApp(() => <ScheduleXCalendar calendarApp={app} />),
  next: () => {
    week += 1
    controls.setDate(Temporal.PlainDate.from(getMonday(week)))
  },
  shows: (root, shown) => root.querySelector(`[data-event-id="${shown}-4-9"]`) !== null,
}
