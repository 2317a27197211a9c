import { addHours, format, getDay, parse, startOfWeek } from 'date-fns'
import { enGB } from 'date-fns/locale/en-GB'
import { useState } from 'react'
import { Calendar, dateFnsLocalizer } from 'react-big-calendar'
import 'react-big-calendar/lib/css/react-big-calendar.css'
import { createApp } from '../createApp.tsx'
import type { Candidate } from './candidate.ts'
import { allLessons, type BenchLesson, firstMonday, getMonday } from './lessons.ts'

const localizer = dateFnsLocalizer({ format, parse, startOfWeek, getDay, locales: { 'en-GB': enGB } })
const events = allLessons().map(lesson => ({
  lesson,
  title: `${lesson.name} ${lesson.room} ${lesson.teacher}`,
  start: new Date(`${lesson.day}T${lesson.start}`),
  end: new Date(`${lesson.day}T${lesson.end}`),
}))
const dayStart = new Date(`${firstMonday}T07:30`)
let step = () => {}

const eventProps = ({ lesson }: { lesson: BenchLesson }) => ({
  className: `lesson-${lesson.id}`,
  style: { backgroundColor: lesson.colour },
})

function BigCalendar() {
  const [week, setWeek] = useState(0)
  step = () => setWeek(week + 1)
  return (
    <Calendar
      localizer={localizer}
      culture="en-GB"
      events={events}
      view="work_week"
      views={['work_week']}
      onView={() => {}}
      date={new Date(`${getMonday(week)}T12:00`)}
      onNavigate={() => {}}
      min={dayStart}
      max={addHours(dayStart, 9)}
      eventPropGetter={event => eventProps(event)}
      style={{ height: '100%' }}
    />
  )
}

export const candidate: Candidate = {
  ...createApp(() => <BigCalendar />),
  next: () => step(),
  shows: (root, week) => root.querySelector(`.lesson-${week}-4-9`) !== null,
}
