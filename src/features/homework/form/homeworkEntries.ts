import type { Call } from '../../../api/client/call.ts'
import { relationLabel } from '../../../contract/document.ts'
import { documents } from '../../../contract/documents.ts'
import type { Input } from '../../../contract/endpoint.ts'
import { type Homework, homework } from '../../../contract/homework.ts'
import { type NewEntry, type ResultOf, type Step, step } from '../../../delivery/entries/Entry.ts'
import type { StoredFile } from '../../../delivery/storage/fileStore.ts'
import { randomUuid } from '../../../lib/encoding.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { paths } from '../../../paths.ts'
import { type HomeworkDraft, homeworkDraft, type StoredHomework, toStored } from './homeworkDraft.ts'
import { getHomeworkPrefix } from './homeworkLanes.ts'

/** In characters. */
const maxTitleLength = 80

type Sent = {
  courseId: number
  /** Key of the draft into which Edit puts the value. */
  draftKey: string
  value: HomeworkDraft
  group: string
  /** Set if the homework is for several classes. */
  className?: string | undefined
}

/** Sets homework in one class, and then uploads its files. */
export function createHomeworkEntry(
  { courseId, draftKey, value, group, className }: Sent,
  body: Input<typeof homework.create>['body'],
): NewEntry {
  const title = truncateText(value.text.trim(), maxTitleLength, '…')
  const relation = { ofStep: 0, part: 'rows.0.id', within: 'todo.{}' }
  return {
    lane: `${getHomeworkPrefix(courseId)}new/${randomUuid()}`,
    title: className === undefined ? title : `${className}: ${title}`,
    path: paths.homework(courseId),
    steps: [
      step(homework.create, { course_id: courseId, body }),
      ...value.files.map(file => createUpload(file, relation)),
    ],
    draft: { kind: homeworkDraft.name, key: draftKey, value },
    group,
  }
}

/** Changes homework, if nobody else has changed it since `base`, and then uploads its new files. */
export function createChangeEntry(
  { courseId, draftKey, value, group }: Sent,
  { id }: Pick<Homework, 'id'>,
  base: StoredHomework,
  body: Input<typeof homework.change>['body'],
): NewEntry {
  const relation = relationLabel({ kind: 'homework', todoId: id })
  const ids = { course_id: courseId, homework_id: id }
  return {
    lane: `${getHomeworkPrefix(courseId)}${id}`,
    title: truncateText(value.text.trim(), maxTitleLength, '…'),
    path: paths.task(courseId, id),
    steps: [
      ...(Object.keys(body).length > 0 ? [step(homework.change, { ...ids, body }, base)] : []),
      ...value.files.map(file => createUpload(file, relation)),
    ],
    draft: { kind: homeworkDraft.name, key: draftKey, value },
    group,
  }
}

const createUpload = ({ id }: StoredFile, related_to: string | ResultOf): Step =>
  step(documents.upload, { body: { related_to, file: { storedFile: id } } })

/** Returns the stored fields if they are not those that the user saw (rule 24). */
export async function findHomeworkConflict(
  { course_id, homework_id }: Input<typeof homework.change>,
  base: unknown,
  call: Call,
): Promise<StoredHomework | undefined> {
  const remote = toStored(await call(homework.get, { course_id, homework_id }))
  return JSON.stringify(remote) === JSON.stringify(base) ? undefined : remote
}
