import { dayOf, instantAt } from '../../lib/schoolTime.ts'
import { plusDays } from '../../lib/week.ts'
import type { Db } from '../../service/db/schema.ts'
import { addHomework, type Place } from '../addHomework.ts'
import { createDraw, type Draw } from '../draw.ts'
import type { SeededPeople } from '../fillPeople.ts'
import type { HandIn } from '../handIns.ts'
import type { Bytes, SchoolFiles } from '../schoolFiles.ts'
import { faultHomework, faultHomeworkClass, hostileHomework } from './faults.ts'
import { hostileFiles } from './hostileFiles.ts'
import { hostileRenderings, oddRendering } from './hostileRenderings.ts'

const minute = 60_000

/** Pupils of each homework whose writes go wrong. */
const pupilsEach = 10

type Options = { now: number; timeZone: string; people: SeededPeople; files: SchoolFiles }

/**
 * The class 9100 gets its people, a subject, and the homework of faults.ts, unless the numbers of it are taken. Who tries a
 * trick need not be of the class: whoever handed in is shown.
 */
export async function fillFaultHomework(db: Db, { now, timeZone, people, files }: Options): Promise<void> {
  const numbers = [...faultHomework.map(({ id }) => id), ...Object.values(hostileHomework)]
  const taken = db.selectFrom('homeworks').select('id').where('id', 'in', numbers)
  if (await taken.executeTakeFirst()) return
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
  const kind = { language: 'en' } as const
  const made = { now, draw: createDraw(100), kind, files }
  const place: Place = { ...made, course_id, lesson_id, due, writers, pupils }
  for (const { id, name: text } of faultHomework) {
    await addHomework(
      db,
      { subject: 'Ma', text, due: -2, lead: 6, points: 15, state: 'mixed' },
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
  }

  const many = [...(people.pupils.get('8b') ?? []), ...(people.pupils.get('6c') ?? [])]
  const handedIn = -60
  await addHomework(
    db,
    { subject: 'Ma', text: 'Hostile renderings', due: -2, lead: 6, points: 15, state: 'mixed' },
    {
      ...place,
      id: hostileHomework.renderings,
      pupils: many.slice(0, hostileRenderings.length),
      handIn: seat => ({ handedIn, comment: hostileRenderings[seat]?.trick ?? '' }),
    },
  )
  const draw = createDraw(101)
  const scan = await files('faults/files/scan.jpg')
  await addHomework(
    db,
    { subject: 'Ma', text: 'Odd hand-ins', due: -2, lead: 6, points: 15, state: 'mixed' },
    {
      ...place,
      id: hostileHomework.odd,
      pupils: people.pupils.get('8b') ?? [],
      handIn: seat => oddHandIn(seat, draw, scan) ?? {},
    },
  )
  const hostile = await Promise.all(
    hostileFiles.map(async file => ({ name: file.name, bytes: await file.bytes(files) })),
  )
  await addHomework(
    db,
    { subject: 'Ma', text: 'Hostile files', due: -2, lead: 6, points: 15, state: 'mixed' },
    {
      ...place,
      id: hostileHomework.files,
      pupils: many.slice(0, hostileFiles.length),
      handIn: seat => ({
        handedIn,
        comment: hostileFiles[seat]?.trick ?? '',
        files: hostile.slice(seat, seat + 1),
      }),
    },
  )
}

const hour = 60
const day = 24 * hour
const text = (content: string) => new TextEncoder().encode(content)

/**
 * What some pupils did who should not have, by seat: text that looks like markup, a file of no known kind, 31 million pixels
 * in 120 kB, and tricks.
 */
function oddHandIn(seat: number, draw: Draw, scan: Bytes): HandIn | undefined {
  if (seat === 2) {
    return { seen: -day, handedIn: -3 * hour, files: [{ name: 'notes.txt', bytes: text(notes) }] }
  }
  if (seat === 3) {
    const bytes = Uint8Array.from({ length: 400 }, () => draw.number(0, 255))
    return { handedIn: -5 * hour, comment: '', files: [{ name: 'geometry.xyz', bytes }] }
  }
  if (seat === 4) {
    return {
      handedIn: -day,
      files: [{ name: 'scan of everything.jpg', bytes: scan }],
    }
  }
  return seat >= 8 && seat <= 10 ? hostileHandIn(seat - 8) : undefined
}

/** Everything a pupil might try (cases 13 to 16); all of it is to be shown as what it is: text and files. */
function hostileHandIn(which: number): HandIn {
  const comments = [
    oddRendering.trick,
    'javascript:alert(3) data:text/html,<script>alert(4)</script>\nhttps://evil.example/?q="><svg onload=alert(5)>',
    '=HYPERLINK("https://evil.example","click")\u202e\u2066 gnp.exe',
  ]
  const files = [
    { name: 'drawing.svg', bytes: text(svg) },
    { name: 'page.html', bytes: text(html) },
    { name: 'homework\u202egpj.exe', bytes: text('MZ, or so it says\n') },
  ]
  return {
    handedIn: -4 * hour - which,
    comment: comments[which] ?? '',
    files: which === 2 ? files : [files[which] ?? { name: 'x', bytes: text('x') }],
  }
}

const notes = 'Exercise 1: 3/4 + 1/8 = 7/8\nExercise 2: ½ · ⅔ = ⅓\n\nüber <b>alles</b> & "so"\n'
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(6)"><script>alert(7)</script><image href="https://evil.example/a.png"/></svg>\n`
const html = `<!doctype html><title>x</title><script>alert(8);fetch('https://evil.example/')</script><form action="javascript:alert(9)"><button>ok</button></form>\n`
