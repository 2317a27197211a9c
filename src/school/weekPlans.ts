import { type SeedClass, seedClasses } from './subjects.ts'

/** One subject in one hour of the week: weekday 1 Monday to 5 Friday, hour 1 to 10, subject by its abbreviation. */
export type Planned = { weekday: number; hour: number; short: string }

/** Hours of a day in order, `-` free, `Fr+La` at the same time. */
const week8b = [
  'Ma En Ph Hi Fr+La De',
  'De Bi Ma En Ge Mu PE PE',
  'En Ma Fr+La Ma Bi De',
  'En Ma De Ph Ar Ar Hi',
  '- Ma Fr+La De - Ge Bi',
]

/** How often a week, and what runs beside it. The longest first, since they are the hardest to place. */
type Wish = { times: number; together: string[] }
const wish = (times: number, ...together: string[]): Wish => ({ times, together })

const wishes10a = [
  wish(5, 'MaLK'),
  wish(4, 'De'),
  wish(4, 'En'),
  wish(4, 'Fr', 'La'),
  wish(3, 'Ph'),
  wish(3, 'Hi'),
  wish(3, 'Bi'),
  wish(2, 'Ge'),
  wish(2, 'PE'),
  wish(2, 'Et'),
  wish(2, 'Mu'),
]
/** Too much, for the odd class. 10 hours a day: 50 in all. */
const oddWishes = [
  wish(4, 'Fr', 'La', 'Mu', 'Et'),
  wish(5, 'Bi', 'Ph', 'Ge'),
  wish(8, 'MaLK'),
  wish(7, 'De'),
  wish(7, 'En'),
  wish(5, 'Hi'),
  wish(5, 'PE', 'Et'),
  wish(4, 'Ph'),
  wish(3, 'Fr', 'Mu'),
  wish(2, 'Bi', 'La'),
]
const wishes6c = [
  wish(3, 'La', 'Mu'),
  wish(5, 'De'),
  wish(5, 'Ma'),
  wish(4, 'En'),
  wish(3, 'Sp'),
  wish(2, 'Na'),
  wish(2, 'Bi'),
  wish(2, 'Hi'),
  wish(1, 'Ge'),
  wish(2, 'Ar'),
  wish(1, 'CT'),
]

/**
 * The weeks of the three classes, by class name, with no teacher in two places at once: 8b as in the pictures, 10a with
 * some afternoons, 6c mornings only.
 */
export function weekPlans(): Map<string, Planned[]> {
  const [first, second, third] = seedClasses
  if (!first || !second || !third) return new Map()
  const plan8b = week8b.flatMap((day, index) => writtenDay(index + 1, day))
  const busy = new Set(plan8b.map(planned => busyKey(first, planned)))
  const plan10a = placed(second, wishes10a, 8, busy)
  const plan6c = placed(third, wishes6c, 6, busy)
  return new Map([
    [first.name, plan8b],
    [second.name, plan10a],
    [third.name, plan6c],
  ])
}

/** A week of ten full hours a day for the subjects of a class, as if nobody taught elsewhere. */
export const crowdedWeek = (seedClass: SeedClass): Planned[] => placed(seedClass, oddWishes, 10, new Set())

function writtenDay(weekday: number, text: string): Planned[] {
  return text
    .split(' ')
    .flatMap((cell, index) =>
      cell === '-' ? [] : cell.split('+').map(short => ({ weekday, hour: index + 1, short })),
    )
}

/** Which teacher a planned lesson keeps busy, and when. */
export function busyKey({ subjects }: SeedClass, { weekday, hour, short }: Planned): string {
  const teacher = subjects.find(subject => subject.short === short)?.teacher
  return `${weekday}/${hour}/${teacher}`
}

/** Fills hour after hour with what is still wanted most and has its teachers free; marks them busy. */
function placed(seedClass: SeedClass, wishes: readonly Wish[], hours: number, busy: Set<string>): Planned[] {
  const left = wishes.map(({ times, together }) => ({ times, together }))
  const plan: Planned[] = []
  for (let hour = 1; hour <= hours; hour += 1) {
    for (let weekday = 1; weekday <= 5; weekday += 1) {
      const at = (short: string): Planned => ({ weekday, hour, short })
      const free = left.filter(
        ({ times, together }) =>
          times > 0 && together.every(short => !busy.has(busyKey(seedClass, at(short)))),
      )
      const chosen = free.toSorted((a, b) => b.times - a.times)[0]
      if (!chosen) continue
      chosen.times -= 1
      const lessons = chosen.together.map(at)
      for (const lesson of lessons) busy.add(busyKey(seedClass, lesson))
      plan.push(...lessons)
    }
  }
  return plan
}
