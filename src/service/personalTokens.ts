import { oauth } from '../contract/oauth.ts'
import { isoDateTime } from '../lib/schoolTime.ts'
import { on } from './on.ts'
import { forbidden, notFound } from './problem.ts'
import { hashSecret, newSecret } from './secrets.ts'

/** Personal access tokens (api.md § Authentication 9), by Basic authentication or a token of the same person. */
export const personalTokenRoutes = [
  on(oauth.createPersonalToken, async ({ body, caller, db, clock, random, timeZone }) => {
    const lacking = body.scopes.filter(scope => !caller.scopes.has(scope))
    if (lacking.length > 0) {
      throw forbidden(`A token can't give what its maker's token lacks: ${lacking.join(', ')}.`)
    }
    const token = newSecret(random)
    const scopes = [...new Set(body.scopes)]
    const now = clock()
    const row = await db
      .insertInto('tokens')
      .values({
        hash: await hashSecret(token),
        kind: 'personal',
        family_id: null,
        user_id: caller.userId,
        client_id: null,
        name: body.name,
        scopes: scopes.join(' '),
        created_at: new Date(now).toISOString(),
        expires_at: null,
        used_at: null,
        successor: null,
        revoked_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id: row.id, name: body.name, scopes, token, created_at: isoDateTime(now, timeZone) }
  }),

  on(oauth.personalTokens, async ({ caller, db, timeZone }) => {
    const rows = await db
      .selectFrom('tokens')
      .select(['id', 'name', 'scopes', 'created_at'])
      .where('user_id', '=', caller.userId)
      .where('kind', '=', 'personal')
      .where('revoked_at', 'is', null)
      .orderBy('id')
      .execute()
    return rows.map(row => ({
      id: row.id,
      name: row.name ?? '',
      scopes: row.scopes.split(' ').filter(Boolean),
      created_at: isoDateTime(Date.parse(row.created_at), timeZone),
    }))
  }),

  on(oauth.revokePersonalToken, async ({ params, caller, db, clock }) => {
    const revoked = await db
      .updateTable('tokens')
      .set({ revoked_at: new Date(clock()).toISOString() })
      .where('id', '=', params.token_id)
      .where('user_id', '=', caller.userId)
      .where('kind', '=', 'personal')
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (revoked.numUpdatedRows !== 1n) throw notFound()
    return undefined
  }),
]
