import { toInstant, toSchoolDay } from '../../lib/schoolTime.ts'
import { addDaysToDay } from '../../lib/week.ts'
import type { Db } from '../../service/db/schema.ts'
import { addMembers, addSubject } from '../school/addClass.ts'
import { addHomework, type HandIn, type NewHomework } from '../school/addHomework.ts'
import type { SchoolContext } from '../school/people.ts'
import { faultHomework, faultHomeworkClass, hostileHomework } from './faults.ts'
import { hostileFiles, hostileRenderings, oddHandIns, readFiles } from './hostile.ts'

const hour = 60
const day = 24 * hour

const pupilsPerHomework = 10

/** Pupils of other classes submit attacks, too, because submissions of non-members are displayed. */
export async function fillFaultHomework(
  db: Db,
  { now, timeZone, people, documents }: SchoolContext,
): Promise<void> {
  const course_id = faultHomeworkClass
  const joinedAt = new Date(now - 60 * day * 60_000).toISOString()
  const writers = ['Albrecht', 'Ruiz'].map(people.idOf)
  const classPupils = people.pupilsOf('8b')
  const pupils = classPupils.slice(0, pupilsPerHomework)
  await addMembers(db, course_id, [...writers, ...pupils], joinedAt)
  const display = { room: '', teacher: 'Albrecht', color: '#3177dc' }
  const lesson_id = await addSubject(db, course_id, { name: 'Maths', short: 'Ma', ...display })
  const due = toInstant(addDaysToDay(toSchoolDay(now, timeZone), -2), '08:00', timeZone)
  const add = (text: string, options: Pick<NewHomework, 'handIn' | 'pupils'> & { id: number }) =>
    addHomework(db, documents, { ...{ course_id, lesson_id, due, writers, text, points: 15 }, ...options })
  for (const { id, name } of faultHomework) {
    const comment = (seat: number) => `Exercises 1 to ${3 + (seat % 3)}.`
    const handIn = (seat: number) => ({ seen: -day, handedIn: -hour - seat, comment: comment(seat) })
    await add(name, { id, pupils, handIn })
  }

  const manyPupils = [...classPupils, ...people.pupilsOf('6c')]
  const handedIn = -hour
  await add('Hostile renderings', {
    id: hostileHomework.renderings,
    pupils: manyPupils.slice(0, hostileRenderings.length),
    handIn: seat => ({ handedIn, comment: hostileRenderings[seat]?.trick ?? '' }),
  })
  const oddBySeat = new Map<string, HandIn>()
  for (const [seat, handIn] of Object.entries(oddHandIns)) {
    oddBySeat.set(seat, { ...handIn, files: await readFiles(handIn.files) })
  }
  await add('Odd hand-ins', {
    id: hostileHomework.odd,
    pupils: classPupils,
    handIn: seat => oddBySeat.get(String(seat)) ?? {},
  })
  const hostile = await readFiles(hostileFiles)
  await add('Hostile files', {
    id: hostileHomework.files,
    pupils: manyPupils.slice(0, hostileFiles.length),
    handIn: seat => {
      const comment = hostileFiles[seat]?.trick ?? ''
      return { handedIn, comment, files: hostile.slice(seat, seat + 1) }
    },
  })
}
