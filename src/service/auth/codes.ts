import { randomUuid } from '../../lib/encoding.ts'
import { transact } from '../db/dialects.ts'
import type { Codes, Db } from '../db/schema.ts'
import type { ServiceContext } from '../requestContext.ts'
import { gracePeriodMs } from './refresh.ts'
import { hashSecret } from './secrets.ts'
import { invalidGrant, newTokens, revokeFamily, storeTokens, type TokenResponse } from './tokens.ts'

/** A replay revokes the tokens (rule 34). Call `requireClientSecret` first. */
export async function exchangeCode(
  { client_id, code, redirect_uri }: { client_id: string; code: string; redirect_uri?: string | undefined },
  context: ServiceContext,
): Promise<TokenResponse> {
  const { db, clock } = context
  const codeHash = await hashSecret(code)
  const row = await findCode(db, codeHash)
  if (!row || row.client_id !== client_id) throw invalidGrant('The code is not known.')
  if (row.used_at !== null) return rejectReplay(context, codeHash)
  if (Date.parse(row.expires_at) <= clock()) throw invalidGrant('The code has expired. Please sign in again.')
  if (!(await isSameRedirect(db, row, redirect_uri))) {
    throw invalidGrant('The redirect_uri is not the one that the code was asked with.')
  }
  const tokens = await newTokens({ ...row, family_id: randomUuid() }, context)
  const isFirstUse = await transact(db, async trx => {
    const updated = await trx
      .updateTable('codes')
      .set({ used_at: new Date(clock()).toISOString(), family_id: tokens.family_id })
      .where('code_hash', '=', codeHash)
      .where('used_at', 'is', null)
      .executeTakeFirst()
    if (updated.numUpdatedRows !== 1n) return false
    await storeTokens(trx, tokens, clock())
    return true
  })
  return isFirstUse ? tokens.response : rejectReplay(context, codeHash)
}

const findCode = (db: Db, hash: string) =>
  db.selectFrom('codes').selectAll().where('code_hash', '=', hash).executeTakeFirst()

/** RFC 6749 § 4.1.3. Without a requested URI, the configured one is valid, too. */
async function isSameRedirect(db: Db, code: Codes, requestedUri: string | undefined): Promise<boolean> {
  if (code.redirect_uri !== null) return requestedUri === code.redirect_uri
  if (requestedUri === undefined) return true
  const configured = await db
    .selectFrom('applications')
    .select('redirect_url')
    .where('client_id', '=', code.client_id)
    .executeTakeFirst()
  return requestedUri === configured?.redirect_url
}

/** Throws `invalid_grant`. After the grace period, also revokes the tokens. */
async function rejectReplay({ db, clock }: ServiceContext, codeHash: string): Promise<never> {
  const row = await findCode(db, codeHash)
  const age = clock() - Date.parse(row?.used_at ?? '')
  if (age <= gracePeriodMs) throw invalidGrant('The code was used a moment ago.')
  if (row?.family_id) await revokeFamily(db, row.family_id, clock())
  throw invalidGrant('The code was used before. What it gave is no longer valid.')
}
