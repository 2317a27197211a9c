import { Calendar, type CalendarRef } from '@fullcalendar/react'
import classicTheme from '@fullcalendar/react/themes/classic'
import timeGrid from '@fullcalendar/react/timegrid'
import '@fullcalendar/react/skeleton.css'
import '@fullcalendar/react/themes/classic/theme.css'
import '@fullcalendar/react/themes/classic/palette.css'
import { createRef } from 'react'
import { createApp } from '../createApp.tsx'
import type { Candidate } from './candidate.ts'
import { allLessons, firstMonday } from './lessons.ts'

const calendar = createRef<CalendarRef>()
const events = allLessons().map(lesson => ({
  id: lesson.id,
  title: `${lesson.name} ${lesson.room} ${lesson.teacher}`,
  start: `${lesson.day}T${lesson.start}`,
  end: `${lesson.day}T${lesson.end}`,
  color: lesson.colour,
  className: `lesson-${lesson.id}`,
}))

export const candidate: Candidate = {
  ...createApp(() => (
    <Calendar
      ref={calendar}
      plugins={[timeGrid, classicTheme]}
      initialView="timeGridWeek"
      initialDate={firstMonday}
      weekends={false}
      allDaySlot={false}
      slotMinTime="07:30"
      slotMaxTime="17:00"
      height="100%"
      events={events}
    />
  )),
  next: () => calendar.current?.getApi().next(),
  shows: (root, week) => root.querySelector(`.lesson-${week}-4-9`) !== null,
}
