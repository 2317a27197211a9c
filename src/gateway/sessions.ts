import { base64Url, fromBase64Url } from '../lib/encoding.ts'
import type { GatewayDb, Sessions } from './store.ts'

/** A session in which nobody did anything for this long is over (cases 6 and 42), ms. */
const idle = 60 * 60_000
const oldest = 30 * 24 * 60 * 60_000
/** `last_seen_at` is written at most this often, ms: reads stay reads. */
const seenEvery = 60_000

export type OpenSession = Omit<Sessions, 'tokens'> & { tokens: HeldTokens }

export type NewTokens = HeldTokens & { expiresIn: number }

export type SessionStore = ReturnType<typeof createSessionStore>

const isoOf = (instant: number) => new Date(instant).toISOString()

export function createSessionStore(options: {
  db: GatewayDb
  seal: Seal
  clock: () => number
  random: (bytes: number) => Uint8Array
}) {
  const { db, seal, clock, random } = options
  const remove = async (idHash: string) => {
    await db.deleteFrom('sessions').where('id_hash', '=', idHash).execute()
  }
  const findByHash = async (idHash: string): Promise<OpenSession | undefined> => {
    const row = await db.selectFrom('sessions').selectAll().where('id_hash', '=', idHash).executeTakeFirst()
    if (!row) return undefined
    const tokens = isOver(row, clock()) ? undefined : await seal.open(row.tokens, idHash)
    if (tokens) return { ...row, tokens }
    await remove(idHash)
    return undefined
  }
  const generationOf = (session: OpenSession) =>
    db
      .updateTable('sessions')
      .where('id_hash', '=', session.id_hash)
      .where('generation', '=', session.generation)

  return {
    hashOf,
    remove,
    findByHash,
    /** Answers the new id of 256 random bits, which only the browser will know. */
    async create(tokens: NewTokens, user: { id: number; name?: string | undefined }): Promise<string> {
      const now = clock()
      const id = base64Url(random(32))
      const idHash = await hashOf(id)
      await removeOver(db, now)
      await db
        .insertInto('sessions')
        .values({
          id_hash: idHash,
          tokens: await seal.seal(tokens, idHash),
          user_id: user.id,
          // PostgreSQL stores no NUL.
          user_name: user.name?.replaceAll('\0', '') ?? null,
          access_expires_at: isoOf(now + tokens.expiresIn * 1000),
          generation: 1,
          created_at: isoOf(now),
          last_seen_at: isoOf(now),
          refreshing_until: null,
        })
        .execute()
      return id
    },
    /** `undefined` for an unknown, idle, old or unreadable one, which is then gone. */
    async find(id: string | null): Promise<OpenSession | undefined> {
      return id === null ? undefined : findByHash(await hashOf(id))
    },
    /** Which of these are there, and neither idle nor old. */
    async areThere(idHashes: string[]): Promise<ReadonlySet<string>> {
      const now = clock()
      const rows = await db
        .selectFrom('sessions')
        .select('id_hash')
        .where('id_hash', 'in', idHashes)
        .where('last_seen_at', '>=', isoOf(now - idle))
        .where('created_at', '>=', isoOf(now - oldest))
        .execute()
      return new Set(rows.map(({ id_hash }) => id_hash))
    },
    async touch(session: OpenSession): Promise<void> {
      const now = clock()
      if (Math.abs(now - Date.parse(session.last_seen_at)) < seenEvery) return
      await db
        .updateTable('sessions')
        .set({ last_seen_at: isoOf(now) })
        .where('id_hash', '=', session.id_hash)
        .execute()
    },
    /** The right to refresh this generation; false when another holds it or the generation is past. */
    async lock(session: OpenSession, until: number): Promise<boolean> {
      const result = await generationOf(session)
        .set({ refreshing_until: isoOf(until) })
        .where(row =>
          row.or([
            row('refreshing_until', 'is', null),
            row('refreshing_until', '<', isoOf(clock())),
            // Nobody locks for longer: the clock was set back since.
            row('refreshing_until', '>', isoOf(until)),
          ]),
        )
        .executeTakeFirst()
      return result.numUpdatedRows === 1n
    },
    async unlock(session: OpenSession): Promise<void> {
      await generationOf(session).set({ refreshing_until: null }).execute()
    },
    /** The tokens after this generation, and the lock back; false when the session ended meanwhile. */
    async replace(session: OpenSession, tokens: NewTokens): Promise<boolean> {
      const result = await generationOf(session)
        .set({
          // A refresh that names no scope changes none (RFC 6749 § 6).
          tokens: await seal.seal(
            { ...tokens, scope: tokens.scope ?? session.tokens.scope },
            session.id_hash,
          ),
          access_expires_at: isoOf(clock() + tokens.expiresIn * 1000),
          generation: session.generation + 1,
          refreshing_until: null,
        })
        .executeTakeFirst()
      return result.numUpdatedRows === 1n
    },
  }
}

const isOver = (row: Sessions, now: number) =>
  now - Date.parse(row.last_seen_at) > idle || now - Date.parse(row.created_at) > oldest

async function removeOver(db: GatewayDb, now: number): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where(row =>
      row.or([row('last_seen_at', '<', isoOf(now - idle)), row('created_at', '<', isoOf(now - oldest))]),
    )
    .execute()
}

async function hashOf(id: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(id))
  return base64Url(new Uint8Array(digest))
}

/** A service need not give a refresh token. `scope`: names apart by spaces, where the service told. */
export type HeldTokens = { access: string; refresh: string | null; scope?: string | undefined }

export type Seal = ReturnType<typeof createSeal>

/** AES-GCM under the host's key (32 bytes): a copy of the database is no copy of the tokens, nor one row another's. */
export function createSeal(key: Uint8Array, random: (bytes: number) => Uint8Array) {
  const importedKey = lateKey(key, 'AES-GCM', ['encrypt', 'decrypt'])
  const bytesOf = (text: string) => new TextEncoder().encode(text)
  const parameters = (iv: Uint8Array<ArrayBuffer>, idHash: string) => ({
    name: 'AES-GCM',
    iv,
    additionalData: bytesOf(idHash),
  })
  return {
    async seal(tokens: HeldTokens, idHash: string): Promise<string> {
      const iv = Uint8Array.from(random(12))
      const content = bytesOf(JSON.stringify([tokens.access, tokens.refresh, tokens.scope]))
      const sealed = await crypto.subtle.encrypt(parameters(iv, idHash), await importedKey(), content)
      return `${base64Url(iv)}.${base64Url(new Uint8Array(sealed))}`
    },
    /** `undefined` when the key is another, or the row was changed or swapped with another session's. */
    async open(sealed: string, idHash: string): Promise<HeldTokens | undefined> {
      const [iv = '', content = ''] = sealed.split('.')
      // Outside of the try: a key that could not be imported says nothing about the row.
      const key = await importedKey()
      try {
        const opened = await crypto.subtle.decrypt(
          parameters(fromBase64Url(iv), idHash),
          key,
          fromBase64Url(content),
        )
        const [access, refresh, scope]: unknown[] = JSON.parse(new TextDecoder().decode(opened))
        if (typeof access !== 'string') return undefined
        return {
          access,
          refresh: typeof refresh === 'string' ? refresh : null,
          ...(typeof scope === 'string' && { scope }),
        }
      } catch {
        return undefined
      }
    },
  }
}

/** Imported when first needed: in the demo a page left at once would fail where nobody waits for it. */
export function lateKey(
  key: Uint8Array,
  algorithm: Parameters<SubtleCrypto['importKey']>[2],
  usages: KeyUsage[],
): () => Promise<CryptoKey> {
  let imported: Promise<CryptoKey> | undefined
  return () => {
    imported ??= crypto.subtle.importKey('raw', Uint8Array.from(key), algorithm, false, usages)
    return imported
  }
}
