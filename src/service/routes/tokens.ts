import { maxPersonalTokens, oauth } from '../../contract/oauth.ts'
import { notFound, Problem } from '../../http/problem.ts'
import { isoDateTime } from '../../lib/schoolTime.ts'
import { hashSecret, newSecret } from '../auth/secrets.ts'
import type { Db } from '../db/schema.ts'
import { defineRoute, defineWriteRoute } from './route.ts'

const dayMs = 24 * 3_600_000

/** api.md § Authentication 9. Requires login name and password, so that an open session can't create a token. */
export const personalTokenRoutes = [
  defineWriteRoute(
    oauth.createPersonalToken,
    async ({ body, caller, db, changed, clock, random, timeZone }) => {
      const token = newSecret(random)
      const scopes = [...new Set(body.scopes)]
      const now = clock()
      const expires = now + body.expires_in_days * dayMs
      const row = {
        ...{ hash: await hashSecret(token), kind: 'personal' as const, user_id: caller.userId },
        name: body.name,
        scopes: scopes.join(' '),
        created_at: new Date(now).toISOString(),
        expires_at: new Date(expires).toISOString(),
      } as const
      await requireTokenLimit(db, caller.userId, now)
      const inserted = await db.insertInto('tokens').values(row).returning('id').executeTakeFirstOrThrow()
      changed('token', { user_id: caller.userId })
      return {
        id: inserted.id,
        name: body.name,
        scopes,
        token,
        created_at: isoDateTime(now, timeZone),
        expires_at: isoDateTime(expires, timeZone),
      }
    },
  ),

  defineRoute(oauth.personalTokens, async ({ caller, db, timeZone }) => {
    const rows = await db
      .selectFrom('tokens')
      .select(['id', 'name', 'scopes', 'created_at', 'expires_at'])
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
      expires_at: row.expires_at === null ? null : isoDateTime(Date.parse(row.expires_at), timeZone),
    }))
  }),

  defineWriteRoute(oauth.revokePersonalToken, async ({ params, caller, db, changed, clock }) => {
    const revoked = await db
      .updateTable('tokens')
      .set({ revoked_at: new Date(clock()).toISOString() })
      .where('id', '=', params.token_id)
      .where('user_id', '=', caller.userId)
      .where('kind', '=', 'personal')
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (revoked.numUpdatedRows !== 1n) throw notFound()
    changed('token', { user_id: caller.userId })
    return undefined
  }),
]

/** Throws 409 (rule 50). */
async function requireTokenLimit(trx: Db, userId: number, now: number): Promise<void> {
  // A concurrent request waits for this row, and then counts the new token.
  const lastSeen = { last_seen_at: new Date(now).toISOString() }
  await trx.updateTable('users').set(lastSeen).where('id', '=', userId).execute()
  const { count } = await trx
    .selectFrom('tokens')
    .select(row => row.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .where('kind', '=', 'personal')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date(now).toISOString())
    .executeTakeFirstOrThrow()
  if (Number(count) < maxPersonalTokens) return
  const message = `You have ${maxPersonalTokens} tokens, which is as many as there may be. Revoke one first.`
  throw new Problem(409, 'too_many_tokens', message)
}
