import { fromBase64Url, toBase64Url } from '../lib/encoding.ts'

/** A service may omit the refresh token. `scope` is separated by spaces. */
export type StoredTokens = { access: string; refresh: string | null; scope?: string | undefined }

type Bytes = Uint8Array<ArrayBuffer>

/** AES-GCM with a key of 32 bytes. The tag of 16 bytes follows the encrypted content. */
export type AesGcm = {
  encrypt(content: Bytes, iv: Bytes, additionalData: Bytes): Bytes | Promise<Bytes>
  /** Throws if the key, the additional data or the content is different. */
  decrypt(content: Bytes, iv: Bytes, additionalData: Bytes): Bytes | Promise<Bytes>
}

export type CreateAesGcm = (key: Uint8Array) => AesGcm | Promise<AesGcm>

export type TokenCipher = ReturnType<typeof createTokenCipher>

/** A row is not valid for another session. */
export function createTokenCipher(
  key: Uint8Array,
  random: (bytes: number) => Uint8Array,
  createAesGcm: CreateAesGcm = createWebAesGcm,
) {
  let created: AesGcm | Promise<AesGcm> | undefined
  // On first use: in the demo, an earlier import could reject without a handler.
  const getAesGcm = () => {
    created ??= createAesGcm(key)
    return created
  }
  const encode = (text: string) => new TextEncoder().encode(text)
  return {
    async encrypt(tokens: StoredTokens, idHash: string): Promise<string> {
      const iv = Uint8Array.from(random(12))
      const content = encode(JSON.stringify([tokens.access, tokens.refresh, tokens.scope]))
      const encrypted = await (await getAesGcm()).encrypt(content, iv, encode(idHash))
      return `${toBase64Url(iv)}.${toBase64Url(encrypted)}`
    },
    /** Undefined for another key or session, or a changed row. */
    async decrypt(encrypted: string, idHash: string): Promise<StoredTokens | undefined> {
      const [iv = '', content = ''] = encrypted.split('.')
      // A failed key import does not mean that the row is damaged.
      const aesGcm = await getAesGcm()
      try {
        const decrypted = await aesGcm.decrypt(fromBase64Url(content), fromBase64Url(iv), encode(idHash))
        const [access, refresh, scope]: unknown[] = JSON.parse(new TextDecoder().decode(decrypted))
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

export async function createWebAesGcm(bytes: Uint8Array): Promise<AesGcm> {
  const { subtle } = crypto
  const key = await subtle.importKey('raw', Uint8Array.from(bytes), 'AES-GCM', false, ['encrypt', 'decrypt'])
  const parameters = (iv: Bytes, additionalData: Bytes) => ({ name: 'AES-GCM', iv, additionalData })
  return {
    encrypt: async (content, iv, additionalData) =>
      new Uint8Array(await subtle.encrypt(parameters(iv, additionalData), key, content)),
    decrypt: async (content, iv, additionalData) =>
      new Uint8Array(await subtle.decrypt(parameters(iv, additionalData), key, content)),
  }
}

/** On first use: in the demo, an earlier import could reject without a handler. */
export function lazyKey(
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
