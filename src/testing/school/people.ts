import type { SeedInput } from '../../school/schoolFiles.ts'
import type { Db } from '../../service/db/schema.ts'

export type SeededPeople = {
  /** Family name of a teacher, or given name of a pupil of 8b or 10a. Throws if unknown. */
  idOf: (name: string) => number
  /** By seat. */
  pupilsOf: (className: string) => readonly number[]
}

export type SchoolContext = SeedInput & { people: SeededPeople }

/** People of the made-up school. */
export async function findPeople(db: Db): Promise<SeededPeople> {
  const teachers = await db.selectFrom('users').select(['id', 'name']).where('is_teacher', '=', 1).execute()
  const pupils = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .innerJoin('courses', 'courses.id', 'memberships.course_id')
    .select(['users.id', 'users.name', 'courses.name as course'])
    .where('users.is_teacher', '=', 0)
    .orderBy('users.id')
    .execute()
  const inChats = pupils.filter(({ course }) => course === '8b' || course === '10a')
  const ids = new Map([
    ...inChats.map(({ id, name }) => [name.slice(0, name.indexOf(' ')), id] as const),
    ...teachers.map(({ id, name }) => [name.slice(name.indexOf(' ') + 1), id] as const),
  ])
  return {
    idOf: name => {
      const id = ids.get(name)
      if (!id) throw new Error(`The made-up school has no ${name}.`)
      return id
    },
    pupilsOf: className => pupils.filter(({ course }) => course === className).map(({ id }) => id),
  }
}
