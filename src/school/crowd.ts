import { toInstant, toSchoolDay } from '../lib/schoolTime.ts'
import { addDaysToDay } from '../lib/week.ts'
import type { Db } from '../service/db/schema.ts'
import { type PreparedDocument, prepareDocument } from '../service/db/storeDocument.ts'
import { addHomework } from './addHomework.ts'
import { addChat, type NewMessage } from './chats/addChat.ts'
import { createCurriculum, createMessages, getChatPlan } from './chats/chatPlan.ts'
import { createDraw } from './draw.ts'
import { addClass, addMembers, addSubject } from './fillClasses.ts'
import { homeworkFact } from './fillHomework.ts'
import { drawPupilNames, findPeople, type SeedContext } from './fillPeople.ts'
import { insertFiles, insertPupils, type NewEntry } from './insertRows.ts'
import { createChatDays } from './schoolDays.ts'
import { cacheFiles, type SeedInput } from './schoolFiles.ts'
import { getFact, getSchoolLanguage, type SchoolLanguage, setFact } from './schoolKind.ts'
import { getSchoolTexts } from './schoolTexts.ts'

const crowdPeriod = 3 * 365 * 86_400_000
const sheetOfMany = 'files/sheet-of-many.pdf'

const crowdSize = 1000
const messageCount = 50_000
const unread = 12

const fileCount = 50_000
export const scans = { name: 'Scans', count: 5000 } as const
/** Above the IDs of the special folders. */
const firstFileId = 100_001

/** Skips parts that exist. */
export async function addCrowd(db: Db, input: SeedInput): Promise<void> {
  const people = await findPeople(db)
  if (!people) return
  const context = { ...input, people, language: await getSchoolLanguage(db), files: cacheFiles(input.files) }
  const { crowd } = getSchoolTexts(context.language)
  const found = await db
    .selectFrom('courses')
    .select('id')
    .where('name', '=', crowd.className)
    .executeTakeFirst()
  const courseId = found?.id ?? (await fillCrowd(db, context))
  const existingChat = db.selectFrom('chats').select('id').where('name', '=', crowd.chat)
  if (!(await existingChat.executeTakeFirst())) await fillChatCrowd(db, context)
  const existingFile = db.selectFrom('files').select('id').where('course_id', '=', courseId)
  if (!(await existingFile.executeTakeFirst())) await fillFileCrowd(db, courseId, context)
}

async function fillCrowd(db: Db, { now, timeZone, people, language, files }: SeedContext): Promise<number> {
  const { crowd } = getSchoolTexts(language)
  const at = new Date(now - 60 * 86_400_000).toISOString()
  const teacher = people.idOf('Albrecht')
  const pupils = await insertPupils(db, drawPupilNames(createDraw(1000), crowdSize), { login: 'crowd', at })
  const course_id = await addClass(db, crowd.className, at)
  await addMembers(db, course_id, [teacher, ...pupils], at)
  const appearance = { room: 'Aula', teacher: 'Albrecht', color: '#3177dc' }
  const lesson_id = await addSubject(db, course_id, {
    name: crowd.subject,
    short: crowd.short,
    ...appearance,
  })
  const id = await addHomework(
    db,
    {
      ...{ subject: crowd.short, text: crowd.homework, due: -3, lead: 10, points: 15, state: 'mixed' },
      ...{ seen: 930, handedIn: 660, corrected: 2, feedback: 'essay' },
      works: ['essay-1.jpg', 'essay-2.jpg', 'fractions-1.jpg'],
    },
    {
      ...{ now, timeZone, language, files, course_id, lesson_id, pupils },
      draw: createDraw(1000),
      due: toInstant(addDaysToDay(toSchoolDay(now, timeZone), -3), '08:00', timeZone),
      writers: [teacher],
    },
  )
  // Registered, so that it moves with the days.
  const seeded = await getFact(db, homeworkFact)
  if (seeded !== undefined) await setFact(db, homeworkFact, `${seeded} ${id}`)
  return course_id
}

async function fillChatCrowd(db: Db, context: SeedContext): Promise<void> {
  const { people, language, files, now } = context
  const members = [people.idOf('Albrecht'), people.idOf('Ruiz'), ...people.pupilsOf('8b')]
  const days = createChatDays(context, language)
  const texts = getChatPlan(language)
    .flatMap(planned => createMessages(planned, days, language))
    .map(({ text }) => text)
  const draw = createDraw(50)
  const file = await prepareDocument({ name: 'sheet.pdf', bytes: await files(sheetOfMany) })
  const start = now - crowdPeriod
  const messages = Array.from({ length: messageCount }, (_, index): NewMessage => {
    const userId = members[draw.number(0, members.length - 1)] ?? 0
    const sentAt = Math.floor(start + (index * crowdPeriod) / messageCount)
    const text = texts[draw.number(0, texts.length - 1)] ?? ''
    return { userId, sentAt, ...messageContent(index, text, { members, file, language }) }
  })
  const isTeacher = (index: number) => index === 0
  await addChat(db, {
    name: getSchoolTexts(language).crowd.chat,
    createdAt: start,
    members: members.map((id, index) => ({ id, can: isTeacher(index) ? 'administer' : 'write' })),
    messages,
    reads: new Map(members.map((id, index) => [id, messageCount - 1 - (isTeacher(index) ? unread : 0)])),
  })
}

function messageContent(
  index: number,
  text: string,
  context: { members: readonly number[]; file: PreparedDocument; language: SchoolLanguage },
): Pick<NewMessage, 'text' | 'poll' | 'files' | 'reactions'> {
  if (index % 400 === 399) {
    const options = ['Yes', 'No', 'I don’t mind'].map((option, place) => ({
      text: option,
      userIds: context.members.filter((_, seat) => (seat + index) % 4 === place),
    }))
    return { text: 'Shall we?', poll: { options, isAnonymous: index % 800 === 399 } }
  }
  if (index % 350 === 349) return { text, files: [context.file] }
  if (index % 500 === 250) return { text: createCurriculum(2500, context.language) }
  if (index % 25 === 0)
    return { text, reactions: [{ emoji: '👍', userIds: context.members.slice(0, 1 + (index % 5)) }] }
  return { text: text.length > 2000 ? 'ok' : text }
}

/** Four small documents repeat. */
async function fillFileCrowd(db: Db, courseId: number, { people, now, files }: SeedContext): Promise<void> {
  const userId = people.idOf('Albrecht')
  const draw = createDraw(500)
  const text = (messageContent: string) => new TextEncoder().encode(messageContent)
  const kinds: [ending: string, bytes: Uint8Array<ArrayBuffer>][] = [
    ['pdf', await files(sheetOfMany)],
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
  const scansId = add(scans.name, null)
  for (let index = 0; index < scans.count; index += 1) addFile(scansId)
  for (let index = 0; entries.length < fileCount; index += 1)
    addFile(leafFolders[index % leafFolders.length] ?? scansId)
  await insertFiles(db, entries)
}

const topics = ['Fractions', 'Angles', 'Vocabulary', 'Sources', 'Experiment', 'Songs']
