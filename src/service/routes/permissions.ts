import { permissions } from '../../contract/permissions.ts'
import { originOf } from '../answers/documents.ts'
import {
  findGrant,
  type GrantRow,
  grantReader,
  holdGrants,
  keepAnAdmin,
  onWire,
  takeAway,
} from '../answers/permissions.ts'
import { invalid, notFound } from '../answers/problem.ts'
import { jsonRows, pagesOf } from '../answers/streamRows.ts'
import type { Db } from '../db/schema.ts'
import { type Content, readContent, storedContent } from '../rules/content.ts'
import { demand, demandAcquaintance, demandRemoval } from '../rules/policy.ts'
import { on } from './route.ts'

const flag = (value: boolean) => (value ? 1 : 0)

/** Who may see what (api.md § Permissions). Each write is one transaction with the check that allows it. */
export const permissionRoutes = [
  on(permissions.list, async ({ query, caller, db, timeZone, bigLists, request }) => {
    const content = readContent(query)
    await demand(db, caller, 'list grants', content)
    return bigLists.answer(
      jsonRows(pagesOf(grantReader(db, content, { origin: originOf(request), timeZone }))),
    )
  }),

  on(permissions.get, async ({ params, caller, db, timeZone, request }) => {
    const { grant, content } = await existing(db, params.permission_id)
    await demand(db, caller, 'list grants', content)
    return onWire(grant, { origin: originOf(request), timeZone })
  }),

  on(permissions.create, async ({ body, caller, db, clock, timeZone, request }) => {
    const content = readContent(body.resource_ids)
    const userId = readTarget(body.target_ids)
    const flags = { is_write: flag(body.is_write), is_admin: flag(body.is_admin) } as const
    const given = { given_by_user_id: caller.userId, given_at: new Date(clock()).toISOString() }
    return db.transaction().execute(async trx => {
      await holdGrants(trx, content)
      await demand(trx, caller, 'administer', content)
      await demandAcquaintance(trx, caller, content, userId)
      if (!body.is_admin) await keepAnAdmin(trx, content, userId)
      const { id } = await trx
        .insertInto('permissions')
        .values({
          resource_field: content.field,
          resource_id: content.id,
          user_id: userId,
          ...flags,
          ...given,
        })
        .onConflict(conflict =>
          conflict.columns(['resource_field', 'resource_id', 'user_id']).doUpdateSet(flags),
        )
        .returning('id')
        .executeTakeFirstOrThrow()
      return onWire((await existing(trx, id)).grant, { origin: originOf(request), timeZone })
    })
  }),

  on(permissions.change, async ({ params, body, caller, db, timeZone, request }) =>
    db.transaction().execute(async trx => {
      const { grant, content } = await held(trx, params.permission_id)
      await demand(trx, caller, 'administer', content)
      if (body.is_admin === false) await keepAnAdmin(trx, content, grant.user_id)
      const is_write = flag(body.is_write ?? grant.is_write === 1)
      const is_admin = flag(body.is_admin ?? grant.is_admin === 1)
      await trx.updateTable('permissions').set({ is_write, is_admin }).where('id', '=', grant.id).execute()
      return onWire({ ...grant, is_write, is_admin }, { origin: originOf(request), timeZone })
    }),
  ),

  on(permissions.remove, async ({ params, caller, db }) =>
    db.transaction().execute(async trx => {
      const { grant, content } = await held(trx, params.permission_id)
      await demandRemoval(trx, caller, content, grant)
      await takeAway(trx, grant.id, content)
      return undefined
    }),
  ),
]

/** Kinds of target beyond a single user are not shown in api.md. */
function readTarget(ids: Record<string, number>): number {
  const [kind = '', id = 0] = Object.entries(ids)[0] ?? []
  if (kind !== 'user_id')
    throw invalid({ [`target_ids.${kind}`]: 'Only a single user_id can be given access.' })
  return id
}

async function existing(db: Db, id: number): Promise<{ grant: GrantRow; content: Content }> {
  const grant = await findGrant(db, id)
  const content = grant && storedContent(grant)
  if (!content) throw notFound()
  return { grant, content }
}

/** The permission as it is once nobody else can change it. */
async function held(trx: Db, id: number): Promise<{ grant: GrantRow; content: Content }> {
  const { content } = await existing(trx, id)
  await holdGrants(trx, content)
  return existing(trx, id)
}
