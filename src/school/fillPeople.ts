import { hashPassword, nobodysHash } from '../service/auth/passwords.ts'
import type { Db } from '../service/db/schema.ts'
import { seedClasses } from './classes.ts'
import type { Draw } from './draw.ts'
import { insertOne } from './insertRows.ts'
import people from './people.json' with { type: 'json' }
import { seedPassword, seedPeople } from './people.ts'
import type { Making } from './schoolFiles.ts'
import type { SchoolLanguage } from './schoolKind.ts'
import { listed } from './schoolTexts.ts'

/** Ids of the people. */
export type SeededPeople = {
  /** Of a teacher by their family name, of a pupil by their name in chats. Throws for nobody. */
  idOf: (name: string) => number
  /** Of the pupils of a class, by seat. */
  pupilsOf: (className: string) => readonly number[]
}

/** What everything in the school is made with, once there are people. */
export type Filling = Making & { people: SeededPeople; language: SchoolLanguage }

const classSize = 28

/** The twelve teachers; who can sign in is in people.ts. No two share a family name, which is what a lesson shows. */
export const seedTeachers: readonly string[] = people.teachers

/** By class: the logins of the first pupils, who have one of their own. */
const knownPupils: Record<string, string | undefined> = people.pupilsWhoSignIn

/** By class: pupils whom look/chat shows, by their seats, the first of which is 1. */
const shownPupils: Record<string, Record<string, string> | undefined> = people.pupilsBySeat

/**
 * What the pupils of a class are called in its chats, by seat. Where a chat needs a pupil it names them so; no first name
 * is in both classes, nor the family name of a teacher.
 */
export const namesInChats: Record<string, readonly string[]> = Object.fromEntries(
  Object.entries(people.calledInChats).map(([className, names]) => [className, listed(names)]),
)

/** By the ids of the teachers, in order, and of the pupils of each class. */
function seededPeople(teachers: readonly number[], pupils: Map<string, readonly number[]>): SeededPeople {
  const ids = new Map(seedTeachers.map((name, index) => [familyName(name), teachers[index]]))
  for (const [className, names] of Object.entries(namesInChats)) {
    for (const [seat, name] of names.entries()) ids.set(name, pupils.get(className)?.[seat])
  }
  return {
    idOf: name => {
      const id = ids.get(name)
      if (!id) throw new Error(`The made-up school has nobody called ${name}.`)
      return id
    },
    pupilsOf: className => pupils.get(className) ?? [],
  }
}

type Options = { now: number; draw: Draw; random: (bytes: number) => Uint8Array }

/** Twelve teachers and three classes of 28 pupils. Only who is in people.ts has a password that fits. */
export async function fillPeople(db: Db, { now, draw, random }: Options): Promise<SeededPeople> {
  // One hash for all: the password is public, and hashing well is slow on purpose.
  const known = await hashPassword(seedPassword, random)
  const thisYear = new Date(now).getUTCFullYear()
  const day = 86_400_000
  const add = (name: string, login: string, is_teacher: 0 | 1, age: number): Promise<number> =>
    insertOne(db, 'users', {
      login,
      password_hash: seedPeople.some(person => person.login === login) ? known : nobodysHash,
      name,
      is_teacher,
      birthday: `${thisYear - age}-${two(draw.number(1, 12))}-${two(draw.number(1, 28))}`,
      registered_at: new Date(now - draw.number(90, 1500) * day).toISOString(),
      last_seen_at: new Date(now - draw.number(1, 3 * 24 * 60) * 60_000).toISOString(),
    })

  const teachers: number[] = []
  for (const [index, name] of seedTeachers.entries()) {
    const login = seedPeople.find(person => person.name === name)?.login ?? `teacher${index + 1}`
    teachers.push(await add(name, login, 1, draw.number(27, 63)))
  }
  const names = pupilNames(draw, seedClasses.length * classSize)
  const pupils = new Map<string, number[]>()
  for (const [index, { name: className, age }] of seedClasses.entries()) {
    const ids: number[] = []
    for (const [seat, name] of names.slice(index * classSize, (index + 1) * classSize).entries()) {
      const login = listed(knownPupils[className])[seat]
      const person = seedPeople.find(one => one.login === login)
      const shown = shownPupils[className]?.[seat + 1]
      ids.push(await add(person?.name ?? shown ?? name, login ?? `pupil-${className}-${seat + 1}`, 0, age))
    }
    pupils.set(className, ids)
  }
  return seededPeople(teachers, pupils)
}

const two = (value: number) => String(value).padStart(2, '0')

/** What the timetable calls a teacher. */
export const familyName = (name: string): string => name.slice(name.indexOf(' ') + 1)

const given = listed(people.givenNames)
const family = listed(people.familyNames)

/** `count` full names, no two alike, as they stand in the registers of a German school. */
export function pupilNames(draw: Draw, count: number): string[] {
  const [firsts, lasts] = [draw.shuffled(given), draw.shuffled(family)]
  // The lists are of different lengths (72 and 71), so a pair comes again only after all combinations.
  return Array.from(
    { length: count },
    (_, index) => `${firsts[index % firsts.length]} ${lasts[index % lasts.length]}`,
  )
}

/** The people of a seed school that is there already; undefined when somebody of them is not. */
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
  const isWhole = teachers.length === seedTeachers.length && seedClasses.every(({ name }) => pupils.has(name))
  return isWhole ? seededPeople(teachers, pupils) : undefined
}
