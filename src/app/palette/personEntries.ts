import type { Member } from '../../contract/courses.ts'
import type { Homework } from '../../contract/homework.ts'
import type { Submission } from '../../contract/submissions.ts'

/** Homework that the user marks. */
export type MarkableHomework = {
  task: Pick<Homework, 'id' | 'course_id' | 'text' | 'until_datetime'>
  /** Due day in school time, `YYYY-MM-DD`. */
  due: string
  /** Submissions by pupil, if they are loaded. */
  submissions: ReadonlyMap<number, Pick<Submission, 'is_submitted' | 'is_corrected'>> | undefined
}

/**
 * Finds the homework at which to open the work of a pupil. That is the first one with a submission to mark, as far as
 * submissions are loaded. Without such a submission it is the one that was due last, otherwise the one that is due
 * next.
 *
 * @param homework in the order of the due days
 */
export function findHomeworkToMark(
  pupilId: number,
  homework: readonly MarkableHomework[],
  today: string,
): MarkableHomework | undefined {
  // Without this pupil, the homework is not for them.
  const forPupil = homework.filter(({ submissions }) => !submissions || submissions.has(pupilId))
  const isToMark = ({ submissions }: MarkableHomework) => {
    const submission = submissions?.get(pupilId)
    return submission?.is_submitted === true && !submission.is_corrected
  }
  return forPupil.find(isToMark) ?? forPupil.findLast(({ due }) => due <= today) ?? forPupil[0]
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
