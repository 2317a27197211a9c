import type { Body } from '../../contract/endpoint.ts'
import { permissions } from '../../contract/permissions.ts'
import { invalid, notFound } from '../../http/problem.ts'
import { changeAccess, grantAccess, leaveClassGrant, lockGrants, revokeAccess } from '../content/grants.ts'
import type { Db } from '../db/schema.ts'
import { matchesETag, notModified } from '../http/etag.ts'
import { jsonRows, listResponse, streamResponse } from '../http/streamRows.ts'
import { type Content, parseContent, toContent } from '../policy/content.ts'
import type { GrantTarget } from '../policy/grants.ts'
import { requireOtherAdmin } from '../policy/lastAdmin.ts'
import {
  requireClassMayWrite,
  requireMayAddClass,
  requireMayAddPerson,
  requireMayDeletePermission,
  requirePermission,
} from '../policy/policy.ts'
import { computeGrantsETag, readClassGrants } from '../serialize/classPermissions.ts'
import {
  findGrant,
  findGrantOf,
  type GrantRow,
  grantReader,
  serializePermission,
} from '../serialize/permissions.ts'
import { defineRoute, defineWriteRoute } from './route.ts'

const toFlag = (value: boolean) => (value ? 1 : 0)

/** api.md § Permissions. */
export const permissionRoutes = [
  defineRoute(permissions.list, async ({ query, caller, db, serializeContext }) => {
    const content = parseContent(query)
    await requirePermission(db, caller, 'list grants', content)
    return listResponse(grantReader(db, { field: content.field, ids: [content.id] }, serializeContext))
  }),

  defineRoute(permissions.ofClass, async ({ params, caller, db, request, sha256, serializeContext }) => {
    await requirePermission(db, caller, 'read', params)
    const pages = () => readClassGrants(db, caller, params.course_id, serializeContext)
    const etag = await computeGrantsETag(pages(), serializeContext, sha256)
    if (matchesETag(request, etag)) return notModified(etag)
    return streamResponse(jsonRows(pages()), etag)
  }),

  defineRoute(permissions.get, async ({ params, caller, db, serializeContext }) => {
    const { grant, content } = await requireGrant(db, params.permission_id)
    await requirePermission(db, caller, 'list grants', content)
    return serializePermission(grant, serializeContext)
  }),

  defineWriteRoute(
    permissions.create,
    async ({ body, caller, db, accessChanged, clock, serializeContext }) => {
      const content = parseContent(body.resource_ids)
      const target = parseTarget(body.target_ids)
      const newEnd = parseEnd(body, clock())
      await lockGrants(db, content)
      await requirePermission(db, caller, 'administer', content)
      let expires_at = newEnd
      let canWrite = body.is_write
      if (target.user_id === null) {
        await requireMayAddClass(db, caller, target.course_id)
        if (body.is_admin) throw onlyPeopleAdminister()
        if (newEnd !== null) throw invalid({ expires_at: 'The access of a class has no end.' })
        if (canWrite) await requireClassMayWrite(db, content, target.course_id)
      } else {
        await requireMayAddPerson(db, caller, content, target.user_id)
        const previous = newEnd === null ? undefined : await findGrantOf(db, content, target.user_id)
        // Access for some days only extends: it changes no access without an end, and never ends or reduces other access.
        if (previous?.expires_at === null) return serializePermission(previous, serializeContext)
        if (!body.is_admin) await requireOtherAdmin(db, content, target.user_id)
        if (previous && newEnd !== null) {
          expires_at = laterOf(previous.expires_at, newEnd)
          canWrite ||= previous.is_write === 1
        }
      }
      const id = await grantAccess(db, content, target, {
        given: { given_by_user_id: caller.userId, given_at: new Date(clock()).toISOString() },
        flags: { is_write: toFlag(canWrite), is_admin: toFlag(body.is_admin), expires_at },
      })
      await accessChanged(content, target)
      return serializePermission((await requireGrant(db, id)).grant, serializeContext)
    },
  ),

  defineWriteRoute(
    permissions.change,
    async ({ params, body, caller, db, accessChanged, serializeContext }) => {
      const { grant, content } = await lockPermission(db, params.permission_id)
      await requirePermission(db, caller, 'administer', content)
      if (grant.user_id === null) {
        if (body.is_admin) throw onlyPeopleAdminister()
        if (body.is_write) await requireClassMayWrite(db, content, grant.course_id)
      } else if (body.is_admin === false) await requireOtherAdmin(db, content, grant.user_id)
      const is_write = toFlag(body.is_write ?? grant.is_write === 1)
      const is_admin = toFlag(body.is_admin ?? grant.is_admin === 1)
      const expires_at = is_admin === 1 ? null : grant.expires_at
      const changes = { is_write, is_admin, expires_at } as const
      await changeAccess(db, grant.id, changes)
      await accessChanged(content, grant)
      return serializePermission({ ...grant, ...changes }, serializeContext)
    },
  ),

  defineWriteRoute(permissions.remove, async context => {
    const { params, caller, db } = context
    const { grant, content } = await lockPermission(db, params.permission_id)
    const deletion = await requireMayDeletePermission(db, caller, content, grant)
    if (deletion === 'leave' && grant.user_id === null)
      await leaveClassGrant(db, grant, { content, userId: caller.userId }, context)
    else await revokeAccess(db, grant, content, context)
    return undefined
  }),
]

/** Classes are an extension of api.md. Throws 422. */
function parseTarget(ids: Record<string, number>): GrantTarget {
  const [kind = '', id = 0] = Object.entries(ids)[0] ?? []
  if (kind === 'user_id') return { user_id: id, course_id: null }
  if (kind === 'course_id') return { user_id: null, course_id: id }
  throw invalid({ [`target_ids.${kind}`]: 'Only a user_id or a course_id can be given access.' })
}

/** So that content always has a person who is responsible for it. */
const onlyPeopleAdminister = () => invalid({ is_admin: 'A class cannot administer. Choose a person.' })
const maxDaysAhead = 400
const dayMs = 24 * 3_600_000

/** Returns null for access without an end. Throws 422. */
function parseEnd({ expires_at, is_admin }: Body<typeof permissions.create>, now: number): string | null {
  if (expires_at === undefined || expires_at === null) return null
  if (is_admin)
    throw invalid({ expires_at: 'Administrators have no end. Give Read or Write access instead.' })
  const end = Date.parse(expires_at)
  if (end <= now) throw invalid({ expires_at: 'must be in the future' })
  if (end > now + maxDaysAhead * dayMs) {
    throw invalid({ expires_at: `must be within ${maxDaysAhead} days` })
  }
  return new Date(end).toISOString()
}

const laterOf = (one: string, other: string): string => (one > other ? one : other)

async function requireGrant(db: Db, id: number): Promise<{ grant: GrantRow; content: Content }> {
  const grant = await findGrant(db, id)
  const content = grant && toContent(grant)
  if (!content) throw notFound()
  return { grant, content }
}

async function lockPermission(trx: Db, id: number): Promise<{ grant: GrantRow; content: Content }> {
  const { content } = await requireGrant(trx, id)
  await lockGrants(trx, content)
  return requireGrant(trx, id)
}
