import type { ChangedValue, PartChange, PlannedLesson } from '../../contract/lessons.ts'
import { toHex } from '../../lib/encoding.ts'
import type { CalendarEvent } from '../../lib/icalendar.ts'
import type { Language } from '../../lib/language.ts'
import { getInstants } from '../../lib/schoolTime.ts'
import type { Sha256 } from '../../lib/sha256.ts'
import { calendarTexts } from './calendarTexts.ts'

type EventLesson = {
  classId: number
  className: string
  lesson: PlannedLesson
  role?: 'cover' | 'given'
}

type EventOptions = {
  /** If true, titles omit the name of the class, and each event names its teacher. */
  isOfOneClass: boolean
  language: Language
  timeZone: string
  host: string
  /** Different for each calendar, so that a UID reveals no ID of the database. */
  salt: string
  sha256: Sha256
}

/**
 * Contains times, subject, class, room and teacher. Notes of the school are free text, which may name pupils, so they are
 * omitted.
 */
export async function serializeEvent(
  { classId, className, lesson, role }: EventLesson,
  { isOfOneClass, language, timeZone, host, salt, sha256 }: EventOptions,
): Promise<CalendarEvent> {
  const t = calendarTexts[language]
  const isCancelled = lesson.change === 'cancelled'
  const title = isOfOneClass ? lesson.subject.name : `${lesson.subject.name} ${className}`
  const markTitle = isCancelled ? t.cancelled : role && t[role]
  const digest = await sha256(`${salt} ${classId} ${lesson.key}`)
  return {
    uid: `${toHex(digest.subarray(0, 16))}@${host}`,
    ...getInstants(lesson.date, lesson.hour, timeZone),
    summary: markTitle ? markTitle(title) : title,
    description: describeLesson(lesson, { language, namesTeacher: isOfOneClass || role !== undefined }),
    location: lesson.room.current,
    // The teacher is free when another one takes the lesson.
    isCancelled: isCancelled || role === 'given',
  }
}

/** One line for each fact. */
function describeLesson(
  { teacher, room, isSelfStudy, parts = [] }: PlannedLesson,
  { language, namesTeacher }: { language: Language; namesTeacher: boolean },
): string {
  const t = calendarTexts[language]
  const lines = [
    namesTeacher || teacher.planned !== undefined ? describeTeacher(teacher, language) : '',
    isSelfStudy ? t.selfStudy : '',
    isChanged(room) ? t.newRoom(room) : '',
    ...parts.map(part => describePart(part, language)),
  ]
  return lines.filter(line => line !== '').join('\n')
}

function describeTeacher(teacher: ChangedValue, language: Language): string {
  const t = calendarTexts[language]
  if (teacher.current === '') return ''
  return isChanged(teacher) ? t.newTeacher(teacher) : t.teacher(teacher.current)
}

function describePart(part: PartChange, language: Language): string {
  const t = calendarTexts[language]
  const facts = [
    part.kind === 'cancelled' ? t.noLesson : '',
    part.isSelfStudy ? t.selfStudy : '',
    part.teacher ? t.substituteIs(part.teacher) : '',
    part.room ?? '',
  ].filter(fact => fact !== '')
  return facts.length > 0 ? `${t.periods(part.first, part.last)}: ${facts.join(', ')}` : ''
}

const isChanged = (value: ChangedValue): value is { current: string; planned: string } =>
  Boolean(value.planned) && value.current !== ''
