import { useState } from 'react'
import { createApp } from '../createApp.tsx'
import type { Candidate } from './candidate.ts'
import { hours, lessonsOfWeek } from './lessons.ts'

const weeks = Array.from({ length: 10 }, (_, week) => lessonsOfWeek(week))
let step = () => {}

/** The minimum: a CSS grid of plain elements, without memoization or computation. */
function BareGrid() {
  const [week, setWeek] = useState(0)
  step = () => setWeek(week + 1)
  const lessons = weeks[week] ?? []
  return (
    <div
      style={{
        display: 'grid',
        height: '100%',
        gridTemplateColumns: '4rem repeat(5, minmax(0, 1fr))',
        gridTemplateRows: '2rem repeat(10, 1fr)',
      }}
    >
      <span />
      {[0, 1, 2, 3, 4].map(day => (
        <b key={day}>{lessons[day * 10]?.day}</b>
      ))}
      {hours.map((hour, row) => [
        <div key={hour.start}>
          <b>{row + 1}</b>
          <time>{hour.start}</time>
          <time>{hour.end}</time>
        </div>,
        ...[0, 1, 2, 3, 4].map(day => {
          const lesson = lessons[day * 10 + row]
          return (
            <div key={day} style={{ border: '1px solid #e7e7e3' }}>
              {lesson && (
                <button
                  type="button"
                  data-lesson={lesson.id}
                  style={{
                    display: 'grid',
                    width: '100%',
                    height: '100%',
                    textAlign: 'left',
                    border: 0,
                    borderLeft: `4px solid ${lesson.colour}`,
                  }}
                >
                  <b>
                    <span>{lesson.name}</span>
                    <span hidden>{lesson.name.slice(0, 2)}</span>
                  </b>
                  <span>{lesson.room}</span>
                  <span>{lesson.teacher}</span>
                </button>
              )}
            </div>
          )
        }),
      ])}
    </div>
  )
}

export const candidate: Candidate = {
  ...createApp(() => <BareGrid />),
  next: () => step(),
  shows: (root, week) => root.querySelector(`[data-lesson="${week}-4-9"]`) !== null,
}
