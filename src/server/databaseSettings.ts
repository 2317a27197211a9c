import { createHmac, randomBytes } from 'node:crypto'
import type { GatewayDb } from '../gateway/schema.ts'
import { StartError } from './StartError.ts'

export type DatabaseSettings = {
  url: string
  /** Bypasses a pooler in transaction mode. */
  directUrl: string
  connections: number
}

/** PostgreSQL accepts 100 by default. */
const defaultConnections = 10

export function readDatabaseSettings(
  getSetting: (name: string) => string | undefined,
  errors: string[],
): DatabaseSettings | null {
  const url = getSetting('DATABASE_URL')
  const dependentNames = ['DATABASE_DIRECT_URL', 'DATABASE_CONNECTIONS'].filter(
    name => getSetting(name) !== undefined,
  )
  if (url === undefined) {
    for (const name of dependentNames) errors.push(`${name} needs DATABASE_URL, which is not set.`)
    return null
  }
  const directUrl = getSetting('DATABASE_DIRECT_URL') ?? url
  for (const [name, text] of [
    ['DATABASE_URL', url],
    ['DATABASE_DIRECT_URL', directUrl],
  ] as const) {
    if (isPostgresAddress(text) || (name === 'DATABASE_DIRECT_URL' && text === url)) continue
    // The input contains a password.
    errors.push(`${name} is not an address of PostgreSQL. Example: postgres://user:password@host:5432/name.`)
  }
  const connections = Number(getSetting('DATABASE_CONNECTIONS') ?? defaultConnections)
  if (!Number.isInteger(connections) || connections < 2 || connections > 1000)
    errors.push(
      `DATABASE_CONNECTIONS is "${getSetting('DATABASE_CONNECTIONS')}", but it must be a whole number from 2 to 1000.`,
    )
  return { url, directUrl, connections }
}

function isPostgresAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, pathname, searchParams } = new URL(text)
  const hasHost = hostname !== '' || searchParams.has('host')
  return ['postgres:', 'postgresql:'].includes(protocol) && hasHost && pathname.length > 1
}

/** All processes must share these settings. */
export function requireSharedSettings(
  getSetting: (name: string) => string | undefined,
  errors: string[],
): void {
  const missing = ['CLIENT_SECRET', 'SESSION_KEY'].filter(name => getSetting(name) === undefined)
  if (missing.length > 0)
    errors.push(
      `${missing.join(' and ')} must be set with DATABASE_URL, to the same value in every process. Create both with npm start -- --new-secrets.`,
    )
  if (getSetting('PUBLIC_URL') === undefined)
    errors.push(
      'PUBLIC_URL must be set with DATABASE_URL, to the address that users open. It is the same in every process.',
    )
}

/** 256 bits as base64url. Null if it is not set. */
export function readSessionKey(text: string | undefined, errors: string[]): string | null {
  if (text === undefined) return null
  if (/^[\w-]{43}$/.test(text)) return text
  errors.push(
    'SESSION_KEY is invalid: it must have 43 letters, digits, - and _. Create one with npm start -- --new-secrets.',
  )
  return null
}

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
