import { chats } from '../../contract/chats.ts'
import { readRelation } from '../../contract/document.ts'
import type { Endpoint, Resource } from '../../contract/endpoint.ts'
import { type LiveEvent, missed } from '../../contract/events.ts'
import { permissions, resourceFields } from '../../contract/permissions.ts'
import { isRecord } from '../../lib/isRecord.ts'
import type { Db } from '../db/schema.ts'
import { type Content, findContent } from '../policy/content.ts'
import { type Audience, peopleOf } from './audience.ts'

/** An event with its recipients. */
export type Change = { event: LiveEvent; to: Audience }

/** A write, with the parts that determine its changes. */
export type Written = {
  endpoint: Endpoint
  params: Record<string, number>
  body: unknown
  caller: { userId: number } | undefined
}

/**
 * Subject of a write: the content, its class and the user concerned. The user is the pupil of a submission, or the user
 * who gained or lost access.
 */
type Subject = { content: Content | undefined; courseId: number | undefined; person: number | undefined }

/** A deletion and its changes. They are computed before the deletion, because afterwards the grants no longer exist. */
export type Deletion = { subject: Subject & { content: Content }; changes: Change[] }

/**
 * Computes the changes of a deletion before it happens: of content, or of a user's grant. Deleting the grant of the
 * last administrator deletes the content, too.
 */
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
 * Returns the changes of a completed write, within its transaction. Its endpoint declares which resources it
 * invalidates. The IDs come from the path, the body and the response.
 */
export async function changesOf(
  db: Db,
  written: Written,
  done: { answer: unknown; before: Deletion | undefined; now: number },
): Promise<Change[]> {
  const { endpoint, body } = written
  const { before, now } = done
  if (before && !(await findContent(db, before.subject.content))) {
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

/** Content field by resource, for requests that contain no ID of content, such as those that create it. */
const ownFields: { [Kind in Resource]?: Content['field'] } = {
  chat: 'chat_id',
  message: 'chat_id',
  homework: 'todo_id',
  submission: 'todo_id',
  file: 'file_id',
}

/**
 * Finds the subject by the IDs of the path, the body and the relation label. For new content, uses the ID of the
 * response.
 */
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

/** Returns the user that a response is about: the pupil of a submission, or the target of a permission. */
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

async function courseOf(db: Db, content: Content): Promise<number | undefined> {
  return (await findContent(db, content))?.courseId ?? undefined
}

/** Returns the resources that depend on access to this content. */
const accessKinds = ({ field, id }: Content): readonly Resource[] =>
  permissions.create.invalidationScope({ resource_ids: { [field]: id } })?.invalidates ?? []

/** Returns the events of deleted content and everything below it, for the users who could read it. */
function changesOfDeletion(subject: Subject & { content: Content }, now: number): Change[] {
  const { content, courseId } = subject
  // Deleting a subject also deletes its homework and submissions. This is rare and affects too much to list, so readers
  // fetch everything again.
  if (content.field === 'lesson_id') {
    return [{ event: missed, to: { membersOf: courseId, holdersOf: content, holdersBelow: content.id } }]
  }
  const all = accessKinds(content).flatMap((kind): Change[] => {
    const id = idOf(kind, subject)
    const to = readersOf(kind, { ...subject, person: undefined })
    return id === undefined ? [] : [{ event: { kind, id, version: now }, to }]
  })
  // The content of a folder is not listed either. Users with a grant on any of it fetch everything again.
  return content.field === 'file_id' ? [...all, { event: missed, to: { holdersWithin: content.id } }] : all
}

/** Returns the ID of the event, by which clients find the cached GETs (`concerns`). */
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

/** Returns the version that this write has incremented: that of a chat, or that of the files of a class. */
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

/** Returns the users who may read the resource. */
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

/** Returns the readers for whom this write changed the resource. */
async function audienceOf(db: Db, kind: Resource, written: Written, subject: Subject): Promise<Audience> {
  const { endpoint, body } = written
  const { person } = subject
  const alone = { people: person === undefined ? [] : [person] }
  if (endpoint === chats.markRead) return alone
  if (endpoint.resource === 'permission') {
    // Members of a chat see how many members it has. Users with access see who else has access. Other changes concern
    // only the user whose access changed.
    return kind === 'permission' || kind === 'chat' ? { ...readersOf(kind, subject), ...alone } : alone
  }
  // Classmates are not notified that a pupil has acknowledged a homework or handed in.
  if (endpoint.resource === 'submission' && kind === 'homework') return alone
  if (endpoint.resource === 'homework') return readersOf(kind, { ...subject, person: undefined })
  const label = isRecord(body) ? readRelation(String(body.related_to)) : undefined
  if (label?.kind === 'correction' && subject.content && !(await isReturned(db, label))) {
    return { writersOf: subject.content }
  }
  return readersOf(kind, subject)
}

/** Whether the correction is returned. Before that, its pupil can't see it. */
async function isReturned(db: Db, { todoId, userId }: { todoId: number; userId: number }): Promise<boolean> {
  const row = await db
    .selectFrom('submissions')
    .select('corrected_at')
    .where('todo_id', '=', todoId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined && row.corrected_at !== null
}
