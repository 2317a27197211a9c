import { createSchoolDays } from '../../school/schoolDays.ts'
import type { SchoolTime } from '../../school/schoolFiles.ts'

/** A date of school.json, e.g. `@school-1 14:00`. */
export const resolveDate = (time: SchoolTime, at: string): string =>
  String(createSchoolDays({ due: {}, words: {} }, 'en', time).resolve({ at }).at)
