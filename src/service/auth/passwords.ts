import { maxLoginLength } from '../../contract/oauth.ts'
import { fromBase64Url, toBase64Url } from '../../lib/encoding.ts'
import { isEqualInConstantTime } from '../../lib/isEqualInConstantTime.ts'
import { normalizeText } from '../../lib/normalizeText.ts'
import type { RequestContext } from '../requestContext.ts'

/** OWASP, for PBKDF2-SHA-256. About 0.2 s per guess. */
const recommendedIterations = 600_000

const maxPasswordLength = 1000

/** Returns `pbkdf2-sha256$iterations$salt$key` in base64url. */
export async function hashPassword(
  password: string,
  random: (bytes: number) => Uint8Array,
  count = recommendedIterations,
): Promise<string> {
  const salt = random(16)
  return `pbkdf2-sha256$${count}$${toBase64Url(salt)}$${await deriveKey(password, salt, count)}`
}

export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [scheme, count, salt, key] = hash.split('$')
  if (scheme !== 'pbkdf2-sha256' || !salt || !key || password.length > maxPasswordLength) return false
  return isEqualInConstantTime(await deriveKey(password, fromBase64Url(salt), Number(count)), key)
}

/** For unknown names, so that the response takes equally long. */
export const unmatchableHash = `pbkdf2-sha256$${recommendedIterations}$${'A'.repeat(22)}$${'A'.repeat(43)}`

async function deriveKey(password: string, salt: Uint8Array, iterations: number): Promise<string> {
  const typed = new TextEncoder().encode(normalizeText(password, 'NFKC'))
  const key = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveBits'])
  const parameters = { name: 'PBKDF2', hash: 'SHA-256', salt: Uint8Array.from(salt), iterations }
  return toBase64Url(new Uint8Array(await crypto.subtle.deriveBits(parameters, key, 256)))
}

/** Undefined for wrong credentials, in equal time. Throws 429. */
export async function signIn(
  { db, limits, address }: RequestContext,
  login: string,
  password: string,
): Promise<{ id: number } | undefined> {
  const name = normalizeText(login, 'NFC').trim().toLowerCase()
  const key = `login ${name}`
  // Before the slow check, to count parallel attempts.
  await limits.countAttempt(key, address)
  const user = isPossibleLogin(name)
    ? await db
        .selectFrom('users')
        .select(['id', 'password_hash'])
        .where('login', '=', name)
        .executeTakeFirst()
    : undefined
  const isMatch = await verifyPassword(password, user?.password_hash ?? unmatchableHash)
  if (!user || !isMatch) return undefined
  await limits.recordSuccess(key, address)
  return { id: user.id }
}

/** PostgreSQL can't store NUL. */
const isPossibleLogin = (name: string) => name.length <= maxLoginLength && !name.includes('\0')
