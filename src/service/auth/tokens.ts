import type { Insertable } from 'kysely'
import { Problem } from '../answers/problem.ts'
import type { Db, Tokens } from '../db/schema.ts'
import type { Tools } from '../routes/requestContext.ts'
import { hashSecret, newSecret } from './secrets.ts'

/** The token object (api.md § Authorisation and token). */
export type TokenAnswer = {
  access_token: string
  /** Seconds. */
  expires_in: number
  scope: string
  token_type: 'Bearer'
  refresh_token: string
}

/** The code or refresh token gives nothing (RFC 6749 § 5.2). */
export const invalidGrant = (why: string) => new Problem(400, 'invalid_grant', why)

/** Tokens made but not stored yet: hashing stays outside of the transaction that stores them. */
export type NewTokens = { family_id: string; answer: TokenAnswer; rows: Insertable<Tokens>[] }

/** A refresh token nobody uses for this long is over; each use gives a new one. */
const refreshMs = 90 * 24 * 3_600_000
/** Expired tokens stay a while, so that the answer can tell expired from unknown; personal ones, so that the list can. */
const rememberedMs = 24 * 3_600_000
const personalRememberedMs = 30 * rememberedMs

/** An access token and a refresh token of one family: all that came of one sign-in, revoked together. */
export async function newTokens(
  whose: { user_id: number; client_id: string; scopes: string; family_id: string },
  { clock, random, accessTokenSeconds }: Pick<Tools, 'clock' | 'random' | 'accessTokenSeconds'>,
): Promise<NewTokens> {
  const now = clock()
  const { user_id, client_id, scopes, family_id } = whose
  const token = async (kind: Tokens['kind'], secret: string, lifeMs: number) => ({
    ...{ kind, family_id, user_id, client_id, scopes, hash: await hashSecret(secret) },
    created_at: new Date(now).toISOString(),
    expires_at: new Date(now + lifeMs).toISOString(),
  })
  const answer: TokenAnswer = {
    access_token: newSecret(random),
    expires_in: accessTokenSeconds,
    scope: scopes,
    token_type: 'Bearer',
    refresh_token: newSecret(random),
  }
  const rows = [
    await token('access', answer.access_token, accessTokenSeconds * 1000),
    await token('refresh', answer.refresh_token, refreshMs),
  ]
  return { family_id, answer, rows }
}

/** Stores new tokens, clears away what is long over, and notes that the person was here. */
export async function storeTokens(trx: Db, { rows }: NewTokens, now: number): Promise<void> {
  await trx
    .deleteFrom('tokens')
    .where(row => {
      const over = (ms: number) => row('expires_at', '<', new Date(now - ms).toISOString())
      return row.or([
        over(personalRememberedMs),
        row.and([row('kind', '!=', 'personal'), over(rememberedMs)]),
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

/**
 * Ends the sign-in that an access or refresh token of this application came of. A token that is not known is no error:
 * what was asked for is so already (RFC 7009 § 2.2).
 */
export async function revokeSignIn(clientId: string, token: string, { db, clock }: Tools): Promise<void> {
  const row = await db
    .selectFrom('tokens')
    .select('family_id')
    .where('hash', '=', await hashSecret(token))
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  if (row?.family_id) await revokeFamily(db, row.family_id, clock())
}
