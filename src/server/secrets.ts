import { createHmac, randomBytes } from 'node:crypto'
import type { GatewayDb } from '../gateway/schema.ts'
import { StartError } from './StartError.ts'

export function createSecrets(): string {
  const secret = () => randomBytes(32).toString('base64url')
  return `CLIENT_SECRET=${secret()}\nSESSION_KEY=${secret()}`
}

/**
 * Throws `StartError` if the secrets differ, because this process could not read the others' sessions. With `replace`,
 * stores the new ones.
 */
export async function requireSameSecrets(
  db: GatewayDb,
  { sessionKey, clientSecret }: { sessionKey: string; clientSecret: string },
  replace = false,
): Promise<void> {
  const value = createHmac('sha256', sessionKey)
    .update(`staffroom secrets 1\n${clientSecret}`)
    .digest('base64url')
  await db
    .insertInto('gateway_facts')
    .values({ name: 'secrets', value })
    .onConflict(conflict => (replace ? conflict.column('name').doUpdateSet({ value }) : conflict.doNothing()))
    .execute()
  const stored = await db
    .selectFrom('gateway_facts')
    .select('value')
    .where('name', '=', 'secrets')
    .executeTakeFirst()
  if (stored?.value === value) return
  throw new StartError([
    'CLIENT_SECRET or SESSION_KEY differs from the value of other processes on this database. Set the same value. To change it, stop all processes and run npm run migrate -- --change-secrets; then all users must sign in again.',
  ])
}
