import { z } from 'zod/mini'
import {
  endpoint,
  type InvalidationScope,
  noContent,
  one,
  type Resource,
  type Rows,
  rows,
} from './endpoint.ts'
import { assumed, DateTime, Id, QueryInteger, sortByKey } from './wire.ts'

export const resourceFields = [
  'lesson_id',
  'chat_id',
  'lesson_comment_id',
  'todo_id',
  'announcement_id',
  'file_id',
] as const
export type ResourceField = (typeof resourceFields)[number]
type ResourceIds = { [Field in ResourceField]?: number | undefined }

/**
 * In api.md, a target is a user. Our own service also has classes, with `course_id`. Screens show other kinds by
 * name.
 */
export const Target = z.looseObject({
  ids: z.record(z.string(), z.unknown()),
  type: z.string(),
  name: z.string(),
  display_name: z.string(),
  image: z.nullable(z.string()),
  targets_multiple_users: z.boolean(),
  /** Number of people in the class. */
  member_count: assumed(z.int()),
  /** Of a person. */
  is_teacher: assumed(z.boolean()),
})
export type Target = z.output<typeof Target>

/** api.md § Permission. */
export const Permission = z.looseObject({
  id: Id,
  resource_ids: z.record(z.string(), z.int()),
  target: Target,
  is_write: z.boolean(),
  is_admin: z.boolean(),
  given_by_user_id: z.nullable(Id),
  given_at: DateTime,
  /** Extension of our own service. Null without an end; undefined if the service does not support it. */
  expires_at: assumed(z.nullable(DateTime)),
})
export type Permission = z.output<typeof Permission>

const exactlyOne = (ids: Record<string, unknown>) =>
  Object.values(ids).filter(id => id !== undefined).length === 1
const resourceIds = (id: typeof Id | typeof QueryInteger) => ({
  lesson_id: z.optional(id),
  chat_id: z.optional(id),
  lesson_comment_id: z.optional(id),
  todo_id: z.optional(id),
  announcement_id: z.optional(id),
  file_id: z.optional(id),
})

export const NewPermission = z.object({
  resource_ids: z.object(resourceIds(Id)).check(z.refine(exactlyOne, 'name exactly one resource')),
  target_ids: z
    .record(z.string(), Id)
    .check(z.refine(ids => Object.keys(ids).length === 1, 'name exactly one target')),
  is_write: z._default(z.boolean(), false),
  is_admin: z._default(z.boolean(), false),
  /** Send it only to a service that supports it. Others would ignore it, and the access would not end. */
  expires_at: z.optional(
    z.nullable(z.iso.datetime({ offset: true, error: 'must be a time with its offset from UTC' })),
  ),
})

export const PermissionFlags = z.object({
  is_write: z.optional(z.boolean()),
  is_admin: z.optional(z.boolean()),
})

const ofClass = endpoint(
  'GET /courses/:course_id/permissions',
  'Who has access to the content of a class and to the chats of the caller',
  {
    resource: 'permission',
    response: rows(Permission),
    hasETag: true,
    assumed: 'extension: one request for all content of a class; without it the app sends one for each item',
  },
)

export const permissions = {
  /** api.md § Permissions, except `ofClass`. */
  list: endpoint('GET /permissions', 'Who has access to one piece of content', {
    resource: 'permission',
    query: z.object(resourceIds(QueryInteger)).check(z.refine(exactlyOne, 'name exactly one resource')),
    response: rows(Permission),
  }),
  /** Permissions on a class's content and the caller's chats, if the caller may list them. */
  ofClass,
  get: endpoint('GET /permissions/:permission_id', 'One permission', {
    resource: 'permission',
    response: one(Permission),
  }),
  /** Assumed: changes an existing permission. With `expires_at`, it never shortens or reduces one. */
  create: endpoint('POST /permissions', 'Grants access', {
    resource: 'permission',
    body: NewPermission,
    response: one(Permission),
    extension:
      'expires_at ends the permission of a person; in api.md it lasts until it is deleted. A class can be one target, `target_ids: {course_id}`, whose accepted members have the access; without it the app grants access to each person',
    invalidates: ['permission', 'lesson', 'chat', 'message', 'homework', 'submission', 'marking', 'file'],
    invalidationScope: ({ resource_ids }: { resource_ids: ResourceIds }) =>
      permissionInvalidation(resource_ids),
    patches: [{ target: ofClass, patch: withPermission, batched: true }],
  }),
  /** Assumed: 409 for demoting the last admin. An administrator has no end, so `is_admin` removes it. */
  change: endpoint('PUT /permissions/:permission_id', 'Changes a permission', {
    resource: 'permission',
    body: PermissionFlags,
    response: one(Permission),
    invalidates: ['permission', 'lesson', 'chat', 'message', 'homework', 'submission', 'marking', 'file'],
    patches: [{ target: ofClass, patch: withPermission }],
  }),
  /** Removing the last admin deletes the resource. */
  remove: endpoint(
    'DELETE /permissions/:permission_id',
    'Revokes access; with the last administrator, the resource is deleted',
    {
      resource: 'permission',
      response: noContent,
      extension:
        'members of a chat may delete their own permission, and a teacher that of their class. In a chat that only pupils administer, a pupil who deletes that of their class leaves alone. In api.md only administrators delete permissions',
      invalidates: [
        'permission',
        'lesson',
        'timeline',
        'chat',
        'message',
        'homework',
        'submission',
        'marking',
        'file',
      ],
    },
  ),
}

/** Returns undefined if the list lacks the content, e.g. of another class. */
function withPermission({ rows, unreadable }: Rows<unknown>, { response }: { response: unknown }) {
  const all = rows as Permission[]
  const permission = response as Permission
  const at = all.findIndex(({ id }) => id === permission.id)
  if (at >= 0) return { rows: all.with(at, permission), unreadable }
  const [content] = Object.entries(permission.resource_ids)
  if (!content || all.every(({ resource_ids }) => resource_ids[content[0]] !== content[1])) return undefined
  return { rows: sortByKey([...all, permission], ({ id }) => id), unreadable }
}

/** E.g. a permission on a subject invalidates no chats. */
function permissionInvalidation(ids: ResourceIds): InvalidationScope | undefined {
  const field = resourceFields.find(name => ids[name] !== undefined)
  const invalidates = field && invalidatedKinds[field]
  if (!invalidates) return undefined
  // Access to a folder includes its content.
  return {
    invalidates: ['permission', ...invalidates],
    ids: field === 'file_id' ? { file_id: undefined } : {},
  }
}

const invalidatedKinds: { [Field in ResourceField]: readonly Resource[] } = {
  lesson_id: ['lesson'],
  chat_id: ['chat', 'message'],
  todo_id: ['homework', 'submission', 'marking'],
  file_id: ['file'],
  // api.md has no GET for these.
  lesson_comment_id: [],
  announcement_id: [],
}

const OptionalId = assumed(Id)

export function targetUserId(target: Target): number | undefined {
  return OptionalId.parse(target.ids.user_id)
}

export function targetCourseId(target: Target): number | undefined {
  return OptionalId.parse(target.ids.course_id)
}

/** A class of our own service, whose name is e.g. "8b". Targets of other services have names of any form. */
export const isNamedClass = (target: Target): boolean =>
  targetCourseId(target) !== undefined && target.member_count !== undefined

/** Everybody can leave a chat that only pupils administer (rule 63). False if the service does not send the roles. */
export const isAdministeredByPupils = (rows: readonly Permission[]): boolean =>
  rows.filter(({ is_admin }) => is_admin).every(({ target }) => target.is_teacher === false)
