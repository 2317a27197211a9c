import { maxLoginLength } from '../../contract/oauth.ts'
import { base64Url, fromBase64Url } from '../../lib/encoding.ts'
import { normalized } from '../../lib/normalized.ts'
import type { From } from '../routes/requestContext.ts'
import { sameText } from './secrets.ts'

/** OWASP's count for PBKDF2-SHA-256 (Password Storage Cheat Sheet): about 0.2 s of a server's time per guess. */
const rounds = 600_000

const longestPassword = 1000

/**
 * `pbkdf2-sha256$rounds$salt$key`, salt and key in base64url. PBKDF2 because Web Crypto has it in every host, a
 * browser's worker included. `random` gives crypto-grade bytes.
 */
export async function hashPassword(
  password: string,
  random: (bytes: number) => Uint8Array,
  count = rounds,
): Promise<string> {
  const salt = random(16)
  return `pbkdf2-sha256$${count}$${base64Url(salt)}$${await derive(password, salt, count)}`
}

/** Whether the password is the one the hash was made of; false for a hash of another form. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [scheme, count, salt, key] = hash.split('$')
  if (scheme !== 'pbkdf2-sha256' || !salt || !key || password.length > longestPassword) return false
  return sameText(await derive(password, fromBase64Url(salt), Number(count)), key)
}

/** A hash no password fits: checked for an unknown login, so that it takes as long as a known one. */
export const nobodysHash = `pbkdf2-sha256$${rounds}$${'A'.repeat(22)}$${'A'.repeat(43)}`

async function derive(password: string, salt: Uint8Array, iterations: number): Promise<string> {
  // The same letters typed on another keyboard may come as other code points; NFKC makes them one.
  const typed = new TextEncoder().encode(normalized(password, 'NFKC'))
  const key = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveBits'])
  const parameters = { name: 'PBKDF2', hash: 'SHA-256', salt: Uint8Array.from(salt), iterations }
  return base64Url(new Uint8Array(await crypto.subtle.deriveBits(parameters, key, 256)))
}

/**
 * The person with this login name and password, undefined when they do not fit. An unknown name takes as long as a
 * wrong password; throws 429 after too many tries.
 */
export async function signIn(
  { db, guesses, address }: From,
  login: string,
  password: string,
): Promise<{ id: number } | undefined> {
  const name = normalized(login, 'NFC').trim().toLowerCase()
  const key = `login ${name}`
  // Counted before the slow check, so that tries made at once are counted too.
  await guesses.attempt(key, address)
  const user = canBeLogin(name)
    ? await db
        .selectFrom('users')
        .select(['id', 'password_hash'])
        .where('login', '=', name)
        .executeTakeFirst()
    : undefined
  const fits = await verifyPassword(password, user?.password_hash ?? nobodysHash)
  if (!user || !fits) return undefined
  await guesses.right(key, address)
  return { id: user.id }
}

/** Whether a user may have this login name. Other texts are not looked up: PostgreSQL stores no NUL. */
const canBeLogin = (name: string) => name.length <= maxLoginLength && !name.includes('\0')
