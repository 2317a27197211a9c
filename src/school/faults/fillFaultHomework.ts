import { dayOf, instantAt } from '../../lib/schoolTime.ts'
import { plusDays } from '../../lib/week.ts'
import type { Db } from '../../service/db/schema.ts'
import { addHomework, type Place } from '../addHomework.ts'
import { createDraw, type Draw } from '../draw.ts'
import { addMembers, addSubject } from '../fillClasses.ts'
import type { Filling } from '../fillPeople.ts'
import type { HandIn } from '../handIns.ts'
import type { Bytes } from '../schoolFiles.ts'
import { faultHomework, faultHomeworkClass, hostileHomework } from './faults.ts'
import { hostileFiles, hostileRenderings, oddRendering } from './hostile.ts'

const hour = 60
const day = 24 * hour

/** Pupils of each homework whose writes go wrong. */
const pupilsEach = 10

/**
 * The class 9100 gets its people, a subject, and the homework of faults.json, unless the numbers of it are taken. Who tries a
 * trick need not be of the class: whoever handed in is shown.
 */
export async function fillFaultHomework(db: Db, { now, timeZone, people, files }: Filling): Promise<void> {
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
  const due = instantAt(plusDays(dayOf(now, timeZone), -2), '08:00', timeZone)
  const made = { now, draw: createDraw(100), language: 'en', files } as const
  const add = (text: string, place: Pick<Place, 'handIn' | 'pupils'> & { id: number }) =>
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
  const draw = createDraw(101)
  const scan = await files('faults/files/scan.jpg')
  await add('Odd hand-ins', {
    id: hostileHomework.odd,
    pupils: ofClass,
    handIn: seat => oddHandIn(seat, draw, scan),
  })
  const hostile = await Promise.all(
    hostileFiles.map(async file => ({ name: file.name, bytes: await file.bytes(files) })),
  )
  await add('Hostile files', {
    id: hostileHomework.files,
    pupils: many.slice(0, hostileFiles.length),
    handIn: seat => {
      const comment = hostileFiles[seat]?.trick ?? ''
      return { handedIn, comment, files: hostile.slice(seat, seat + 1) }
    },
  })
}

/**
 * What some pupils did who should not have, by seat: text that looks like markup, a file of no known kind, 31 million pixels
 * in 120 kB, and everything a pupil might try (cases 13 to 16), which is to be shown as what it is: text and files.
 */
function oddHandIn(seat: number, draw: Draw, scan: Bytes): HandIn {
  const text = (name: string, content: string) => ({ name, bytes: new TextEncoder().encode(content) })
  if (seat === 2) return { seen: -day, handedIn: -3 * hour, files: [text('notes.txt', notes)] }
  if (seat === 3) {
    const bytes = Uint8Array.from({ length: 400 }, () => draw.number(0, 255))
    return { handedIn: -5 * hour, comment: '', files: [{ name: 'geometry.xyz', bytes }] }
  }
  if (seat === 4) return { handedIn: -day, files: [{ name: 'scan of everything.jpg', bytes: scan }] }
  const comment = comments[seat - 8]
  if (comment === undefined) return {}
  const files = [
    text('drawing.svg', svg),
    text('page.html', html),
    text('homework\u202egpj.exe', 'MZ, or so it says\n'),
  ]
  return {
    handedIn: -4 * hour - (seat - 8),
    comment,
    files: seat === 10 ? files : files.slice(seat - 8, seat - 7),
  }
}

const comments = [
  oddRendering.trick,
  'javascript:alert(3) data:text/html,<script>alert(4)</script>\nhttps://evil.example/?q="><svg onload=alert(5)>',
  '=HYPERLINK("https://evil.example","click")\u202e\u2066 gnp.exe',
]
const notes = 'Exercise 1: 3/4 + 1/8 = 7/8\nExercise 2: ½ · ⅔ = ⅓\n\nüber <b>alles</b> & "so"\n'
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(6)"><script>alert(7)</script><image href="https://evil.example/a.png"/></svg>\n`
const html = `<!doctype html><title>x</title><script>alert(8);fetch('https://evil.example/')</script><form action="javascript:alert(9)"><button>ok</button></form>\n`
