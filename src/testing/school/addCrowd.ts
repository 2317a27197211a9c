import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toInstant, toSchoolDay } from '../../lib/schoolTime.ts'
import { addDaysToDay } from '../../lib/week.ts'
import type { SeedInput } from '../../school/schoolFiles.ts'
import type { Db } from '../../service/db/schema.ts'
import { type PreparedDocument, prepareDocument } from '../../service/db/storeDocument.ts'
import { addChat, type NewMessage } from './addChat.ts'
import { addClass, addMembers, addSubject } from './addClass.ts'
import { addHomework, type HandIn } from './addHomework.ts'
import { createDraw } from './draw.ts'
import { insertFiles, insertPupils, type NewEntry } from './insertRows.ts'
import { findPeople, type SchoolContext } from './people.ts'

const crowdPeriod = 3 * 365 * 86_400_000
const crowdSize = 1000
const messageCount = 50_000
const unread = 12
const fileCount = 50_000
const scanCount = 5000
/** Above the IDs of the special folders. */
const firstFileId = 100_001

/** Adds a class of 1,000 pupils with 50,000 files, and a chat of 50,000 messages, to a made-up school without them. */
export async function addCrowd(db: Db, input: SeedInput): Promise<void> {
  await db.transaction().execute(async trx => {
    const existing = trx.selectFrom('courses').select('id').where('name', '=', className)
    if (await existing.executeTakeFirst()) return
    const context = { ...input, people: await findPeople(trx) }
    const courseId = await fillCrowd(trx, context)
    await fillChatCrowd(trx, context)
    await fillFileCrowd(trx, courseId, context)
  })
}

const className = 'Whole school'

async function fillCrowd(
  db: Db,
  { now, timeZone, people, files, documents }: SchoolContext,
): Promise<number> {
  const at = new Date(now - 60 * 86_400_000).toISOString()
  const teacher = people.idOf('Albrecht')
  const pupils = await insertPupils(db, drawPupilNames(), { login: 'crowd', at })
  const course_id = await addClass(db, className, at)
  await addMembers(db, course_id, [teacher, ...pupils], at)
  const subject = { name: 'Project', short: 'Pr', room: 'Aula', teacher: 'Albrecht', color: '#3177dc' }
  const lesson_id = await addSubject(db, course_id, subject)
  const photos = ['essay-1.jpg', 'essay-2.jpg', 'fractions-1.jpg'].map(async name => ({
    ...{ name: 'page.jpg', bytes: await files(`files/${name}`) },
  }))
  const works = await Promise.all(photos)
  await addHomework(db, documents, {
    ...{ course_id, lesson_id, pupils, text: 'Project days: your report', points: 15, writers: [teacher] },
    due: toInstant(addDaysToDay(toSchoolDay(now, timeZone), -3), '08:00', timeZone),
    handIn: seat => {
      const seen = -1000 - seat
      if (seat >= 930) return {}
      if (seat >= 660) return { seen }
      const handIn: HandIn = {
        seen,
        handedIn: -500 - (seat % 400),
        files: works.slice(seat % 3, (seat % 3) + 1),
      }
      return seat === 2 || seat === 3 ? { ...handIn, correction: { text: 'Well done.', points: 14 } } : handIn
    },
  })
  return course_id
}

function drawPupilNames(): string[] {
  const draw = createDraw(1000)
  const firsts = draw.shuffled([
    'Ada',
    'Ben',
    'Cem',
    'Dana',
    'Emil',
    'Fatima',
    'Greta',
    'Henri',
    'Ida',
    'Jan',
  ])
  const lasts = Array.from({ length: crowdSize / firsts.length }, (_, index) => `Muster${index + 1}`)
  return draw.shuffled(lasts.flatMap(last => firsts.map(first => `${first} ${last}`)))
}

async function fillChatCrowd(db: Db, { people, now, documents }: SchoolContext): Promise<void> {
  const members = [people.idOf('Albrecht'), people.idOf('Ruiz'), ...people.pupilsOf('8b')]
  const stored = await db.selectFrom('messages').select('text').orderBy('id').execute()
  const texts = stored.map(({ text }) => text)
  const draw = createDraw(50)
  const file = await prepareDocument({ name: 'sheet.pdf', bytes: await readSheet() })
  const start = now - crowdPeriod
  const messages = Array.from({ length: messageCount }, (_, index): NewMessage => {
    const userId = members[draw.number(0, members.length - 1)] ?? 0
    const sentAt = Math.floor(start + (index * crowdPeriod) / messageCount)
    const text = texts[draw.number(0, texts.length - 1)] ?? ''
    return { userId, sentAt, ...messageContent(index, text, { members, file }) }
  })
  const isTeacher = (index: number) => index === 0
  await addChat(db, documents, {
    name: 'Talk of three years',
    createdAt: start,
    members: members.map((id, index) => ({ id, can: isTeacher(index) ? 'administer' : 'write' })),
    messages,
    reads: new Map(members.map((id, index) => [id, messageCount - 1 - (isTeacher(index) ? unread : 0)])),
  })
}

function messageContent(
  index: number,
  text: string,
  context: { members: readonly number[]; file: PreparedDocument },
): Pick<NewMessage, 'text' | 'poll' | 'files' | 'reactions'> {
  if (index % 400 === 399) {
    const options = ['Yes', 'No', 'I don’t mind'].map((option, place) => ({
      text: option,
      userIds: context.members.filter((_, seat) => (seat + index) % 4 === place),
    }))
    return { text: 'Shall we?', poll: { options, isAnonymous: index % 800 === 399 } }
  }
  if (index % 350 === 349) return { text, files: [context.file] }
  if (index % 500 === 250) return { text: `${text} `.repeat(2500).slice(0, 2500) }
  if (index % 25 === 0)
    return { text, reactions: [{ emoji: '👍', userIds: context.members.slice(0, 1 + (index % 5)) }] }
  return { text: text.length > 2000 ? 'ok' : text }
}

/** Four small documents repeat. */
async function fillFileCrowd(
  db: Db,
  courseId: number,
  { people, now, documents: store }: SchoolContext,
): Promise<void> {
  const userId = people.idOf('Albrecht')
  const draw = createDraw(500)
  const text = (content: string) => new TextEncoder().encode(content)
  const kinds: [ending: string, bytes: Uint8Array<ArrayBuffer>][] = [
    ['pdf', await readSheet()],
    ['txt', text('One of many.\n')],
    ['csv', text('name,points\nMika,7\n')],
    ['dat', Uint8Array.of(0, 1, 2, 3)],
  ]
  const documents = await Promise.all(
    kinds.map(async ([ending, bytes]) => ({ ending, ready: await prepareDocument({ name: ending, bytes }) })),
  )
  const entries: NewEntry[] = []
  const add = (name: string, parentId: number | null, document?: PreparedDocument): number => {
    const at = new Date(
      now - crowdPeriod + Math.floor((entries.length / fileCount) * crowdPeriod),
    ).toISOString()
    const id = firstFileId + entries.length
    entries.push({ id, courseId, parentId, name, userId, at, document })
    return id
  }
  const addFile = (parentId: number) => {
    const { ending, ready } = documents[draw.number(0, documents.length - 1)] ?? {}
    const [topic] = draw.shuffled(topics)
    add(`${topic} ${draw.number(1, 400)}-${draw.number(1, 9)}.${ending}`, parentId, ready)
  }

  const leafFolders: number[] = []
  for (let top = 1; top <= 12; top += 1) {
    const topId = add(`Year ${top}`, null)
    for (const topic of topics) {
      const middleId = add(topic, topId)
      for (let low = 1; low <= 5; low += 1) leafFolders.push(add(`Week ${low}`, middleId))
    }
  }
  const scansId = add('Scans', null)
  for (let index = 0; index < scanCount; index += 1) addFile(scansId)
  for (let index = 0; entries.length < fileCount; index += 1)
    addFile(leafFolders[index % leafFolders.length] ?? scansId)
  await insertFiles(db, store, entries)
}

const topics = ['Fractions', 'Angles', 'Vocabulary', 'Sources', 'Experiment', 'Songs']

const readSheet = async () => new Uint8Array(await readFile(join(import.meta.dirname, 'sheet-of-many.pdf')))
