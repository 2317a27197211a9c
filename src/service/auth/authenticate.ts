import { type Endpoint, scopes } from '../../contract/endpoint.ts'
import { Problem } from '../../http/problem.ts'
import type { RequestContext } from '../requestContext.ts'
import type { Caller } from './caller.ts'
import { signIn } from './passwords.ts'
import { hashSecret } from './secrets.ts'
import { findToken } from './storedToken.ts'

const allScopes: ReadonlySet<string> = new Set(scopes)

/** Throws 401. Accepts Bearer (api.md § Authentication 1), and Basic if the endpoint allows it. */
export async function authenticate(
  endpoint: Endpoint,
  request: Request,
  context: RequestContext,
): Promise<Caller> {
  const header = request.headers.get('authorization')
  if (!header) throw unauthorized('This needs an access token.')
  const { scheme, credentials } = readCredentials(header)
  const acceptsPassword = endpoint.auth === 'basic' || endpoint.auth === 'password'
  if (scheme === 'basic' && acceptsPassword) return authenticateBasic(credentials, context)
  if (endpoint.auth === 'password')
    throw unauthorized('This needs your login name and password, not a token.')
  if (scheme === 'bearer') return authenticateBearer(credentials, context)
  throw unauthorized('The Authorization header must carry a Bearer token.')
}

function readCredentials(header: string) {
  const [, scheme = '', credentials = ''] = /^(\S+) +(\S+)$/.exec(header.trim()) ?? []
  return { scheme: scheme.toLowerCase(), credentials }
}

/** Returns undefined without a Bearer token. */
export function readBearerToken(request: Request): string | undefined {
  const { scheme, credentials } = readCredentials(request.headers.get('authorization') ?? '')
  return scheme === 'bearer' ? credentials : undefined
}

async function authenticateBearer(secret: string, context: RequestContext): Promise<Caller> {
  const { db, clock, sha256, token } = context
  const row = token === undefined ? await findToken(db, await hashSecret(secret, sha256)) : token
  if (!row) throw unauthorized('The access token is not valid.', 'invalid_token')
  if (row.expires_at !== null && Date.parse(row.expires_at) <= clock()) {
    throw unauthorized('The access token has expired.', 'invalid_token')
  }
  return { userId: row.user_id, scopes: new Set(row.scopes.split(' ').filter(Boolean)), tokenId: row.id }
}

async function authenticateBasic(credentials: string, context: RequestContext): Promise<Caller> {
  const [login, password] = readBasic(credentials)
  const user = await signIn(context, login, password)
  if (!user) throw unauthorized('Login name and password do not fit together.')
  return { userId: user.id, scopes: allScopes, tokenId: null }
}

/** UTF-8. The password may contain colons (RFC 7617 § 2). */
function readBasic(credentials: string): [login: string, password: string] {
  try {
    const bytes = Uint8Array.from(atob(credentials), character => character.charCodeAt(0))
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const colon = text.indexOf(':')
    return colon < 0 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)]
  } catch {
    throw unauthorized('The Authorization header is not readable.')
  }
}

// No Basic challenge: the browser would show its password dialog.
function unauthorized(message: string, error?: string): Problem {
  const challenge = error ? `Bearer error="${error}"` : 'Bearer'
  return new Problem(401, 'unauthorized', message, { 'WWW-Authenticate': challenge })
}
