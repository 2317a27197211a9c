import { fromBase64Url, toBase64Url } from '../../lib/encoding.ts'
import { transact } from '../db/dialects.ts'
import type { ServiceContext } from '../requestContext.ts'
import { createSecretCipher, hashSecret } from './secrets.ts'
import { invalidGrant, newTokens, revokeFamily, storeTokens, type TokenResponse } from './tokens.ts'

/** For lost responses: until then, a used refresh token returns the same tokens (rule 36). */
export const gracePeriodMs = 30_000

/** A use after the grace period means theft, and revokes the family. Call `requireClientSecret` first. */
export async function refresh(
  clientId: string,
  token: string,
  context: ServiceContext,
): Promise<TokenResponse> {
  const { db, clock, random } = context
  const hash = await hashSecret(token)
  const row = await findToken(context, clientId, hash)
  if (row.used_at !== null) return repeatResponse(context, row, token)

  const tokens = await newTokens(row, context)
  const cipher = await createSecretCipher(token, random)
  const successor = toBase64Url(await cipher.encrypt(JSON.stringify(tokens.response)))
  const isFirstUse = await transact(db, async trx => {
    const now = clock()
    const updated = await trx
      .updateTable('tokens')
      .set({ used_at: new Date(now).toISOString(), successor })
      .where('hash', '=', hash)
      .where('used_at', 'is', null)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (updated.numUpdatedRows !== 1n) return false
    await storeTokens(trx, tokens, now)
    return true
  })
  // A parallel request was faster and has the same response.
  return isFirstUse
    ? tokens.response
    : repeatResponse(context, await findToken(context, clientId, hash), token)
}

async function findToken({ db, clock }: ServiceContext, clientId: string, hash: string) {
  const row = await db
    .selectFrom('tokens')
    .select(['user_id', 'scopes', 'family_id', 'used_at', 'successor', 'expires_at', 'revoked_at'])
    .where('hash', '=', hash)
    .where('kind', '=', 'refresh')
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  if (!row?.family_id) throw invalidGrant('The refresh token is not known.')
  if (row.revoked_at !== null) throw invalidGrant('The refresh token was revoked. Please sign in again.')
  if (row.expires_at !== null && Date.parse(row.expires_at) <= clock()) {
    throw invalidGrant('The refresh token has expired. Please sign in again.')
  }
  return { ...row, client_id: clientId, family_id: row.family_id }
}

type StoredRefreshToken = Awaited<ReturnType<typeof findToken>>

async function repeatResponse(
  { db, clock, random }: ServiceContext,
  row: StoredRefreshToken,
  token: string,
): Promise<TokenResponse> {
  const age = clock() - Date.parse(row.used_at ?? '')
  if (age > gracePeriodMs || row.successor === null) {
    await revokeFamily(db, row.family_id, clock())
    throw invalidGrant('The refresh token was used before. Please sign in again.')
  }
  const cipher = await createSecretCipher(token, random)
  const response: TokenResponse = JSON.parse((await cipher.decrypt(fromBase64Url(row.successor))) ?? '')
  return { ...response, expires_in: Math.max(0, response.expires_in - Math.floor(Math.max(0, age) / 1000)) }
}
