import type { Member } from '../../contract/courses.ts'
import type { Homework } from '../../contract/homework.ts'
import type { Submission } from '../../contract/submissions.ts'

/** Homework that the user marks. */
export type MarkableHomework = {
  task: Pick<Homework, 'id' | 'course_id' | 'text' | 'until_datetime'>
  /** Whether it is due today or was due before. */
  isPast: boolean
  /** Submissions by pupil, if they are loaded. */
  submissions: ReadonlyMap<number, Pick<Submission, 'is_submitted' | 'is_corrected'>> | undefined
}

/**
 * Returns a function that finds the homework at which to open the work of a pupil. That is the first one with a
 * submission to mark, as far as submissions are loaded. Without such a submission it is the one that was due last,
 * otherwise the one that is due next.
 *
 * @param homework in the order of the due times
 */
export function createMarkFinder(
  homework: readonly MarkableHomework[],
): (pupilId: number) => MarkableHomework | undefined {
  const loaded = homework.filter(({ submissions }) => submissions)
  return pupilId => {
    // Without this pupil, the homework is not for them.
    const isForPupil = ({ submissions }: MarkableHomework) => !submissions || submissions.has(pupilId)
    const isToMark = ({ submissions }: MarkableHomework) => {
      const submission = submissions?.get(pupilId)
      return submission?.is_submitted === true && !submission.is_corrected
    }
    return (
      loaded.find(isToMark) ??
      homework.findLast(each => each.isPast && isForPupil(each)) ??
      homework.find(isForPupil)
    )
  }
}

/** Returns the names that belong to several IDs. */
export function findSharedNames(named: Iterable<Pick<Member, 'id' | 'name'>>): ReadonlySet<string> {
  const idByName = new Map<string, number>()
  const shared = new Set<string>()
  for (const { id, name } of named) {
    const knownId = idByName.get(name)
    if (knownId !== undefined && knownId !== id) shared.add(name)
    else idByName.set(name, id)
  }
  return shared
}
