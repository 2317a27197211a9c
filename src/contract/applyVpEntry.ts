import { type PartChange, type PlannedLesson, periodsOf } from './lessons.ts'
import { comparableName, fitName } from './teacherName.ts'
import type { Cover, VpEntry } from './vpEntry.ts'
import { kindOf, withSubstitution } from './withSubstitution.ts'

/** Returns false if no lesson matches. Call `joinParts` after the last entry. */
export function applyVpEntry(changed: PlannedLesson[], entry: VpEntry): boolean {
  const { date, positions, absentTeacher, subject, cover } = entry
  let isApplied = false
  for (const position of positions) {
    const inPeriod = changed.filter(
      lesson => periodsIn(lesson).includes(position) && (date === undefined || lesson.date === date),
    )
    for (const lesson of lessonsOfTeacher(inPeriod, absentTeacher)) {
      const isOther = ![lesson.subject.name, lesson.subject.short ?? ''].some(
        name => name.toLowerCase() === subject.toLowerCase(),
      )
      const note = isOther ? subject : ''
      const item = { ...cover, ...(note && { note }) }
      const isWhole = periodsIn(lesson).every(period => positions.includes(period))
      changed[changed.indexOf(lesson)] = isWhole
        ? withSubstitution(lesson, item)
        : withPart(lesson, item, position)
      isApplied = true
    }
  }
  return isApplied
}

function periodsIn({ hour }: PlannedLesson): number[] {
  const periods = periodsOf(hour)
  return periods ? Array.from({ length: periods.count }, (_, index) => periods.first + index) : []
}

/** An exact name wins. An ambiguous abbreviation matches no lesson. */
function lessonsOfTeacher(
  lessons: readonly PlannedLesson[],
  absentTeacher: string,
): readonly PlannedLesson[] {
  const nameOf = ({ teacher }: PlannedLesson) => comparableName(teacher.planned ?? teacher.current)
  const exact = lessons.filter(lesson => nameOf(lesson) === comparableName(absentTeacher))
  if (exact.length > 0 && absentTeacher !== '') return exact
  // Either of the two may be abbreviated.
  const fits = (one: string, other: string) => fitName(one, { name: other }) !== undefined
  const similar = lessons.filter(
    lesson => fits(absentTeacher, nameOf(lesson)) || fits(nameOf(lesson), absentTeacher),
  )
  if (similar.length > 0) return new Set(similar.map(nameOf)).size === 1 ? similar : []
  // Plans abbreviate names differently, so the only lesson always matches.
  return lessons.length === 1 ? lessons : []
}

function withPart(lesson: PlannedLesson, item: Cover, position: number): PlannedLesson {
  const { teacher, room, note, isSelfStudy } = item
  const part: PartChange = {
    ...{ first: position, last: position, kind: kindOf(item) },
    ...(teacher && { teacher }),
    ...(room && { room }),
    ...(note && { note }),
    ...(isSelfStudy && { isSelfStudy }),
  }
  return { ...lesson, parts: [...(lesson.parts ?? []), part] }
}

/** Plans often have one entry per period. */
export function joinParts({ parts, ...lesson }: PlannedLesson): PlannedLesson {
  if (!parts) return lesson
  const periods = periodsIn(lesson)
  let whole: PlannedLesson = lesson
  const joined: PartChange[] = []
  for (const same of Map.groupBy(parts, contentOf).values()) {
    const [one] = same
    if (!one) continue
    const { first: _first, last: _last, ...change } = one
    const runs = runsOf(same.map(({ first }) => first))
    if (runs.some(({ first, last }) => first === periods[0] && last === periods.at(-1))) {
      whole = withSubstitution(whole, change)
    } else joined.push(...runs.map(run => ({ ...run, ...change })))
  }
  if (joined.length === 0 || whole.change === 'cancelled') return whole
  return { ...whole, parts: joined.toSorted((a, b) => a.first - b.first) }
}

const contentOf = ({ first: _first, last: _last, ...change }: PartChange) => JSON.stringify(change)

export function runsOf(numbers: readonly number[]): { first: number; last: number }[] {
  const runs: { first: number; last: number }[] = []
  for (const number of [...new Set(numbers)].toSorted((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run?.last === number - 1) run.last = number
    else runs.push({ first: number, last: number })
  }
  return runs
}
