import type { Language } from '../../lib/language.ts'

type Changed = { current: string; planned: string }

type CalendarTexts = {
  ownLessons: string
  timetable: (className: string) => string
  cancelled: (title: string) => string
  cover: (title: string) => string
  given: (title: string) => string
  teacher: (name: string) => string
  newTeacher: (names: Changed) => string
  newRoom: (rooms: Changed) => string
  selfStudy: string
  substituteIs: (name: string) => string
  noLesson: string
  periods: (first: number, last: number) => string
}

/** Texts of the calendars that the service sends. The app's texts are in src/i18n. */
export const calendarTexts: Readonly<Record<Language, CalendarTexts>> = {
  en: {
    ownLessons: 'My lessons',
    timetable: className => `Timetable ${className}`,
    cancelled: title => `Cancelled: ${title}`,
    cover: title => `Cover: ${title}`,
    given: title => `Covered: ${title}`,
    teacher: name => `Teacher: ${name}`,
    newTeacher: ({ current, planned }) => `Teacher: ${current} instead of ${planned}`,
    newRoom: ({ current, planned }) => `Room: ${current} instead of ${planned}`,
    selfStudy: 'Self-study',
    substituteIs: name => `Substitute: ${name}`,
    noLesson: 'Cancelled',
    periods: (first, last) => (first === last ? `Period ${first}` : `Periods ${first}–${last}`),
  },
  de: {
    ownLessons: 'Mein Unterricht',
    timetable: className => `Stundenplan ${className}`,
    cancelled: title => `Entfällt: ${title}`,
    cover: title => `Vertretung: ${title}`,
    given: title => `Wird vertreten: ${title}`,
    teacher: name => `Lehrkraft: ${name}`,
    newTeacher: ({ current, planned }) => `Lehrkraft: ${current} statt ${planned}`,
    newRoom: ({ current, planned }) => `Raum: ${current} statt ${planned}`,
    selfStudy: 'Eigenarbeit',
    substituteIs: name => `Vertretung: ${name}`,
    noLesson: 'Entfällt',
    periods: (first, last) => (first === last ? `${first}. Stunde` : `${first}.–${last}. Stunde`),
  },
}
