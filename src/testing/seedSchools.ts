import { renewSeedDays } from '../school/renewSeedDays.ts'
import type { SchoolLanguage } from '../school/schoolFiles.ts'
import { seedSchool } from '../school/seedSchool.ts'
import { readSchoolFile } from '../server/school.ts'
import { type TestService, testService } from './testService.ts'

export const timeZone = 'Europe/Berlin'
const startTimes = [
  ['a Wednesday at the time of the pictures', '2026-11-18T09:12:00+01:00'],
  ['a Monday morning before school', '2026-11-16T07:05:00+01:00'],
  ['a Tuesday afternoon', '2026-11-24T16:40:00+01:00'],
  ['a Thursday before the first lesson', '2026-11-26T06:10:00+01:00'],
  ['a Friday evening', '2026-12-04T20:15:00+01:00'],
  ['a Sunday', '2026-11-22T18:30:00+01:00'],
  ['the Sunday on which summer time begins', '2027-03-28T09:30:00+02:00'],
  ['the Monday after summer time began', '2027-03-29T10:30:00+02:00'],
  ['the Tuesday after summer time ended', '2026-10-27T11:00:00+01:00'],
] as const

const fillByLanguage: Record<SchoolLanguage, typeof seedSchool> = {
  en: (db, options) => seedSchool(db, { ...options, language: 'en' }),
  de: (db, options) => seedSchool(db, { ...options, language: 'de' }),
}

export const seedSchools = [
  ...startTimes.flatMap(([name, at]) =>
    (['en', 'de'] as const).map(language => ({ name, at, language, days: 0 })),
  ),
  ...[3, 7, 12, 14, 19, 35, 133, 212].map(days => ({
    ...{ name: `${days} days after a Friday`, at: '2026-11-20T10:00:00+01:00', days },
    language: 'en' as const,
  })),
]

export async function openSeedSchool({
  at,
  language,
  days,
}: (typeof seedSchools)[number]): Promise<TestService> {
  const school = await testService({ fill: fillByLanguage[language], now: Date.parse(at) })
  if (days > 0) {
    school.advance(days * 86_400_000)
    await renewSeedDays(school.db, { now: school.clock(), timeZone, files: readSchoolFile })
  }
  return school
}

export const findDuplicates = (keys: string[]) => keys.filter((key, index) => keys.indexOf(key) !== index)
