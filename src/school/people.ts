export type SeedPerson = {
  login: string
  name: string
  role: 'teacher' | 'student'
  /** Class name of a pupil. */
  course?: string
}

/** People with a known password (service-facts.md § The seed school's people). */
export const seedPeople: readonly SeedPerson[] = [
  { login: 'albrecht', name: 'Jana Albrecht', role: 'teacher' },
  { login: 'sommer', name: 'Mika Sommer', role: 'student', course: '8b' },
  { login: 'ruiz', name: 'Omar Ruiz', role: 'teacher' },
  { login: 'kern', name: 'Peter Kern', role: 'teacher' },
  { login: 'tanaka', name: 'Aiko Tanaka', role: 'student', course: '8b' },
  { login: 'weber', name: 'Lina Weber', role: 'student', course: '10a' },
]

/** Public, so a server with the made-up school must listen on 127.0.0.1 only. */
export const seedPassword = 'staffroom-demo'
