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
