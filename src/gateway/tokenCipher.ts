import { type CreateAesGcm, createCipher } from '../lib/cipher.ts'
import { fromBase64Url, toBase64Url } from '../lib/encoding.ts'

/** A service may omit the refresh token. `scope` is separated by spaces. */
export type StoredTokens = { access: string; refresh: string | null; scope?: string | undefined }

export type TokenCipher = ReturnType<typeof createTokenCipher>

/** A row is not valid for another session. */
export function createTokenCipher(
  key: Uint8Array,
  random: (bytes: number) => Uint8Array,
  createAesGcm?: CreateAesGcm,
) {
  const cipher = createCipher(key, random, createAesGcm)
  return {
    encrypt: async ({ access, refresh, scope }: StoredTokens, idHash: string): Promise<string> =>
      toBase64Url(await cipher.encrypt(JSON.stringify({ access, refresh, scope }), idHash)),
    /** Undefined for another key or session, or a changed row. */
    async decrypt(encrypted: string, idHash: string): Promise<StoredTokens | undefined> {
      const text = await cipher.decrypt(fromBase64Url(encrypted), idHash)
      return text === undefined ? undefined : JSON.parse(text)
    },
  }
}
