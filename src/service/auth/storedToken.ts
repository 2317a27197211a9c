import { compileOnce } from '../db/compileOnce.ts'
import type { Db, Tokens } from '../db/schema.ts'

export type StoredToken = Pick<Tokens, 'user_id' | 'scopes' | 'expires_at'> & { id: number }

/** Access and personal tokens that are not revoked. They may have expired. */
export const selectTokens = (db: Db, hash: string) =>
  db
    .selectFrom('tokens')
    .select(['id', 'user_id', 'scopes', 'expires_at'])
    .where('hash', '=', hash)
    .where('kind', 'in', ['access', 'personal'])
    .where('revoked_at', 'is', null)

const selectToken = compileOnce((db, { hash }: { hash: string }) => selectTokens(db, hash))

/** Returns null for unknown and revoked tokens. */
export async function findToken(db: Db, hash: string): Promise<StoredToken | null> {
  const [token] = await selectToken(db, { hash })
  return token ?? null
}
