import type { SeededPeople } from '../fillPeople.ts'
import { seats } from './chatPlan.ts'

/** Answers the id of a teacher by their family name, of a pupil by their name in `seats` (chatPlan.ts). */
export function chatPeople({ teachers, pupils }: SeededPeople): (name: string) => number {
  const ids = new Map(teachers)
  for (const [className, names] of Object.entries(seats)) {
    for (const [seat, name] of names.entries()) ids.set(name, pupils.get(className)?.[seat] ?? 0)
  }
  return name => {
    const id = ids.get(name)
    if (!id) throw new Error(`The seed school has nobody called ${name}.`)
    return id
  }
}
