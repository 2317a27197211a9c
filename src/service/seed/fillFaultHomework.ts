import { dayOf, instantAt } from '../../lib/schoolTime.ts'
import { plusDays } from '../../lib/week.ts'
import { faultHomework, faultHomeworkClass, faultHomeworkIds, hostileHomework } from '../faultHomework.ts'
import type { Db } from '../store/schema.ts'
import { addHomework, type Place } from './addHomework.ts'
import { createDraw } from './draw.ts'
import type { SeededPeople } from './fillPeople.ts'
import { hostileFiles } from './hostileFiles.ts'
import { hostileRenderings } from './hostileRenderings.ts'
import { oddHandIn } from './oddHandIns.ts'
import type { Pictures } from './photos.ts'

const minute = 60_000

/** Pupils of each homework whose writes go wrong. */
const pupilsEach = 10

type Options = { now: number; timeZone: string; people: SeededPeople; pictures: Pictures }

/**
 * The class 9100, made by fillFaults, gets its people, a subject, and the homework of faultHomework.ts. Who tries a trick
 * need not be of the class: whoever handed in is shown.
 */
export async function fillFaultHomework(db: Db, { now, timeZone, people, pictures }: Options): Promise<void> {
  const taken = db.selectFrom('homeworks').select('id').where('id', '>=', faultHomeworkIds.first)
  if (await taken.where('id', '<=', faultHomeworkIds.last).executeTakeFirst()) return
  const course_id = faultHomeworkClass
  const at = new Date(now - 60 * 24 * 60 * minute).toISOString()
  const writers = ['Albrecht', 'Ruiz'].map(name => people.teachers.get(name) ?? 0)
  const pupils = (people.pupils.get('8b') ?? []).slice(0, pupilsEach)
  const dates = { joined_at: at, changed_at: at, is_pending: 0, is_accepted: 1 } as const
  await db
    .insertInto('memberships')
    .values([...writers, ...pupils].map(user_id => ({ course_id, user_id, ...dates })))
    .execute()
  const looks = { room: '', teacher: 'Albrecht', note: '', color: '#3177dc', rooms: '{}' }
  const { id: lesson_id } = await db
    .insertInto('lessons')
    .values({ course_id, name: 'Maths', short: 'Ma', ...looks, is_gradable: 1, is_timetable_only: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const due = instantAt(plusDays(dayOf(now, timeZone), -2), '08:00', timeZone)
  const kind = { language: 'en', faults: true } as const
  const made = { now, draw: createDraw(100), kind, pictures }
  const place: Place = { ...made, course_id, lesson_id, due, writers, pupils }
  for (const { id, text, kind, value } of faultHomework) {
    await addHomework(
      db,
      { short: 'Ma', text, due: -2, lead: 6, points: 15, state: 'mixed' },
      {
        ...place,
        id,
        handIn: seat => ({
          seen: -24 * 60,
          handedIn: -60 - seat,
          comment: `Exercises 1 to ${3 + (seat % 3)}.`,
        }),
      },
    )
    await db.insertInto('homework_faults').values({ todo_id: id, kind, value }).execute()
  }

  const many = [...(people.pupils.get('8b') ?? []), ...(people.pupils.get('6c') ?? [])]
  const handedIn = -60
  await addHomework(
    db,
    { short: 'Ma', text: 'Hostile renderings', due: -2, lead: 6, points: 15, state: 'mixed' },
    {
      ...place,
      id: hostileHomework.renderings,
      pupils: many.slice(0, hostileRenderings.length),
      handIn: seat => ({
        handedIn,
        comment: hostileRenderings[seat]?.trick ?? '',
        rawFormatted: hostileRenderings[seat]?.html ?? '',
      }),
    },
  )
  const draw = createDraw(101)
  await addHomework(
    db,
    { short: 'Ma', text: 'Odd hand-ins', due: -2, lead: 6, points: 15, state: 'mixed' },
    {
      ...place,
      id: hostileHomework.odd,
      pupils: people.pupils.get('8b') ?? [],
      handIn: seat => oddHandIn(seat, draw) ?? {},
    },
  )
  const files = await Promise.all(
    hostileFiles.map(async file => ({ name: file.name, bytes: await file.bytes() })),
  )
  await addHomework(
    db,
    { short: 'Ma', text: 'Hostile files', due: -2, lead: 6, points: 15, state: 'mixed' },
    {
      ...place,
      id: hostileHomework.files,
      pupils: many.slice(0, hostileFiles.length),
      handIn: seat => ({
        handedIn,
        comment: hostileFiles[seat]?.trick ?? '',
        files: files.slice(seat, seat + 1),
      }),
    },
  )
}
