import type { Sha256 } from '../lib/sha256.ts'
import type { Limits } from './auth/limits.ts'
import type { StoredToken } from './auth/storedToken.ts'
import type { DocumentStore } from './db/documentStore.ts'
import type { Hasher } from './db/hashes.ts'
import type { Db } from './db/schema.ts'
import type { BytesCache } from './http/bytesCache.ts'
import type { IdempotencyKeys } from './idempotency.ts'
import type { Live } from './live/live.ts'

export type ServiceContext = {
  db: Db
  /** Returns Unix ms. */
  clock: () => number
  random: (bytes: number) => Uint8Array
  /** IANA name. */
  timeZone: string
  /** Of addresses in responses. Undefined for the origin of the request. */
  publicOrigin: string | undefined
  accessTokenSeconds: number
  /** In bytes. */
  documentLimit: number
  documents: DocumentStore
  newHasher: () => Hasher
  sha256: Sha256
  limits: Limits
  timelines: BytesCache
  idempotencyKeys: IdempotencyKeys
  live: Live
}

export type RequestContext = ServiceContext & {
  /** '' if the host does not provide it. */
  address: string
  /** Of the Bearer token. Null if it is not valid, undefined if it was not read with the rate limit. */
  token: StoredToken | null | undefined
}
