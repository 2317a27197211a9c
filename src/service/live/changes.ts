import type { Resource } from '../../contract/endpoint.ts'
import { type LiveEvent, missedEvents } from '../../contract/events.ts'
import type { Db } from '../db/schema.ts'
import { type Content, findContent } from '../policy/content.ts'
import type { GrantTarget } from '../policy/grants.ts'
import { type Audience, resolveAudience } from './audience.ts'

export type Change = { event: LiveEvent; to: Audience }

/** Notifies all users who may read the data, or only those whom the IDs name. */
export type ChangedIds = {
  chat: { chat_id: number; version?: number; user_id?: number }
  message: { chat_id: number; version?: number }
  homework: { course_id: number; todo_id: number; user_id?: number }
  /** For writers, and the pupil `user_id` or all pupils of `course_id`. */
  submission: { todo_id: number; user_id?: number; course_id?: number }
  /** For users who may correct the homework. */
  marking: { todo_id: number }
  file: { course_id: number; file_id: number }
  permission: Content
  token: { user_id: number }
  calendar: { user_id: number }
  scheduledMessage: { user_id: number }
  setting: { user_id: number }
}

/** Sends events after the commit. */
export type ChangeLog = {
  changed<Kind extends keyof ChangedIds>(kind: Kind, ids: ChangedIds[Kind]): void
  accessChanged(content: Content, target: GrantTarget): Promise<void>
  /** Call it before the deletion, while the readers are known. */
  willDelete(content: Content): Promise<void>
  /** Call it before the move: people may read the file only because of a folder above it. */
  willMove(ids: ChangedIds['file']): Promise<void>
}

/** `now` is in Unix ms. */
export function createChangeLog(
  trx: Db,
  { now, write_id }: { now: number; write_id: string | undefined },
): ChangeLog & { changes: readonly Change[] } {
  const changes: Change[] = []
  const add = (kind: Resource, id: number, to: Audience, version = now) => {
    changes.push({ event: { kind, id, version, ...(write_id !== undefined && { write_id }) }, to })
  }
  const resolve = async (to: Audience) => ({ people: [...(await resolveAudience(trx, to))] })
  return {
    changes,
    changed(kind, ids) {
      const { id, to } = eventByKind[kind](ids)
      add(kind, id, to, 'version' in ids ? ids.version : now)
    },
    async accessChanged(content, target) {
      const affected =
        target.user_id === null ? { membersOf: target.course_id } : { people: [target.user_id] }
      for (const { kind, id, to } of await contentEvents(trx, content)) {
        const isShared = kind === 'permission' || kind === 'chat' || kind === 'marking'
        add(kind, id, { ...(isShared && to), ...affected })
      }
    },
    async willDelete(content) {
      const notifyMissed = async (to: Audience) => {
        changes.push({ event: missedEvents, to: await resolve(to) })
      }
      if (content.field === 'lesson_id') {
        // Rare, and deletes homework and submissions, so readers fetch everything again.
        const [access, lesson] = await contentEvents(trx, content)
        return notifyMissed({ ...access?.to, ...lesson?.to, holdersBelow: content.id })
      }
      for (const { kind, id, to } of await contentEvents(trx, content)) add(kind, id, await resolve(to))
      if (content.field === 'file_id') await notifyMissed({ holdersWithin: content.id })
    },
    async willMove({ course_id, file_id }) {
      add('file', course_id, await resolve({ holdersOnWay: file_id }))
    },
  }
}

type Event = { id: number; to: Audience }

/** `id` identifies the cached GETs of clients (`eventAffects`). */
const eventByKind: { [Kind in keyof ChangedIds]: (ids: ChangedIds[Kind]) => Event } = {
  chat: ({ chat_id: id, user_id }) => ({
    id,
    to: user_id === undefined ? { holdersOf: { field: 'chat_id', id } } : { people: [user_id] },
  }),
  message: ({ chat_id: id }) => ({ id, to: { holdersOf: { field: 'chat_id', id } } }),
  homework: ({ course_id, todo_id, user_id }) => ({
    id: course_id,
    to:
      user_id === undefined
        ? { membersOf: course_id, holdersOf: { field: 'todo_id', id: todo_id } }
        : { people: [user_id] },
  }),
  submission: ({ todo_id: id, user_id, course_id: pupilsOf }) => ({
    id,
    to: { writersOf: { field: 'todo_id', id }, pupilsOf, people: user_id === undefined ? [] : [user_id] },
  }),
  marking: ({ todo_id: id }) => ({ id, to: { writersOf: { field: 'todo_id', id } } }),
  file: ({ course_id, file_id }) => ({ id: course_id, to: { membersOf: course_id, holdersOnWay: file_id } }),
  permission: content => ({ id: content.id, to: { holdersOf: content } }),
  token: ({ user_id }) => ({ id: user_id, to: { people: [user_id] } }),
  calendar: ({ user_id }) => ({ id: user_id, to: { people: [user_id] } }),
  scheduledMessage: ({ user_id }) => ({ id: user_id, to: { people: [user_id] } }),
  setting: ({ user_id }) => ({ id: user_id, to: { people: [user_id] } }),
}

async function contentEvents(db: Db, content: Content): Promise<(Event & { kind: Resource })[]> {
  const { field, id } = content
  const permission = { kind: 'permission' as const, ...eventByKind.permission(content) }
  if (field === 'chat_id') {
    const [chat, message] = [eventByKind.chat({ chat_id: id }), eventByKind.message({ chat_id: id })]
    return [permission, { kind: 'chat', ...chat }, { kind: 'message', ...message }]
  }
  const course_id = (await findContent(db, content))?.courseId
  if (course_id === undefined || course_id === null) return [permission]
  switch (field) {
    case 'lesson_id':
      return [permission, { kind: 'lesson', id: course_id, to: { membersOf: course_id } }]
    case 'todo_id': {
      const submission = eventByKind.submission({ todo_id: id, course_id })
      const homework = eventByKind.homework({ course_id, todo_id: id })
      const marking = eventByKind.marking({ todo_id: id })
      return [
        permission,
        { kind: 'homework', ...homework },
        { kind: 'submission', ...submission },
        { kind: 'marking', ...marking },
      ]
    }
    case 'file_id':
      return [permission, { kind: 'file', ...eventByKind.file({ course_id, file_id: id }) }]
    default:
      return [permission]
  }
}
