import { z } from 'zod/mini'
import { endpoint, type InvalidationScope, nothing, one, type Resource, type Rows, rows } from './endpoint.ts'
import { assumed, DateTime, Id, inOrder, QueryInteger } from './wire.ts'

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
 * Fields that api.md announces as upcoming. Another service may answer 422, 404 or 501. The app then says that the
 * feature is missing and continues.
 */
export const upcomingFields: readonly ResourceField[] = ['announcement_id', 'file_id']

/**
 * The user or group that a permission is for. api.md shows only single users. Other kinds are accepted and shown by
 * name.
 */
export const Target = z.looseObject({
  ids: z.record(z.string(), z.unknown()),
  type: z.string(),
  name: z.string(),
  display_name: z.string(),
  image: z.nullable(z.string()),
  targets_multiple_users: z.boolean(),
})
export type Target = z.output<typeof Target>

/** Access of one target to one resource (api.md § Permission). */
export const Permission = z.looseObject({
  id: Id,
  resource_ids: z.record(z.string(), z.int()),
  target: Target,
  is_write: z.boolean(),
  is_admin: z.boolean(),
  given_by_user_id: z.nullable(Id),
  given_at: DateTime,
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
    answer: rows(Permission),
    tagged: true,
    assumed: 'extension: one request for all content of a class; without it the app sends one for each item',
  },
)

export const permissions = {
  /** Source of all other endpoints: api.md § Permissions. */
  list: endpoint('GET /permissions', 'Who has access to one piece of content', {
    resource: 'permission',
    query: z.object(resourceIds(QueryInteger)).check(z.refine(exactlyOne, 'name exactly one resource')),
    answer: rows(Permission),
  }),
  /**
   * Permissions on the subjects, lesson contents, homework, news and files of a class, and on the caller's chats, which
   * belong to no class. Contains only the content whose permissions the caller may list.
   */
  ofClass,
  get: endpoint('GET /permissions/:permission_id', 'One grant', {
    resource: 'permission',
    answer: one(Permission),
  }),
  /** Source: api.md § Permissions. Assumed: creating an existing permission returns it with its new flags. */
  create: endpoint('POST /permissions', 'Give access', {
    resource: 'permission',
    body: NewPermission,
    answer: one(Permission),
    invalidates: ['permission', 'lesson', 'chat', 'message', 'homework', 'submission', 'file'],
    invalidationScope: ({ resource_ids }: { resource_ids: ResourceIds }) => invalidatedByAccess(resource_ids),
    patches: [{ target: ofClass, patch: withPermission }],
  }),
  /** Source: api.md § Permissions. Assumed: demoting the last admin is refused with 409. */
  change: endpoint('PUT /permissions/:permission_id', 'Change what a grant allows', {
    resource: 'permission',
    body: PermissionFlags,
    answer: one(Permission),
    invalidates: ['permission', 'lesson', 'chat', 'message', 'homework', 'submission', 'file'],
    patches: [{ target: ofClass, patch: withPermission }],
  }),
  /** Source: api.md § Permissions. Removing the last `is_admin` permission deletes its resource. */
  remove: endpoint(
    'DELETE /permissions/:permission_id',
    'Take access away; with the last administrator goes all access',
    {
      resource: 'permission',
      answer: nothing,
      extension:
        'members of a chat may delete their own permission; in api.md only administrators delete permissions',
      invalidates: ['permission', 'lesson', 'timeline', 'chat', 'message', 'homework', 'submission', 'file'],
    },
  ),
}

/**
 * Returns the permissions of a class with a new or changed one. Returns undefined if its content is not in the list,
 * because it may belong to another class.
 */
function withPermission({ rows, unreadable }: Rows<unknown>, { answer }: { answer: unknown }) {
  const all = rows as Permission[]
  const permission = answer as Permission
  const at = all.findIndex(({ id }) => id === permission.id)
  if (at >= 0) return { rows: all.with(at, permission), unreadable }
  const [content] = Object.entries(permission.resource_ids)
  if (!content || all.every(({ resource_ids }) => resource_ids[content[0]] !== content[1])) return undefined
  return { rows: inOrder([...all, permission], ({ id }) => id), unreadable }
}

/**
 * Returns the resources that a new permission invalidates. Other kinds are not fetched again, e.g. chats after a
 * change of access to a subject.
 */
function invalidatedByAccess(ids: ResourceIds): InvalidationScope | undefined {
  const field = resourceFields.find(name => ids[name] !== undefined)
  const invalidates = field && invalidatedKinds[field]
  if (!invalidates) return undefined
  // Access to a folder includes its content, so all files become stale, not only the one with this ID.
  return {
    invalidates: ['permission', ...invalidates],
    ids: field === 'file_id' ? { file_id: undefined } : {},
  }
}

const invalidatedKinds: { [Field in ResourceField]: readonly Resource[] } = {
  lesson_id: ['lesson'],
  chat_id: ['chat', 'message'],
  todo_id: ['homework', 'submission'],
  file_id: ['file'],
  // api.md has no GET for these two. Only their permissions can be read.
  lesson_comment_id: [],
  announcement_id: [],
}

const UserId = assumed(Id)

/** Returns the ID of the target's user, or undefined if the target is not a single user. */
export function targetUserId(target: Target): number | undefined {
  return UserId.parse(target.ids.user_id)
}
