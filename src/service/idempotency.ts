import { sql } from 'kysely'
import type { Endpoint } from '../contract/endpoint.ts'
import {
  idempotencyHeader,
  idempotencyMs,
  keyInUse,
  keyMalformed,
  keyReused,
  parseIdempotencyKey,
  usesIdempotencyKey,
} from '../contract/idempotency.ts'
import { isPostgres } from '../http/dialect.ts'
import { Problem } from '../http/problem.ts'
import type { Caller } from './auth/caller.ts'
import { createSecretCipher, hashSecret } from './auth/secrets.ts'
import type { Db } from './db/schema.ts'

/** Per user (rule 55). */
const maxKeys = 2000
const maxBytes = 16 * 1024 * 1024
/** Share that remains after a deletion. */
const remainingShare = 0.75

const maxSweptRows = 50
const sweepIntervalMs = 60_000

export type KeyedWrite = {
  header: string
  /** Decrypts the stored response. */
  key: string
  hash: string
  userId: number
  fingerprint: string
}

export type IdempotencyKeys = ReturnType<typeof createIdempotencyKeys>

/**
 * Stores key and response in the transaction of the write, so a crash leaves both or neither. A refused write stores
 * nothing, and may be repeated with another body.
 */
export function createIdempotencyKeys({
  clock,
  random,
}: {
  clock: () => number
  random: (bytes: number) => Uint8Array
}) {
  let sweptAt = Number.NEGATIVE_INFINITY

  const minCreatedAt = () => new Date(clock() - idempotencyMs).toISOString()

  async function sweep(trx: Db): Promise<void> {
    if (clock() - sweptAt < sweepIntervalMs) return
    sweptAt = clock()
    const expired = trx
      .selectFrom('idempotency_keys')
      .select('id')
      .where('created_at', '<', minCreatedAt())
      .orderBy('created_at')
      .limit(maxSweptRows)
    const { numDeletedRows } = await trx
      .deleteFrom('idempotency_keys')
      .where('id', 'in', expired)
      .executeTakeFirstOrThrow()
    if (Number(numDeletedRows) === maxSweptRows) sweptAt = Number.NEGATIVE_INFINITY
  }

  return {
    /**
     * Call it in the transaction of the write. Returns a stored response. Throws 422 for another request with this key,
     * and in PostgreSQL 409 while it runs. SQLite runs one transaction at a time.
     */
    async claim(trx: Db, write: KeyedWrite): Promise<string | undefined> {
      await sweep(trx)
      const { userId, hash, fingerprint } = write
      const created_at = new Date(clock()).toISOString()
      // Otherwise a second process would wait for the first.
      const isFree = isPostgres(trx)
        ? sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${`${userId} ${hash}`}, 0))`
        : sql<boolean>`true`
      const claimed = await trx
        .insertInto('idempotency_keys')
        .columns(['user_id', 'key_hash', 'fingerprint', 'created_at'])
        .expression(
          trx
            .selectNoFrom([
              sql<number>`cast(${userId} as integer)`.as('user_id'),
              sql<string>`cast(${hash} as text)`.as('key_hash'),
              sql<string>`cast(${fingerprint} as text)`.as('fingerprint'),
              sql<string>`cast(${created_at} as text)`.as('created_at'),
            ])
            .where(isFree),
        )
        .onConflict(conflict =>
          conflict
            .columns(['user_id', 'key_hash'])
            .doUpdateSet({ fingerprint, created_at })
            .where('idempotency_keys.created_at', '<', minCreatedAt()),
        )
        .returning('id')
        .executeTakeFirst()
      if (claimed) return undefined
      return readStoredResponse(trx, write)
    },
    async wasExecuted(trx: Db, { userId, hash }: KeyedWrite): Promise<boolean> {
      const row = await trx
        .selectFrom('idempotency_keys')
        .select('id')
        .where('user_id', '=', userId)
        .where('key_hash', '=', hash)
        .where('created_at', '>=', minCreatedAt())
        .executeTakeFirst()
      return row !== undefined
    },
    /** Call it in the transaction of the write. Deletes the user's oldest responses above the limit. */
    async store(trx: Db, { userId, hash, key }: KeyedWrite, json: string): Promise<void> {
      // The response may contain a new token. Only the sender of the key can read it.
      const response = await (await createSecretCipher(key, random)).encrypt(json)
      await trx
        .updateTable('idempotency_keys')
        .set({ response, size: response.byteLength })
        .where('user_id', '=', userId)
        .where('key_hash', '=', hash)
        .execute()
      await deleteOldestResponses(trx, userId, hash)
    },
  }

  async function readStoredResponse(
    trx: Db,
    { userId, hash, key, fingerprint }: KeyedWrite,
  ): Promise<string | undefined> {
    const row = await trx
      .selectFrom('idempotency_keys')
      .select(['fingerprint', 'response'])
      .where('user_id', '=', userId)
      .where('key_hash', '=', hash)
      .executeTakeFirst()
    if (!row?.response) throw keyInUseError()
    if (row.fingerprint !== fingerprint) throw keyReusedError()
    return (await createSecretCipher(key, random)).decrypt(new Uint8Array(row.response))
  }
}

async function deleteOldestResponses(trx: Db, userId: number, currentHash: string): Promise<void> {
  const { count, size } = await trx
    .selectFrom('idempotency_keys')
    .select(({ fn }) => [fn.countAll().as('count'), fn.sum<number | string>('size').as('size')])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (Number(count) <= maxKeys && Number(size) <= maxBytes) return
  const ranked = trx
    .selectFrom('idempotency_keys')
    .select([
      'id',
      sql<number>`row_number() over (order by created_at desc, id desc)`.as('rank'),
      sql<number>`sum(size) over (order by created_at desc, id desc rows unbounded preceding)`.as('total'),
    ])
    .where('user_id', '=', userId)
    .as('ranked')
  await trx
    .deleteFrom('idempotency_keys')
    .where('key_hash', '<>', currentHash)
    .where(
      'id',
      'in',
      trx
        .selectFrom(ranked)
        .select('id')
        .where(({ eb, or }) =>
          or([eb('rank', '>', maxKeys * remainingShare), eb('total', '>', maxBytes * remainingShare)]),
        ),
    )
    .execute()
}

/** Throws 400. */
export async function readKeyedWrite(
  endpoint: Endpoint,
  request: Request,
  { caller, body }: { caller: Caller; body: unknown },
): Promise<KeyedWrite | undefined> {
  const header = request.headers.get(idempotencyHeader)
  if (header === null || !usesIdempotencyKey(endpoint)) return undefined
  const key = parseIdempotencyKey(header)
  if (key === undefined) throw malformedKeyError()
  const { pathname, search } = new URL(request.url)
  const fingerprint = await hashSecret(
    JSON.stringify([request.method, pathname, search, body], (_, value) =>
      value instanceof File ? value.name : value,
    ),
  )
  return { header, key, hash: await hashSecret(key), userId: caller.userId, fingerprint }
}

export const addContentHash = async (write: KeyedWrite, contentHash: string): Promise<KeyedWrite> => ({
  ...write,
  fingerprint: await hashSecret(`${write.fingerprint} ${contentHash}`),
})

const keyInUseError = () =>
  new Problem(
    409,
    keyInUse,
    'A request with this Idempotency-Key is still running. Please send it again in a moment.',
    { 'Retry-After': '1' },
  )
const keyReusedError = () =>
  new Problem(422, keyReused, 'This Idempotency-Key was used for another request. Please use a new key.')
const malformedKeyError = () =>
  new Problem(400, keyMalformed, 'The Idempotency-Key must be a text in quotes of at most 255 characters.')
