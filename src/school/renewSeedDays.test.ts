import { expect, it } from 'vitest'
import { readSchoolFile } from '../server/school.ts'
import { testService } from '../testing/testService.ts'
import { renewSeedDays } from './renewSeedDays.ts'
import { seedSchool } from './seedSchool.ts'

const timeZone = 'Europe/Berlin'

it('moves holidays and substitutions to today, at most once per day', async () => {
  const { db, clock, advance, close } = await testService({ fill: seedSchool })
  const days = async () => {
    const rows = await db.selectFrom('representations').select(['id', 'date']).orderBy('id').execute()
    const holidays = await db.selectFrom('holidays').select('date').orderBy('date').execute()
    return {
      ids: rows.map(row => row.id),
      dates: [...new Set(rows.map(row => row.date))],
      first: holidays[0]?.date,
    }
  }
  const before = await days()
  expect(before).toMatchObject({ dates: ['2026-11-18', '2026-11-19'], first: '2026-11-20' })

  await renewSeedDays(db, { now: clock(), timeZone, files: readSchoolFile })
  expect(await days()).toEqual(before)

  advance(9 * 86_400_000)
  await renewSeedDays(db, { now: clock(), timeZone, files: readSchoolFile })
  const after = await days()
  // A Friday: the chats also speak of the Wednesday before it.
  expect(after).toMatchObject({ dates: ['2026-11-25', '2026-11-27', '2026-11-30'], first: '2026-12-04' })
  await close()
})

it('does not change a school that is not made up', async () => {
  const { db, clock, close } = await testService()
  await db
    .insertInto('representations')
    .values({ course_id: 1, date: '2026-11-18', body: '"kept"' })
    .execute()
  await renewSeedDays(db, { now: clock(), timeZone, files: readSchoolFile })
  expect(await db.selectFrom('representations').select('body').execute()).toEqual([{ body: '"kept"' }])
  await close()
})
