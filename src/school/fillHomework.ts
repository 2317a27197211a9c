import { dayOf } from '../lib/schoolTime.ts'
import { plusDays, weekday } from '../lib/week.ts'
import type { Db } from '../service/db/schema.ts'
import { dueAt } from '../service/routes/homework.ts'
import { addHomework } from './addHomework.ts'
import { seedHolidays } from './calendar.ts'
import type { Draw } from './draw.ts'
import type { SeededPeople } from './fillPeople.ts'
import { homeworkPlan } from './homeworkPlan.ts'
import type { Pictures } from './photos.ts'
import type { SchoolKind } from './schoolKind.ts'
import { seedClasses, shortIn } from './subjects.ts'
import { weekPlans } from './weekPlans.ts'

type Options = {
  now: number
  timeZone: string
  draw: Draw
  people: SeededPeople
  kind: SchoolKind
  pictures: Pictures
}

/** Homework past, due and coming for every class, with everything that was handed in to it. */
export async function fillHomework(db: Db, options: Options): Promise<void> {
  const { kind } = options
  const plans = weekPlans()
  const today = dayOf(options.now, options.timeZone)
  for (const { name, subjects } of seedClasses) {
    const lessons = await db
      .selectFrom('lessons')
      .innerJoin('courses', 'courses.id', 'lessons.course_id')
      .select(['lessons.id', 'lessons.short', 'lessons.course_id'])
      .where('courses.name', '=', name)
      .execute()
    for (const planned of homeworkPlan(name, kind)) {
      const lesson = lessons.find(({ short }) => short === shortIn(name, planned.short, kind))
      const teacher = subjects.find(({ short }) => short === planned.short)?.teacher ?? ''
      if (!lesson) throw new Error(`The seed school has no ${planned.short} in ${name}.`)
      const weekdays = new Set(
        (plans.get(name) ?? []).filter(({ short }) => short === planned.short).map(each => each.weekday),
      )
      const due = Date.parse(
        await dueAt(db, {
          lesson_id: lesson.id,
          day: dueDay(today, planned.due, { weekdays, language: kind.language }),
          timeZone: options.timeZone,
        }),
      )
      const writers = [teacher, ...(planned.alsoWrites ? [planned.alsoWrites] : [])]
      await addHomework(db, planned, {
        ...options,
        course_id: lesson.course_id,
        lesson_id: lesson.id,
        due,
        writers: writers.map(writer => options.people.teachers.get(writer) ?? 0),
        readers: planned.alsoReads ? [options.people.teachers.get(planned.alsoReads) ?? 0] : [],
        pupils: options.people.pupils.get(name) ?? [],
      })
    }
  }
}

/** The nearest day with a lesson of the subject: before today for the past, after it for what comes; today as it is. */
function dueDay(
  today: string,
  due: number,
  { weekdays, language }: { weekdays: ReadonlySet<number>; language: SchoolKind['language'] },
): string {
  const closed = new Set(seedHolidays(today, language).map(({ date }) => date))
  const fits = (date: string) =>
    due === 0 ? weekday(date) <= 5 : weekdays.has(weekday(date)) && !closed.has(date)
  const step = due < 0 ? -1 : 1
  let date = plusDays(today, due)
  for (let tries = 0; tries < 30 && !fits(date); tries += 1) date = plusDays(date, step)
  return date
}
