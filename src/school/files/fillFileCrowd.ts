import type { Db } from '../../service/db/schema.ts'
import { readyDocument } from '../../service/db/storeDocument.ts'
import { createDraw } from '../draw.ts'
import { crowdName } from '../fillCrowd.ts'
import type { SeededPeople } from '../fillPeople.ts'
import { pdf } from '../pdf.ts'
import type { SchoolKind } from '../schoolKind.ts'
import { insertFiles, type NewEntry } from './insertFiles.ts'

/** All entries of the crowd's class, folders too; so many of them are in one folder. */
const count = 50_000
export const scans = { name: 'Scans', count: 5000 } as const
/** Far above the numbers of the special folders. */
const first = 100_001
const foldersAtTop = 12
const foldersInEach = 6
const foldersBelow = 5
const years = 3

/**
 * The files of the class of a thousand: three levels of folders with about a hundred files in each of the lowest, and one
 * folder of 5,000. All of them are one of a few small documents.
 */
export async function fillFileCrowd(
  db: Db,
  { people, now, kind }: { people: SeededPeople; now: number; kind: SchoolKind },
): Promise<void> {
  const course = await db
    .selectFrom('courses')
    .select('id')
    .where('name', '=', crowdName(kind.language))
    .executeTakeFirstOrThrow()
  if (await db.selectFrom('files').select('id').where('course_id', '=', course.id).executeTakeFirst()) return
  const userId = people.teachers.get('Albrecht') ?? 0
  const draw = createDraw(500)
  const documents = await Promise.all(
    kinds.map(async ({ ending, bytes }) => ({ ending, ready: await readyDocument({ name: ending, bytes }) })),
  )
  const entries: NewEntry[] = []
  const start = now - years * 365 * 86_400_000
  const add = (name: string, parentId: number | null, document?: NewEntry['document']): number => {
    const at = new Date(start + Math.floor((entries.length / count) * (now - start))).toISOString()
    const id = first + entries.length
    entries.push({ id, courseId: course.id, parentId, name, userId, at, ...(document && { document }) })
    return id
  }
  const addFile = (parentId: number) => {
    const { ending, ready } = documents[draw.number(0, documents.length - 1)] ?? documents[0] ?? unmade()
    const [topic] = draw.shuffled(topics)
    add(`${topic} ${draw.number(1, 400)}-${draw.number(1, 9)}.${ending}`, parentId, ready)
  }

  const lowest: number[] = []
  for (let top = 0; top < foldersAtTop; top += 1) {
    const topId = add(`Year ${top + 1}`, null)
    for (let middle = 0; middle < foldersInEach; middle += 1) {
      const middleId = add(topics[middle] ?? '', topId)
      for (let low = 0; low < foldersBelow; low += 1) lowest.push(add(`Week ${low + 1}`, middleId))
    }
  }
  const big = add(scans.name, null)
  for (let index = 0; index < scans.count; index += 1) addFile(big)
  for (let index = 0; entries.length < count; index += 1) addFile(lowest[index % lowest.length] ?? big)
  await insertFiles(db, entries)
}

const topics = ['Fractions', 'Angles', 'Vocabulary', 'Sources', 'Experiment', 'Songs']
const text = (content: string) => new TextEncoder().encode(content)
const kinds = [
  { ending: 'pdf', bytes: pdf([['A sheet of many']]) },
  { ending: 'txt', bytes: text('One of many.\n') },
  { ending: 'csv', bytes: text('name,points\nMika,7\n') },
  { ending: 'dat', bytes: Uint8Array.of(0, 1, 2, 3) },
]

function unmade(): never {
  throw new Error('No kinds of files.')
}
