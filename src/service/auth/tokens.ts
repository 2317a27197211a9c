import type { Insertable } from 'kysely'
import { Problem } from '../../http/problem.ts'
import type { Db, Tokens } from '../db/schema.ts'
import type { ServiceContext } from '../requestContext.ts'
import { hashSecret, newSecret } from './secrets.ts'

/** api.md § Authorisation and token. */
export type TokenResponse = {
  access_token: string
  expires_in: number
  scope: string
  token_type: 'Bearer'
  refresh_token: string
}

/** RFC 6749 § 5.2. */
export const invalidGrant = (reason: string) => new Problem(400, 'invalid_grant', reason)

/** Created before the transaction, because hashing takes time. */
export type NewTokens = { family_id: string; response: TokenResponse; rows: Insertable<Tokens>[] }

const refreshLifetimeMs = 90 * 24 * 3_600_000
/** Distinguishes expired tokens from unknown ones. Lists show expired personal tokens for longer. */
const retentionMs = 24 * 3_600_000
const personalRetentionMs = 30 * retentionMs

/** All tokens of a sign-in form a family, which is revoked together. */
export async function newTokens(
  owner: { user_id: number; client_id: string; scopes: string; family_id: string },
  { clock, random, accessTokenSeconds }: Pick<ServiceContext, 'clock' | 'random' | 'accessTokenSeconds'>,
): Promise<NewTokens> {
  const now = clock()
  const { user_id, client_id, scopes, family_id } = owner
  const token = async (kind: Tokens['kind'], secret: string, lifetimeMs: number) => ({
    ...{ kind, family_id, user_id, client_id, scopes, hash: await hashSecret(secret) },
    created_at: new Date(now).toISOString(),
    expires_at: new Date(now + lifetimeMs).toISOString(),
  })
  const response: TokenResponse = {
    access_token: newSecret(random),
    expires_in: accessTokenSeconds,
    scope: scopes,
    token_type: 'Bearer',
    refresh_token: newSecret(random),
  }
  const rows = [
    await token('access', response.access_token, accessTokenSeconds * 1000),
    await token('refresh', response.refresh_token, refreshLifetimeMs),
  ]
  return { family_id, response, rows }
}

/** Deletes tokens that expired long ago. */
export async function storeTokens(trx: Db, { rows }: NewTokens, now: number): Promise<void> {
  await trx
    .deleteFrom('tokens')
    .where(row => {
      const expiredLongerThan = (ms: number) => row('expires_at', '<', new Date(now - ms).toISOString())
      return row.or([
        expiredLongerThan(personalRetentionMs),
        row.and([row('kind', '!=', 'personal'), expiredLongerThan(retentionMs)]),
      ])
    })
    .execute()
  await trx.insertInto('tokens').values(rows).execute()
  const users = rows.map(row => row.user_id)
  await trx
    .updateTable('users')
    .set({ last_seen_at: new Date(now).toISOString() })
    .where('id', 'in', users)
    .execute()
}

export async function revokeFamily(db: Db, familyId: string, now: number): Promise<void> {
  await db
    .updateTable('tokens')
    .set({ revoked_at: new Date(now).toISOString() })
    .where('family_id', '=', familyId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Ignores unknown tokens (RFC 7009 § 2.2). */
export async function revokeSignIn(
  clientId: string,
  token: string,
  { db, clock }: ServiceContext,
): Promise<void> {
  const row = await db
    .selectFrom('tokens')
    .select('family_id')
    .where('hash', '=', await hashSecret(token))
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  if (row?.family_id) await revokeFamily(db, row.family_id, clock())
}
