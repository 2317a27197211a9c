import { expect, it } from 'vitest'
import { readSchoolFile } from '../server/school.ts'
import { faultySchool, testService } from '../testing/testService.ts'
import { readSchool } from './schoolFiles.ts'
import { seedSchool } from './seedSchool.ts'

it('has the same rows in both languages, except for texts', async () => {
  const textColumns = [
    'name',
    'short',
    'room',
    'note',
    'text',
    'title',
    'comment',
    'teacher_correction',
    'file',
  ]
  const shapes = (['en', 'de'] as const).map(async language => {
    const { tables, substitutions, sheets, ...rest } = await readSchool(readSchoolFile, language)
    const rows = tables.map(({ table, same = {}, columns, rows }) => [
      table,
      rows.map(row =>
        [...Object.entries(same), ...columns.map((column, at) => [column, row[at]] as const)].flatMap(
          ([column, value]) => (textColumns.includes(column) ? [] : [[column, value].join()]).toSorted(),
        ),
      ),
    ])
    return { rows, due: rest.due, changes: substitutions.map(({ item: _, ...change }) => change) }
  })
  const [english, german] = await Promise.all(shapes)
  expect(german).toEqual(english)
})

async function readTexts(fill: typeof seedSchool): Promise<string[]> {
  const { db, close } = await testService({ fill })
  const texts: string[] = []
  const take = async (rows: Promise<Record<string, unknown>[]>) => {
    for (const row of await rows) texts.push(...Object.values(row).filter(value => typeof value === 'string'))
  }
  await take(db.selectFrom('courses').select('name').execute())
  await take(db.selectFrom('lessons').select(['name', 'short', 'room', 'note']).execute())
  await take(db.selectFrom('units').select('text').execute())
  await take(db.selectFrom('holidays').select('name').execute())
  for (const { body } of await db.selectFrom('representations').select('body').execute()) {
    const content: unknown = JSON.parse(body)
    if (typeof content === 'object' && content !== null && 'note' in content) texts.push(String(content.note))
    else if (typeof content !== 'object' || content === null || !('kind' in content || 'room' in content))
      texts.push(body)
  }
  await take(db.selectFrom('homeworks').select(['text', 'note']).execute())
  await take(db.selectFrom('submissions').select(['comment', 'teacher_correction']).execute())
  await take(db.selectFrom('documents').select('name').execute())
  await take(db.selectFrom('chats').select('name').execute())
  await take(db.selectFrom('messages').select('text').execute())
  await take(db.selectFrom('poll_options').select('text').execute())
  await take(db.selectFrom('files').select('name').execute())
  await take(db.selectFrom('lesson_contents').select('text').execute())
  await take(db.selectFrom('news').select(['title', 'text']).execute())
  await close()
  return texts.filter(text => text !== '')
}

const germanSchool: typeof seedSchool = (db, options) => seedSchool(db, { ...options, language: 'de' })

it('has no English text in a German school', async () => {
  const [inEnglish, inGerman] = [new Set(await readTexts(seedSchool)), new Set(await readTexts(germanSchool))]
  expect(inGerman.size).toBeGreaterThan(500)
  // Pupils typed the long ones for English lessons.
  for (const text of inEnglish) if (text.length > 150) inGerman.delete(text)
  const same = [...inGerman].filter(text => inEnglish.has(text) && /\p{L}{3}/u.test(text))
  expect(same.filter(text => !sameInBoth.test(text))).toEqual([])
  // English filler words that have no German counterpart.
  const fillers =
    /\b(?:the|and|with|from|please|you|your|have|homework|teacher|class|school|lesson|maths|physics|history|geography|french|art|break|lunch)\b/i
  expect([...inGerman].filter(text => fillers.test(text) && !quotes.test(text))).toEqual([])
})

/** Names, other languages of pupils, files and numbers. */
const sameInBoth =
  /^(?:.*\.(?:jpg|txt|pdf|png|csv|mp3|webm)|[^a-z]*|Happy birthday!|ha+|Bravo, Ilja\.|Two roads diverged, Felix\.|Aula|Bio \d|Physi.*|(?:Chúc|İyi|Donau|Gizmo|Rosie|Unit|Krabat|Piep|Morse|Ada|Hänschen|R\. Giskard|Automat 1760|Maria durch|Carol of|Hymne|GIZMO|LENA|Merci|De rien|Lena Weber|The Road Not Taken|Tests|\{).*|.*(?:🚀|1\. e4).*)$/su
const quotes = /Road.Not.Taken|Two roads|Carol of the Bells|Stopping by|Holes|Whole school/i

it('has faults and attacks only on request', async () => {
  const odd =
    /<script|onerror|javascript:|evil\.example|[\u202a-\u202e\u2066-\u2069]|\bfault|\.exe\b|\.xyz\b|headline/i
  for (const fill of [seedSchool, germanSchool]) {
    const texts = await readTexts(fill)
    expect(texts.filter(text => odd.test(text))).toEqual([])
    expect(Math.max(...texts.map(text => text.length))).toBeLessThan(2000)
    const { db, close } = await testService({ fill })
    const numbered = await db.selectFrom('courses').select('id').execute()
    expect(numbered.map(({ id }) => id)).toEqual([1, 2, 3, 4])
    await close()
  }
  expect((await readTexts(faultySchool)).filter(text => odd.test(text)).length).toBeGreaterThan(50)
  expect((await readSchoolFile('files/fractions-1.jpg')).length).toBeGreaterThan(15_000)
})
