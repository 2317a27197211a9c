import type { Db } from '../../service/db/schema.ts'
import type { ChatDays } from '../chats/chatDays.ts'
import type { SchoolLanguage } from '../schoolKind.ts'
import { textsOf } from '../texts/textsOf.ts'
import { insertGrants } from './insertFiles.ts'

/** Entries of the bulletin boards: who wrote them, school days from the seed's own, who may write too, who only reads. */
const news = [
  {
    className: '8b',
    by: 'Albrecht',
    writers: ['Ruiz'],
    readers: ['Demir'],
    day: -6,
  },
  {
    className: '8b',
    by: 'Ruiz',
    writers: [],
    readers: ['Albrecht'],
    day: -2,
  },
  {
    className: '10a',
    by: 'Ruiz',
    writers: ['Kern'],
    readers: [],
    day: -4,
  },
  {
    className: '6c',
    by: 'Kern',
    writers: ['Hagen'],
    readers: [],
    day: -3,
  },
] as const

/** News of the classes with their grants. */
export async function fillNews(
  db: Db,
  {
    days,
    idOf,
    courseIds,
    language,
  }: {
    days: ChatDays
    idOf: (name: string) => number
    courseIds: ReadonlyMap<string, number>
    language: SchoolLanguage
  },
): Promise<void> {
  const said = textsOf(language).news
  for (const [index, { className, by, writers, readers, day }] of news.entries()) {
    const { title, text } = said[index] ?? { title: '', text: '' }
    const course_id = courseIds.get(className)
    if (course_id === undefined) continue
    const at = new Date(days.instantOf(day, '13:00')).toISOString()
    const maker = idOf(by)
    const { id } = await db
      .insertInto('news')
      .values({ course_id, title, text, created_at: at, created_by_user_id: maker })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertGrants(db, 'announcement_id', [
      { id, userId: maker, isAdmin: true, by: null, at },
      ...writers.map(name => ({ id, userId: idOf(name), isAdmin: false, by: maker, at })),
      ...readers.map(name => ({
        id,
        userId: idOf(name),
        isAdmin: false,
        isReader: true as const,
        by: maker,
        at,
      })),
    ])
  }
}
