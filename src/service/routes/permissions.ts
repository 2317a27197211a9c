import { permissions } from '../../contract/permissions.ts'
import { grantAccess, lockGrants, revokeAccess } from '../content/grants.ts'
import type { Db } from '../db/schema.ts'
import { matchesETag, notModified } from '../http/etag.ts'
import { invalid, notFound } from '../http/problem.ts'
import { jsonRows } from '../http/streamRows.ts'
import { type Content, readContent, storedContent } from '../policy/content.ts'
import { requireOtherAdmin } from '../policy/lastAdmin.ts'
import { requireMayAddPerson, requireMayDeletePermission, requirePermission } from '../policy/policy.ts'
import { readClassGrants, serializeGrants, tagOfGrants } from '../serialize/classPermissions.ts'
import { findGrant, type GrantRow, grantReader, serializePermission } from '../serialize/permissions.ts'
import { on, write } from './route.ts'

const flag = (value: boolean) => (value ? 1 : 0)

/** Permissions (api.md § Permissions). */
export const permissionRoutes = [
  on(permissions.list, async ({ query, caller, db, bigLists, showing }) => {
    const content = readContent(query)
    await requirePermission(db, caller, 'list grants', content)
    return bigLists.list(grantReader(db, content, showing))
  }),

  on(permissions.ofClass, async ({ params, caller, db, request, bigLists, showing }) => {
    await requirePermission(db, caller, 'read', params)
    const pages = () => readClassGrants(db, caller, params.course_id)
    const tag = await tagOfGrants(pages(), showing)
    if (matchesETag(request, tag)) return notModified(tag)
    return bigLists.answer(jsonRows(serializeGrants(pages(), showing)), tag)
  }),

  on(permissions.get, async ({ params, caller, db, showing }) => {
    const { grant, content } = await requireGrant(db, params.permission_id)
    await requirePermission(db, caller, 'list grants', content)
    return serializePermission(grant, showing)
  }),

  write(permissions.create, async ({ body, caller, db, accessChanged, clock, showing }) => {
    const content = readContent(body.resource_ids)
    const user_id = readTarget(body.target_ids)
    await lockGrants(db, content)
    await requirePermission(db, caller, 'administer', content)
    await requireMayAddPerson(db, caller, content, user_id)
    if (!body.is_admin) await requireOtherAdmin(db, content, user_id)
    const given = { user_id, given_by_user_id: caller.userId, given_at: new Date(clock()).toISOString() }
    const flags = { is_write: flag(body.is_write), is_admin: flag(body.is_admin) } as const
    const id = await grantAccess(db, content, given, flags)
    await accessChanged(content, user_id)
    return serializePermission((await requireGrant(db, id)).grant, showing)
  }),

  write(permissions.change, async ({ params, body, caller, db, accessChanged, showing }) => {
    const { grant, content } = await lockPermission(db, params.permission_id)
    await requirePermission(db, caller, 'administer', content)
    if (body.is_admin === false) await requireOtherAdmin(db, content, grant.user_id)
    const is_write = flag(body.is_write ?? grant.is_write === 1)
    const is_admin = flag(body.is_admin ?? grant.is_admin === 1)
    await db.updateTable('permissions').set({ is_write, is_admin }).where('id', '=', grant.id).execute()
    await accessChanged(content, grant.user_id)
    return serializePermission({ ...grant, is_write, is_admin }, showing)
  }),

  write(permissions.remove, async asked => {
    const { params, caller, db, isDocumentedOnly } = asked
    const { grant, content } = await lockPermission(db, params.permission_id)
    await requireMayDeletePermission(db, caller, content, { grant, offersLeaving: !isDocumentedOnly })
    await revokeAccess(db, grant, content, asked)
    return undefined
  }),
]

/** api.md shows no target except a single user. */
function readTarget(ids: Record<string, number>): number {
  const [kind = '', id = 0] = Object.entries(ids)[0] ?? []
  if (kind !== 'user_id')
    throw invalid({ [`target_ids.${kind}`]: 'Only a single user_id can be given access.' })
  return id
}

async function requireGrant(db: Db, id: number): Promise<{ grant: GrantRow; content: Content }> {
  const grant = await findGrant(db, id)
  const content = grant && storedContent(grant)
  if (!content) throw notFound()
  return { grant, content }
}

/** Locks the permissions on the content, and then reads the permission. */
async function lockPermission(trx: Db, id: number): Promise<{ grant: GrantRow; content: Content }> {
  const { content } = await requireGrant(trx, id)
  await lockGrants(trx, content)
  return requireGrant(trx, id)
}
