import { hashPassword, unmatchableHash } from '../service/auth/passwords.ts'
import type { Db } from '../service/db/schema.ts'
import { seedClasses } from './classes.ts'
import type { Draw } from './draw.ts'
import { insertOne } from './insertRows.ts'
import people from './people.json' with { type: 'json' }
import { seedPassword, seedPeople } from './people.ts'
import type { SeedInput } from './schoolFiles.ts'
import type { SchoolLanguage } from './schoolKind.ts'
import { splitList } from './schoolTexts.ts'

export type SeededPeople = {
  /** Family name of a teacher, or name of a pupil in chats. Throws if unknown. */
  idOf: (name: string) => number
  /** By seat. */
  pupilsOf: (className: string) => readonly number[]
}

export type SeedContext = SeedInput & { people: SeededPeople; language: SchoolLanguage }

const classSize = 28

/** Unique, because the timetable shows only family names. */
export const seedTeachers: readonly string[] = people.teachers

/** By class, for the first pupils. */
const loginsByClass: Record<string, string | undefined> = people.pupilsWhoSignIn

/** By class and seat, from 1. */
const namesByClass: Record<string, Record<string, string> | undefined> = people.pupilsBySeat

/** By class and seat. Unique across classes and the family names of teachers. */
export const chatNames: Record<string, readonly string[]> = Object.fromEntries(
  Object.entries(people.calledInChats).map(([className, names]) => [className, splitList(names)]),
)

function createSeededPeople(
  teachers: readonly number[],
  pupils: Map<string, readonly number[]>,
): SeededPeople {
  const ids = new Map(seedTeachers.map((name, index) => [getFamilyName(name), teachers[index]]))
  for (const [className, names] of Object.entries(chatNames)) {
    for (const [seat, name] of names.entries()) ids.set(name, pupils.get(className)?.[seat])
  }
  return {
    idOf: name => {
      const id = ids.get(name)
      if (!id) throw new Error(`The made-up school has no ${name}.`)
      return id
    },
    pupilsOf: className => pupils.get(className) ?? [],
  }
}

type Options = { now: number; draw: Draw; random: (bytes: number) => Uint8Array }

/** Only the people of people.ts have a password that works. */
export async function fillPeople(db: Db, { now, draw, random }: Options): Promise<SeededPeople> {
  // The password is public, and hashing is slow by design.
  const passwordHash = await hashPassword(seedPassword, random)
  const thisYear = new Date(now).getUTCFullYear()
  const day = 86_400_000
  const add = (name: string, login: string, is_teacher: 0 | 1, age: number): Promise<number> =>
    insertOne(db, 'users', {
      login,
      password_hash: seedPeople.some(person => person.login === login) ? passwordHash : unmatchableHash,
      name,
      is_teacher,
      birthday: `${thisYear - age}-${padTwo(draw.number(1, 12))}-${padTwo(draw.number(1, 28))}`,
      registered_at: new Date(now - draw.number(90, 1500) * day).toISOString(),
      last_seen_at: new Date(now - draw.number(1, 3 * 24 * 60) * 60_000).toISOString(),
    })

  const teachers: number[] = []
  for (const [index, name] of seedTeachers.entries()) {
    const login = seedPeople.find(person => person.name === name)?.login ?? `teacher${index + 1}`
    teachers.push(await add(name, login, 1, draw.number(27, 63)))
  }
  const names = drawPupilNames(draw, seedClasses.length * classSize)
  const pupils = new Map<string, number[]>()
  for (const [index, { name: className, age }] of seedClasses.entries()) {
    const ids: number[] = []
    for (const [seat, name] of names.slice(index * classSize, (index + 1) * classSize).entries()) {
      const login = splitList(loginsByClass[className])[seat]
      const person = seedPeople.find(one => one.login === login)
      const shown = namesByClass[className]?.[seat + 1]
      ids.push(await add(person?.name ?? shown ?? name, login ?? `pupil-${className}-${seat + 1}`, 0, age))
    }
    pupils.set(className, ids)
  }
  return createSeededPeople(teachers, pupils)
}

const padTwo = (value: number) => String(value).padStart(2, '0')

export const getFamilyName = (name: string): string => name.slice(name.indexOf(' ') + 1)

const givenNames = splitList(people.givenNames)
const familyNames = splitList(people.familyNames)

/** Distinct full names. */
export function drawPupilNames(draw: Draw, count: number): string[] {
  const [firsts, lasts] = [draw.shuffled(givenNames), draw.shuffled(familyNames)]
  // A pair repeats only after all combinations.
  return Array.from(
    { length: count },
    (_, index) => `${firsts[index % firsts.length]} ${lasts[index % lasts.length]}`,
  )
}

/** Undefined if a teacher is missing or a class has no pupils. */
export async function findPeople(db: Db): Promise<SeededPeople | undefined> {
  const users = await db.selectFrom('users').select(['id', 'name']).where('is_teacher', '=', 1).execute()
  const teachers = seedTeachers.flatMap(name => users.find(user => user.name === name)?.id ?? [])
  const members = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .innerJoin('courses', 'courses.id', 'memberships.course_id')
    .select(['users.id', 'courses.name as course'])
    .where('users.is_teacher', '=', 0)
    .orderBy('users.id')
    .execute()
  const classes = Map.groupBy(members, ({ course }) => course)
  const pupils = new Map([...classes].map(([name, all]) => [name, all.map(({ id }) => id)]))
  const isComplete =
    teachers.length === seedTeachers.length && seedClasses.every(({ name }) => pupils.has(name))
  return isComplete ? createSeededPeople(teachers, pupils) : undefined
}
