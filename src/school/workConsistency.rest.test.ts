import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toClockTime } from '../lib/schoolTime.ts'
import { findDuplicates, openSeedSchool, seedSchools, timeZone } from '../testing/seedSchools.ts'
import type { TestService } from '../testing/testService.ts'

describe.each(seedSchools)('the homework and files of the school of $name, in $language', opening => {
  let school: TestService
  beforeAll(async () => {
    school = await openSeedSchool(opening)
  })
  afterAll(() => school.close())

  it('has visible work, handed in between 15:00 and 21:30', async () => {
    const rows = await school.db
      .selectFrom('submissions')
      .innerJoin('homeworks', 'homeworks.id', 'todo_id')
      .select([
        'todo_id',
        'user_id',
        'comment',
        'submitted_at',
        'acknowledged_at',
        'corrected_at',
        'created_at',
      ])
      .where('submitted_at', 'is not', null)
      .execute()
    expect(rows.length).toBeGreaterThan(100)
    const times = rows.map(({ submitted_at }) => toClockTime(Date.parse(submitted_at ?? ''), timeZone))
    expect(times.filter(time => time < '15:00' || time > '21:30' || time.endsWith(':00'))).toEqual([])
    // Not evenly spaced.
    expect(new Set(times).size).toBeGreaterThan(rows.length / 2)
    const files = await school.db
      .selectFrom('documents')
      .select(['todo_id', 'uploaded_by_user_id', 'type', 'size', 'uploaded_at'])
      .where('todo_id', 'is not', null)
      .orderBy('id')
      .execute()
    for (const row of rows) {
      const [submitted, seen, set] = [row.submitted_at, row.acknowledged_at, row.created_at].map(at =>
        Date.parse(at ?? ''),
      )
      expect(submitted).toBeLessThan(school.clock())
      expect(set).toBeLessThan(seen ?? 0)
      expect(seen).toBeLessThanOrEqual(submitted ?? 0)
      expect(row.corrected_at === null || Date.parse(row.corrected_at) > (submitted ?? 0)).toBe(true)
      const own = files.filter(
        file => file.todo_id === row.todo_id && file.uploaded_by_user_id === row.user_id,
      )
      for (const { uploaded_at } of own) expect(Date.parse(uploaded_at)).toBeLessThanOrEqual(submitted ?? 0)
      if (row.corrected_at !== null) continue
      // The desk opens the first file first.
      const isOpened = ['image', 'pdf', 'text'].includes(own[0]?.type ?? '') && (own[0]?.size ?? 0) > 60
      const isTyped = (row.comment ?? '').length > 60
      expect([row.todo_id, row.comment, isOpened || isTyped]).toEqual([row.todo_id, row.comment, true])
    }
  })

  it('has different numbers for each homework', async () => {
    const rows = await school.db.selectFrom('submissions').selectAll().execute()
    const funnels = [...Map.groupBy(rows, row => row.todo_id).values()].map(all =>
      [
        all.filter(({ acknowledged_at }) => acknowledged_at !== null).length,
        all.filter(({ submitted_at }) => submitted_at !== null).length,
        all.filter(({ corrected_at }) => corrected_at !== null).length,
      ].join(' '),
    )
    expect(funnels.length).toBeGreaterThan(12)
    expect(findDuplicates(funnels)).toEqual([])
    const toMark = rows.filter(
      ({ todo_id, submitted_at, corrected_at }) => todo_id === 1 && submitted_at && !corrected_at,
    )
    expect(toMark).toHaveLength(16)
  })

  it('has points that fit the feedback', async () => {
    const rows = await school.db
      .selectFrom('submissions')
      .innerJoin('homeworks', 'homeworks.id', 'todo_id')
      .select(['teacher_correction', 'submissions.points', 'homeworks.points as of', 'submitted_at'])
      .where('teacher_correction', 'is not', null)
      .execute()
    expect(rows.length).toBeGreaterThan(80)
    const [praise, critical] = [
      /well done|very good|neat|excellent|right and|hardly any|gut gemacht|sehr gut|richtig und|kaum fehler/i,
      /together|missing|very short|not complete|zusammen|fehlen|sehr kurz|nicht vollständig/i,
    ]
    for (const { teacher_correction: text, points, of, submitted_at } of rows) {
      if (points === null || of === null) continue
      const share = points / of
      expect([text, share, share <= 1 && (!praise.test(text ?? '') || share >= 0.7)]).toEqual([
        text,
        share,
        true,
      ])
      expect([text, share, !critical.test(text ?? '') || share < 0.5]).toEqual([text, share, true])
      expect(submitted_at).not.toBeNull()
    }
    // Each sentence belongs to one range of points.
    const ranges = Map.groupBy(
      rows.filter(row => row.points !== null),
      row => row.teacher_correction,
    )
    for (const [text, same] of ranges) {
      const all = same.map(({ points, of }) => (points ?? 0) / (of ?? 1))
      expect([text, Math.max(...all) - Math.min(...all) <= 0.25]).toEqual([text, true])
    }
  })

  it('has text in every PDF, and different content in each file of a class', async () => {
    const rows = await school.db
      .selectFrom('documents')
      .select(['name', 'content_type', 'size', 'hash', 'file_id', 'sha1'])
      .execute()
    const documents = await Promise.all(
      rows.map(async ({ size, hash, ...row }) => {
        const bytes = await school.documents.read(hash, { start: 0, end: size - 1 })
        return { ...row, bytes: await new Response(bytes).arrayBuffer() }
      }),
    )
    const pdfs = documents.filter(({ content_type }) => content_type === 'application/pdf')
    expect(new Set(pdfs.map(({ sha1 }) => sha1)).size).toBeGreaterThan(20)
    for (const { name, bytes } of pdfs) {
      const file = new TextDecoder('latin1').decode(bytes)
      const pages = file.split('/Type /Page ').length - 1
      const characters = [...file.matchAll(/\((.*)\) ?Tj/g)].join('').replaceAll(/\s|Tj/g, '').length
      expect([name, characters > 100 && characters > 60 * pages]).toEqual([name, true])
    }
    const inClasses = documents.filter(({ file_id }) => file_id !== null)
    expect(inClasses.length).toBeGreaterThan(30)
    expect(
      findDuplicates(inClasses.map(({ sha1, name }) => (/^(board|tafelbild)/.test(name) ? name : sha1))),
    ).toEqual([])
  })
})
