import { hashPassword, nobodysHash } from '../service/auth/passwords.ts'
import type { Db } from '../service/db/schema.ts'
import type { Draw } from './draw.ts'
import { seedPassword, seedPeople } from './people.ts'
import { seedClasses } from './subjects.ts'

/** Ids of the people: teachers by family name, pupils by the name of their class. */
export type SeededPeople = { teachers: Map<string, number>; pupils: Map<string, number[]> }

const classSize = 28

/** The class of each pupil with a login of their own. */
const knownPupils: Record<string, readonly string[]> = { '8b': ['sommer', 'tanaka'], '10a': ['weber'] }

/** Pupils of 8b by their seat whom look/chat shows. */
const shownPupils = new Map([
  [2, 'Emil Lehmann'],
  [3, 'Deniz Arslan'],
  [6, 'Lena Weber'],
  [8, 'Ida Sander'],
  [9, 'Marie Winter'],
  [10, 'Paula Noll'],
  [11, 'Tom Hansen'],
  [12, 'Samir Nasser'],
])

type Options = { now: number; draw: Draw; random: (bytes: number) => Uint8Array }

/** Twelve teachers and three classes of 28 pupils. Only who is in people.ts has a password that fits. */
export async function fillPeople(db: Db, { now, draw, random }: Options): Promise<SeededPeople> {
  // One hash for all: the password is public, and hashing well is slow on purpose.
  const known = await hashPassword(seedPassword, random)
  const thisYear = new Date(now).getUTCFullYear()
  const day = 86_400_000
  const add = async (name: string, login: string, is_teacher: 0 | 1, age: number): Promise<number> => {
    const birthday = `${thisYear - age}-${two(draw.number(1, 12))}-${two(draw.number(1, 28))}`
    const password_hash = seedPeople.some(person => person.login === login) ? known : nobodysHash
    const { id } = await db
      .insertInto('users')
      .values({
        login,
        password_hash,
        name,
        is_teacher,
        birthday,
        registered_at: new Date(now - draw.number(90, 1500) * day).toISOString(),
        last_seen_at: new Date(now - draw.number(1, 3 * 24 * 60) * 60_000).toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  const teachers = new Map<string, number>()
  for (const [index, name] of seedTeachers.entries()) {
    const login = seedPeople.find(person => person.name === name)?.login ?? `teacher${index + 1}`
    teachers.set(familyName(name), await add(name, login, 1, draw.number(27, 63)))
  }
  const names = pupilNames(draw, seedClasses.length * classSize)
  const pupils = new Map<string, number[]>()
  for (const [index, { name: className, age }] of seedClasses.entries()) {
    const ids: number[] = []
    for (const [seat, name] of names.slice(index * classSize, (index + 1) * classSize).entries()) {
      const login = knownPupils[className]?.[seat]
      const person = seedPeople.find(one => one.login === login)
      const shown = className === '8b' ? shownPupils.get(seat) : undefined
      ids.push(await add(person?.name ?? shown ?? name, login ?? `pupil-${className}-${seat + 1}`, 0, age))
    }
    pupils.set(className, ids)
  }
  return { teachers, pupils }
}

const two = (value: number) => String(value).padStart(2, '0')

/** The twelve teachers; who can sign in is in people.ts. No two share a family name, which is what a lesson shows. */
export const seedTeachers: readonly string[] = [
  'Jana Albrecht',
  'Omar Ruiz',
  'Peter Kern',
  'Miriam Seidel',
  'Thomas Vogel',
  'Claudia Brandt',
  'Henrik Lorenz',
  'Élise Moreau',
  'Friedrich Thoma',
  'Sabine Petri',
  'Uwe Hagen',
  'Leyla Demir',
]

/** What the timetable calls a teacher. */
export const familyName = (name: string): string => name.slice(name.indexOf(' ') + 1)

const given =
  'Adam Aleksandra Alina Amira Anton Arda Ayşe Ben Björn Carla Chiara Dana David Deniz Elif Elias Emil Emma Esra Fatima Felix Finn Frieda Giulia Greta Hannah Henri Ida Ilja Ines Jakob Jan Jasmin Johanna Jonas Julian Karim Katharina Kofi Lara Lea Leon Linh Luca Luise Łukasz Maja Malik Marie Mats Maximilian Mia Milan Mohamed Nele Nikita Noah Nora Oskar Paul Phuong Rania Romy Samuel Sara Sofia Tarek Theo Tilda Valentin Yusuf Zoé'.split(
    ' ',
  )

const family =
  'Aydın|Bauer|Becker|Berger|Bianchi|Böhm|Çelik|Dietrich|Dvořák|El-Sayed|Engel|Ferreira|Fischer|Frank|García Moreno|Graf|Groß|Haddad|Hartmann|Heinrich|Hoffmann|Horvat|Ivanova|Jansen|Jäger|Kaya|Keller|Klein|Koch|Kowalski|Krämer|Krüger|Lange|Lehmann|Ludwig|Maier|Mensah|Meyer zu Bergsten|Möller|Nguyen|Novak|Öztürk|Park|Peters|Pham|Pohl|Popescu|Richter|Rossi|Roth|Şahin|Sauer|Schmidt|Schneider|Schröder|Schubert|Schulz|Schwarz|Simon|Stein|Tran|van der Linden|Vogt|von Arnim|Wagner|Walter|Winkler|Wójcik|Wolf|Yilmaz|Zimmermann'.split(
    '|',
  )

/** `count` full names, no two alike, as they stand in the registers of a German school. */
export function pupilNames(draw: Draw, count: number): string[] {
  const [firsts, lasts] = [draw.shuffled(given), draw.shuffled(family)]
  // The lists are of different lengths (72 and 71), so a pair comes again only after all combinations.
  return Array.from(
    { length: count },
    (_, index) => `${firsts[index % firsts.length]} ${lasts[index % lasts.length]}`,
  )
}
