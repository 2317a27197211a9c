import { normalized } from '../lib/normalized.ts'
import { nobodysHash, verifyPassword } from './passwords.ts'
import type { Tools } from './tools.ts'

/**
 * The person with this login name and password, undefined when they do not fit. An unknown name takes as long as a
 * wrong password; throws 429 after too many tries.
 */
export async function signIn(
  { db, guesses }: Tools,
  login: string,
  password: string,
  address: string,
): Promise<{ id: number } | undefined> {
  const name = normalized(login, 'NFC').trim().toLowerCase()
  const key = `login ${name}`
  guesses.check(key, address)
  // Counted before the slow check, so that tries made at once are counted too.
  guesses.wrong(key, address)
  const user = await db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('login', '=', name)
    .executeTakeFirst()
  const fits = await verifyPassword(password, user?.password_hash ?? nobodysHash)
  if (!user || !fits) return undefined
  guesses.right(key, address)
  return { id: user.id }
}
