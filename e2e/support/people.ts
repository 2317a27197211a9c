import { seedPassword, seedPeople } from '../../src/school/people.ts'

export type Login = (typeof seedPeople)[number]['login']

export const password = seedPassword
export const nameOf = (login: string): string =>
  seedPeople.find(person => person.login === login)?.name ?? login
