import type { HomeworkDraft } from './homeworkDraft.ts'
import type { HomeworkFormState } from './useHomeworkForm.ts'

/**
 * Returns the part of the draft for one class, as a draft of that class alone. `courseId` is undefined for the class of
 * the form. Returns undefined if the draft does not have the class.
 */
export function readPart(draft: HomeworkDraft, courseId: number | undefined): HomeworkDraft | undefined {
  if (courseId === undefined) return { ...draft, classes: [], files: draft.ownFiles ?? draft.files }
  const target = draft.classes.find(({ course_id }) => course_id === courseId)
  if (!target) return undefined
  const { lesson_id, due, sent, lost, made, files = draft.files } = target
  return { ...draft, classes: [], lesson_id, due, sent, lost, made, files }
}

/** Fields that each class has for itself. */
const partFields = ['lesson_id', 'due', 'sent', 'lost', 'made', 'files'] as const
type PartChanges = Partial<Pick<HomeworkDraft, (typeof partFields)[number]>>

function writePart(
  draft: HomeworkDraft,
  courseId: number | undefined,
  changes: PartChanges,
): Partial<HomeworkDraft> {
  const partChanges: PartChanges = Object.fromEntries(
    partFields.flatMap(field => (field in changes ? [[field, changes[field]]] : [])),
  )
  // Created homework has its own list of files, so that files that are added later reach only the other classes.
  if (partChanges.made !== undefined) partChanges.files ??= readPart(draft, courseId)?.files ?? []
  if (courseId !== undefined) {
    return {
      classes: draft.classes.map(target =>
        target.course_id === courseId ? { ...target, ...partChanges } : target,
      ),
    }
  }
  const { files, ...own } = partChanges
  return { ...own, ...(files && { ownFiles: files }) }
}

/** Returns a form that reads and changes only the part of one class. */
export function selectPart(form: HomeworkFormState, courseId: number | undefined): HomeworkFormState {
  const read = (draft: HomeworkDraft) => readPart(draft, courseId) ?? draft
  return {
    ...form,
    value: read(form.value),
    getValue: () => read(form.getValue()),
    readPart: draft => readPart(draft, courseId),
    change: changes =>
      form.change(current =>
        writePart(current, courseId, typeof changes === 'function' ? changes(read(current)) : changes),
      ),
  }
}

const getParts = (draft: HomeworkDraft): HomeworkDraft[] =>
  [undefined, ...draft.classes.map(({ course_id }) => course_id)].flatMap(id => readPart(draft, id) ?? [])

/** Returns the homework that is set, by ID of its class. `courseId` is the class of the form. */
export const getCreatedIds = (draft: HomeworkDraft, courseId: number): Map<number, number> =>
  new Map(
    [courseId, ...draft.classes.map(({ course_id }) => course_id)].flatMap((id): [number, number][] => {
      const made = readPart(draft, id === courseId ? undefined : id)?.made
      return made === undefined ? [] : [[id, made]]
    }),
  )

/** Whether the homework is set in each class, with all files. */
export const isComplete = (draft: HomeworkDraft): boolean =>
  getParts(draft).every(({ made, files }) => made !== undefined && files.length === 0)

/** Whether the homework of a draft with further classes has been sent for at least one class. */
export const isStarted = (draft: HomeworkDraft): boolean =>
  draft.classes.length > 0 &&
  getParts(draft).some(({ made, sent }) => made !== undefined || sent !== undefined)

/**
 * Returns the changes after which the draft opens as a form again. An attempt without a response becomes `lost`, so
 * that the app searches for its homework before it sends it again.
 */
export function withoutAttempts(draft: HomeworkDraft): Partial<HomeworkDraft> {
  const toLost = ({ sent, lost }: Pick<HomeworkDraft, 'sent' | 'lost'>) => ({
    sent: undefined,
    lost: sent ?? lost,
  })
  return { ...toLost(draft), classes: draft.classes.map(target => ({ ...target, ...toLost(target) })) }
}
