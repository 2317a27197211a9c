import { chats } from '../../contract/chats.ts'
import { readRelation } from '../../contract/document.ts'
import type { Endpoint, Resource } from '../../contract/endpoint.ts'
import { type LiveEvent, missed } from '../../contract/events.ts'
import { permissions, resourceFields } from '../../contract/permissions.ts'
import { isRecord } from '../../lib/isRecord.ts'
import type { Db } from '../db/schema.ts'
import { type Content, contentKinds } from '../rules/content.ts'
import { type Audience, peopleOf } from './audience.ts'

/** An event, and who receives it. */
export type Change = { event: LiveEvent; to: Audience }

/** A write, as far as what it changes depends on it. */
export type Written = {
  endpoint: Endpoint
  params: Record<string, number>
  body: unknown
  caller: { userId: number } | undefined
}

/** What a write is about: content, the class it is in, and whose it is: a pupil's, or who was given access or lost it. */
type Subject = { content: Content | undefined; courseId: number | undefined; person: number | undefined }

/** What is about to be deleted, and the changes to send then: afterwards nobody could tell who had access. */
export type Deletion = { subject: Subject & { content: Content }; changes: Change[] }

/** Who is to be told what of content that is about to be deleted, or of one person's grant on it, which may be the last. */
export async function prepareDeletion(
  db: Db,
  content: Content,
  person: number | undefined,
  now: number,
): Promise<Deletion> {
  const subject = { content, courseId: await courseOf(db, content), person }
  const changes: Change[] = []
  for (const { event, to } of changesOfDeletion(subject, now)) {
    changes.push({ event, to: { people: [...(await peopleOf(db, to))] } })
  }
  return { subject, changes }
}

/**
 * The events of a write that is done, within its transaction: of what its declaration says that it invalidates, by ids of its
 * path, its body and its answer.
 */
export async function changesOf(
  db: Db,
  written: Written,
  done: { answer: unknown; before: Deletion | undefined; now: number },
): Promise<Change[]> {
  const { endpoint, body } = written
  const { before, now } = done
  if (before && !(await contentKinds[before.subject.content.field].find(db, before.subject.content.id))) {
    return before.changes
  }
  const ids = endpoint.invalidationScope?.(body)
  const kinds = ids?.invalidates ?? endpoint.invalidates
  if (kinds.length === 0) return []
  const subject = before?.subject ?? (await subjectOf(db, written, { ...ids?.ids }, done.answer))
  const shown = endpoint.resource === 'permission' && subject.content ? accessKinds(subject.content) : kinds
  const count = await countOf(db, written, subject)
  const changes: Change[] = []
  for (const kind of shown) {
    const id = idOf(kind, subject)
    if (id === undefined) continue
    const version = count?.of.includes(kind) ? count.version : now
    changes.push({ event: { kind, id, version }, to: await audienceOf(db, kind, written, subject) })
  }
  return changes
}

/** The names that content of its own goes by, in the path of what makes it or is about it. */
const ownFields: { [Kind in Resource]?: Content['field'] } = {
  chat: 'chat_id',
  message: 'chat_id',
  homework: 'todo_id',
  submission: 'todo_id',
  file: 'file_id',
}

/** By the ids of its path, body and label; of what was just made, by that of the answer. */
async function subjectOf(
  db: Db,
  { endpoint, params, body, caller }: Written,
  named: Record<string, number | undefined>,
  answer: unknown,
): Promise<Subject> {
  const given = isRecord(answer) && isRecord(answer.resource_ids) ? answer.resource_ids : {}
  const ids: Record<string, unknown> = { ...params, ...given, ...named, ...resourceIds(body) }
  ids.todo_id ??= ids.homework_id
  const field = resourceFields.find(name => ids[name] !== undefined) ?? ownFields[endpoint.resource]
  const made = Array.isArray(answer) ? answer[0] : answer
  const id = field && (ids[field] ?? (isRecord(made) ? made.id : undefined))
  const content = field && typeof id === 'number' ? { field, id } : undefined
  return {
    content,
    courseId: params.course_id ?? (content && (await courseOf(db, content))),
    person: personOf(endpoint, answer) ?? named.user_id ?? caller?.userId,
  }
}

const resourceIds = (body: unknown) =>
  isRecord(body) && isRecord(body.resource_ids) ? body.resource_ids : {}

/** Whom an answer is about: the pupil of a submission, the target of a permission. */
function personOf({ resource }: Endpoint, answer: unknown): number | undefined {
  if (!isRecord(answer)) return undefined
  const { user, target } = answer
  const id =
    resource === 'submission' && isRecord(user)
      ? user.id
      : resource === 'permission' && isRecord(target) && isRecord(target.ids)
        ? target.ids.user_id
        : undefined
  return typeof id === 'number' ? id : undefined
}

async function courseOf(db: Db, { field, id }: Content): Promise<number | undefined> {
  return (await contentKinds[field].find(db, id))?.courseId ?? undefined
}

/** What shows access to content of a kind. */
const accessKinds = ({ field, id }: Content): readonly Resource[] =>
  permissions.create.invalidationScope({ resource_ids: { [field]: id } })?.invalidates ?? []

/** The events of content that is deleted with all below it, to those who could read it. */
function changesOfDeletion(subject: Subject & { content: Content }, now: number): Change[] {
  const { content, courseId } = subject
  // With a subject goes its homework and what was handed in: rarely, and too much to be named.
  if (content.field === 'lesson_id') {
    return [{ event: missed, to: { membersOf: courseId, holdersOf: content, holdersBelow: content.id } }]
  }
  const all = accessKinds(content).flatMap((kind): Change[] => {
    const id = idOf(kind, subject)
    const to = readersOf(kind, { ...subject, person: undefined })
    return id === undefined ? [] : [{ event: { kind, id, version: now }, to }]
  })
  // Nor who had access to what.
  return content.field === 'file_id' ? [...all, { event: missed, to: { holdersWithin: content.id } }] : all
}

/** The id of the event, by which cached GETs are found (`concerns`). */
function idOf(kind: Resource, { content, courseId, person }: Subject): number | undefined {
  switch (kind) {
    case 'homework':
    case 'file':
    case 'lesson':
    case 'timeline':
      return courseId
    case 'chat':
    case 'message':
    case 'submission':
    case 'permission':
      return content?.id
    case 'token':
      return person
    default:
      return undefined
  }
}

/** The version this write raised: a chat counts what is said in it, a class its files. */
async function countOf(
  db: Db,
  { endpoint: { resource } }: Written,
  { content, courseId }: Subject,
): Promise<{ of: readonly Resource[]; version: number } | undefined> {
  if (resource === 'message' && content) {
    const { version } = await db
      .selectFrom('chats')
      .select('version')
      .where('id', '=', content.id)
      .executeTakeFirstOrThrow()
    return { of: ['message', 'chat'], version }
  }
  if (content?.field !== 'file_id' || resource === 'permission' || courseId === undefined) return undefined
  const { files_version } = await db
    .selectFrom('courses')
    .select('files_version')
    .where('id', '=', courseId)
    .executeTakeFirstOrThrow()
  return { of: ['file'], version: files_version }
}

/** Who may read it. */
function readersOf(kind: Resource, { content, courseId, person }: Subject): Audience {
  if (kind === 'token') return { people: person === undefined ? [] : [person] }
  if (!content) return {}
  switch (kind) {
    case 'chat':
    case 'message':
    case 'permission':
      return { holdersOf: content }
    case 'homework':
      return { membersOf: courseId, holdersOf: content }
    case 'file':
      return { membersOf: courseId, holdersOnWay: content.id }
    case 'submission':
      return { writersOf: content, ...(person === undefined ? { pupilsOf: courseId } : { people: [person] }) }
    default:
      return {}
  }
}

/** The same, or those of them for whom this write changed anything. */
async function audienceOf(db: Db, kind: Resource, written: Written, subject: Subject): Promise<Audience> {
  const { endpoint, body } = written
  const { person } = subject
  const alone = { people: person === undefined ? [] : [person] }
  if (endpoint === chats.markRead) return alone
  if (endpoint.resource === 'permission') {
    // How many are in a chat shows to all of them, and who has access to those who have; the rest is one's own.
    return kind === 'permission' || kind === 'chat' ? { ...readersOf(kind, subject), ...alone } : alone
  }
  // That a pupil has seen it, or handed in, is not for the class.
  if (endpoint.resource === 'submission' && kind === 'homework') return alone
  if (endpoint.resource === 'homework') return readersOf(kind, { ...subject, person: undefined })
  const label = isRecord(body) ? readRelation(String(body.related_to)) : undefined
  if (label?.kind === 'correction' && subject.content && !(await isReturned(db, label))) {
    return { writersOf: subject.content }
  }
  return readersOf(kind, subject)
}

/** A correction is its pupil's to see once it is returned. */
async function isReturned(db: Db, { todoId, userId }: { todoId: number; userId: number }): Promise<boolean> {
  const row = await db
    .selectFrom('submissions')
    .select('corrected_at')
    .where('todo_id', '=', todoId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined && row.corrected_at !== null
}
