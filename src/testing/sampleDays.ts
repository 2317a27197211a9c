import type { Lesson, Role } from '../contract/lessons.ts'
import type { MyTimelineDay, Slot, TimelineDay } from '../contract/timeline.ts'

const times = [
  ['08:00', '08:45'],
  ['08:50', '09:35'],
  ['09:55', '10:40'],
  ['10:45', '11:30'],
] as const

export const subject = (id: number, name: string, room = '204', teacher = 'Albrecht'): Lesson => ({
  id,
  name,
  short: name.slice(0, 2),
  room,
  teacher,
  note: null,
  color: null,
  is_gradable: true,
  is_timetable_only: false,
  rooms: {},
  import_source: undefined,
})

export const maths = subject(1, 'Maths')
export const english = subject(2, 'English', '101', 'Ruiz')
export const french = subject(3, 'French', '301', 'Moreau')

/** Period 1 to 4. */
export function hour(position: number, ...lessons: Lesson[]): Slot {
  const [start, end] = times[position - 1] ?? ['15:00', '15:45']
  return {
    unit: { id: 100 + position, start, end, position, positions: [position], text: '', text_readable: '' },
    lessons,
    is_break: false,
  }
}

export function hours(first: number, last: number, ...lessons: Lesson[]): Slot {
  const { unit } = hour(first, ...lessons)
  const positions = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  return { unit: { ...unit, end: hour(last).unit.end, positions }, lessons, is_break: false }
}

export const breakSlot: Slot = {
  unit: {
    id: null,
    start: '09:35',
    end: '09:55',
    position: null,
    positions: undefined,
    text: 'Break',
    text_readable: 'Break',
  },
  lessons: null,
  is_break: true,
}

export const day = (date: string, lessons: Slot[], more: Partial<TimelineDay> = {}): TimelineDay => ({
  date,
  is_today: false,
  is_unschooled: false,
  lessons,
  representations: [],
  ...more,
})

/** A slot of `GET /me/timetable/timeline`. */
export const mySlot = (
  slot: Slot,
  role: Role = 'own',
  ofClass = { course_id: 1, course_name: '8b' },
): MyTimelineDay['lessons'][number] => ({ ...slot, ...ofClass, role })

export const myDay = (
  date: string,
  lessons: MyTimelineDay['lessons'],
  more: Partial<TimelineDay> = {},
): MyTimelineDay => ({ ...day(date, [], more), lessons })
