import { toBase64Url } from '../lib/encoding.ts'
import { type Sha256, webSha256 } from '../lib/sha256.ts'
import type { GatewayDb, Sessions, UserRole } from './schema.ts'
import type { StoredTokens, TokenCipher } from './tokenCipher.ts'

/** Without user activity, in ms (rules 6 and 42). */
const maxIdleMs = 60 * 60_000
const maxAgeMs = 30 * 24 * 60 * 60_000
/** In ms. */
const lastSeenIntervalMs = 60_000

export type OpenSession = Omit<Sessions, 'tokens'> & { tokens: StoredTokens }

export type NewTokens = StoredTokens & { expiresIn: number }

export type SignedInUser = { id: number; name?: string | undefined; role?: UserRole | undefined }

export type SessionStore = ReturnType<typeof createSessionStore>

const columns = [
  ...(['id_hash', 'tokens', 'user_id', 'user_name', 'access_expires_at', 'generation'] as const),
  ...(['user_role', 'created_at', 'last_seen_at', 'refreshing_until'] as const),
]

const toIso = (instant: number) => new Date(instant).toISOString()

export function createSessionStore(options: {
  db: GatewayDb
  cipher: TokenCipher
  clock: () => number
  random: (bytes: number) => Uint8Array
  sha256?: Sha256 | undefined
}) {
  const { db, cipher, clock, random, sha256 = webSha256 } = options
  const hashSessionId = async (id: string) => toBase64Url(await sha256(id))
  const remove = async (idHash: string) => {
    await db.deleteFrom('sessions').where('id_hash', '=', idHash).execute()
  }
  // Each request runs it, so it is compiled once.
  const query = db.selectFrom('sessions').select(columns).where('id_hash', '=', '').compile()
  const selectSession = async (idHash: string) =>
    (await db.executeQuery<Sessions>({ ...query, parameters: [idHash] })).rows
  const findByHash = async (idHash: string): Promise<OpenSession | undefined> => {
    const [row] = await selectSession(idHash)
    if (!row) return undefined
    const tokens = isExpired(row, clock()) ? undefined : await cipher.decrypt(row.tokens, idHash)
    if (tokens) return { ...row, tokens }
    await remove(idHash)
    return undefined
  }
  const updateGeneration = (session: OpenSession) =>
    db
      .updateTable('sessions')
      .where('id_hash', '=', session.id_hash)
      .where('generation', '=', session.generation)

  return {
    hashSessionId,
    remove,
    findByHash,
    /** Returns the session ID, 256 random bits. Only the browser stores it. */
    async create(tokens: NewTokens, user: SignedInUser): Promise<string> {
      const now = clock()
      const id = toBase64Url(random(32))
      const idHash = await hashSessionId(id)
      await deleteExpired(db, now)
      await db
        .insertInto('sessions')
        .values({
          id_hash: idHash,
          tokens: await cipher.encrypt(tokens, idHash),
          user_id: user.id,
          // PostgreSQL can't store NUL.
          user_name: user.name?.replaceAll('\0', '') ?? null,
          user_role: user.role ?? null,
          access_expires_at: toIso(now + tokens.expiresIn * 1000),
          generation: 1,
          created_at: toIso(now),
          last_seen_at: toIso(now),
          refreshing_until: null,
        })
        .execute()
      return id
    },
    /** Deletes sessions that are idle, too old or unreadable. */
    async find(id: string | null): Promise<OpenSession | undefined> {
      return id === null ? undefined : findByHash(await hashSessionId(id))
    },
    async touch(session: OpenSession): Promise<void> {
      const now = clock()
      if (Math.abs(now - Date.parse(session.last_seen_at)) < lastSeenIntervalMs) return
      await db
        .updateTable('sessions')
        .set({ last_seen_at: toIso(now) })
        .where('id_hash', '=', session.id_hash)
        .execute()
    },
    /** Returns false if another process holds the lock or the generation is outdated. */
    async lock(session: OpenSession, until: number): Promise<boolean> {
      const result = await updateGeneration(session)
        .set({ refreshing_until: toIso(until) })
        .where(row =>
          row.or([
            row('refreshing_until', 'is', null),
            row('refreshing_until', '<', toIso(clock())),
            // A later time means that the clock was set back.
            row('refreshing_until', '>', toIso(until)),
          ]),
        )
        .executeTakeFirst()
      return result.numUpdatedRows === 1n
    },
    async unlock(session: OpenSession): Promise<void> {
      await updateGeneration(session).set({ refreshing_until: null }).execute()
    },
    /** Releases the lock. Returns false if the session has ended. */
    async replace(session: OpenSession, tokens: NewTokens): Promise<boolean> {
      const result = await updateGeneration(session)
        .set({
          // RFC 6749 § 6: without a scope, it is unchanged.
          tokens: await cipher.encrypt(
            { ...tokens, scope: tokens.scope ?? session.tokens.scope },
            session.id_hash,
          ),
          access_expires_at: toIso(clock() + tokens.expiresIn * 1000),
          generation: session.generation + 1,
          refreshing_until: null,
        })
        .executeTakeFirst()
      return result.numUpdatedRows === 1n
    },
  }
}

const isExpired = (row: Sessions, now: number) =>
  now - Date.parse(row.last_seen_at) > maxIdleMs || now - Date.parse(row.created_at) > maxAgeMs

async function deleteExpired(db: GatewayDb, now: number): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where(row =>
      row.or([
        row('last_seen_at', '<', toIso(now - maxIdleMs)),
        row('created_at', '<', toIso(now - maxAgeMs)),
      ]),
    )
    .execute()
}
