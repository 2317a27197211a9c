import { expect, it } from 'vitest'
import { readSchoolFile } from '../server/school.ts'
import { faultySchool, testService } from '../testing/testService.ts'
import { parseLine } from './chats/chatPlan.ts'
import { getSchoolTexts } from './schoolTexts.ts'
import { seedSchool } from './seedSchool.ts'

/** Everything that both languages must share. */
function getShape(value: unknown): unknown {
  if (typeof value === 'string') return 'text'
  if (Array.isArray(value)) return value.map(getShape)
  if (typeof value !== 'object' || value === null) return value
  const isLine = 'from' in value && 'files' in value
  return Object.fromEntries(
    Object.entries(value)
      // Other names must be the same.
      .filter(([key]) => key !== 'room')
      .map(([key, entry]) => [
        key,
        isLine && key !== 'text' ? entry : key === 'at' ? entry : getShape(entry),
      ]),
  )
}

const [english, german] = [getSchoolTexts('en'), getSchoolTexts('de')]

it('has the same structure in both languages', () => {
  const shapes = [english, german].map(({ names: _names, sheets, chats: { talk, ...chats }, ...texts }) => {
    const threads = Object.entries(talk).map(([chat, threads]) => [
      chat,
      threads.map(thread => ({ ...thread, lines: thread.lines.map(parseLine) })),
    ])
    // Line breaks may differ.
    const pages = Object.fromEntries(Object.entries(sheets).map(([name, { length }]) => [name, length]))
    return getShape({ ...texts, pages, chats, talk: Object.fromEntries(threads) })
  })
  expect(shapes[1]).toEqual(shapes[0])
  expect(german.chats.talk.class8b?.at(0)?.lines.length).toBeGreaterThan(5)
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
  // Texts that pupils typed for English lessons.
  const essays = new Set(Object.values(english.texts))
  for (const text of essays) inGerman.delete(text)
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
