import { isRecord } from '../lib/isRecord.ts'
import { ChunkLoadError } from '../lib/loadChunk.ts'
import { isTimeout } from '../lib/timeLimit.ts'
import type { T } from './useT.ts'

/** The properties of an `ApiError` that the message depends on. */
type ServiceError = {
  kind: keyof typeof messageKeys
  status?: number | undefined
  serviceMessage?: string | undefined
  scope?: string | undefined
  /** Name of the problem in the error body. */
  problem?: string | undefined
  retryAt?: number | undefined
}

const messageKeys = {
  offline: 'offline',
  signedOut: 'signedOut',
  forbidden: 'forbidden',
  noScope: 'noScope',
  notFound: 'notFound',
  invalid: 'invalid',
  conflict: 'conflict',
  tooLarge: 'tooLarge',
  busy: 'busySoon',
  server: 'serverPlain',
  offContract: 'offContract',
  unsupported: 'unsupported',
} as const

const isServiceError = (error: unknown): error is ServiceError =>
  isRecord(error) && typeof error.kind === 'string' && error.kind in messageKeys

/** Returns a sentence for any thrown value, or the stored error of a write. `time` formats Unix ms. */
export function formatError(error: unknown, t: T<'errors'>, time: (instant: number) => string): string {
  if (error instanceof ChunkLoadError) return t('chunkMissing')
  if (isTimeout(error)) return t('tooSlow')
  if (!isServiceError(error)) return t('unexpected')
  if (error.kind === 'busy' && error.retryAt !== undefined) return t('busy', { time: time(error.retryAt) })
  if (error.kind === 'server' && error.problem === 'disk_full') return t('diskFull')
  if (error.kind === 'server' && error.status !== undefined) {
    return t('server', { status: String(error.status) })
  }
  if (error.kind === 'forbidden' && error.serviceMessage)
    return t('forbiddenSaid', { said: error.serviceMessage })
  if (error.kind === 'noScope' && error.scope) {
    const scopeKey = scopes[error.scope]
    return t('noScopeNamed', { what: scopeKey ? t(scopeKey) : error.scope, scope: error.scope })
  }
  return t(messageKeys[error.kind])
}

const scopes: Record<string, 'scopes.me' | 'scopes.memberships' | 'scopes.chats' | 'scopes.messages'> = {
  me: 'scopes.me',
  'courses.memberships': 'scopes.memberships',
  chats: 'scopes.chats',
  'chats.messages': 'scopes.messages',
}
