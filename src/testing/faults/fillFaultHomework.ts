import { toInstant, toSchoolDay } from '../../lib/schoolTime.ts'
import { addDaysToDay } from '../../lib/week.ts'
import { addHomework, type HomeworkOptions } from '../../school/addHomework.ts'
import { createDraw } from '../../school/draw.ts'
import { addMembers, addSubject } from '../../school/fillClasses.ts'
import type { SeedContext } from '../../school/fillPeople.ts'
import type { HandIn } from '../../school/handIns.ts'
import type { Db } from '../../service/db/schema.ts'
import { faultHomework, faultHomeworkClass, hostileHomework } from './faults.ts'
import { hostileFiles, hostileRenderings, oddHandIns, readFiles } from './hostile.ts'

const hour = 60
const day = 24 * hour

/** Pupils per homework. */
const pupilsEach = 10

/**
 * Inserts class 9100, unless a homework ID is taken. Pupils of other classes submit attacks, too, because
 * submissions of non-members are shown.
 */
export async function fillFaultHomework(
  db: Db,
  { now, timeZone, people, files }: SeedContext,
): Promise<void> {
  const numbers = [...faultHomework.map(({ id }) => id), ...Object.values(hostileHomework)]
  const taken = db.selectFrom('homeworks').select('id').where('id', 'in', numbers)
  if (await taken.executeTakeFirst()) return
  const course_id = faultHomeworkClass
  const at = new Date(now - 60 * day * 60_000).toISOString()
  const writers = ['Albrecht', 'Ruiz'].map(people.idOf)
  const ofClass = people.pupilsOf('8b')
  const pupils = ofClass.slice(0, pupilsEach)
  await addMembers(db, course_id, [...writers, ...pupils], at)
  const looks = { room: '', teacher: 'Albrecht', color: '#3177dc' }
  const lesson_id = await addSubject(db, course_id, { name: 'Maths', short: 'Ma', ...looks })
  const due = toInstant(addDaysToDay(toSchoolDay(now, timeZone), -2), '08:00', timeZone)
  const made = { now, timeZone, draw: createDraw(100), language: 'en', files } as const
  const add = (text: string, place: Pick<HomeworkOptions, 'handIn' | 'pupils'> & { id: number }) =>
    addHomework(
      db,
      { subject: 'Ma', text, due: -2, lead: 6, points: 15, state: 'mixed' },
      { ...made, course_id, lesson_id, due, writers, ...place },
    )
  for (const { id, name } of faultHomework) {
    const comment = (seat: number) => `Exercises 1 to ${3 + (seat % 3)}.`
    const handIn = (seat: number) => ({ seen: -day, handedIn: -hour - seat, comment: comment(seat) })
    await add(name, { id, pupils, handIn })
  }

  const many = [...ofClass, ...people.pupilsOf('6c')]
  const handedIn = -hour
  await add('Hostile renderings', {
    id: hostileHomework.renderings,
    pupils: many.slice(0, hostileRenderings.length),
    handIn: seat => ({ handedIn, comment: hostileRenderings[seat]?.trick ?? '' }),
  })
  const odd = new Map<string, HandIn>()
  for (const [seat, handIn] of Object.entries(oddHandIns)) {
    odd.set(seat, { ...handIn, files: await readFiles(handIn.files) })
  }
  await add('Odd hand-ins', {
    id: hostileHomework.odd,
    pupils: ofClass,
    handIn: seat => odd.get(String(seat)) ?? {},
  })
  const hostile = await readFiles(hostileFiles)
  await add('Hostile files', {
    id: hostileHomework.files,
    pupils: many.slice(0, hostileFiles.length),
    handIn: seat => {
      const comment = hostileFiles[seat]?.trick ?? ''
      return { handedIn, comment, files: hostile.slice(seat, seat + 1) }
    },
  })
}
