import { base64Url, fromBase64Url } from '../lib/encoding.ts'

/**
 * What a signed-in session may spend at the service. A service need not give a refresh token. `scope`: what they were
 * given for, names apart by spaces, where the service told.
 */
export type HeldTokens = { access: string; refresh: string | null; scope?: string | undefined }

export type Seal = {
  seal(tokens: HeldTokens, idHash: string): Promise<string>
  /** `undefined` when the key is another, or the row was changed or swapped with another session's. */
  open(sealed: string, idHash: string): Promise<HeldTokens | undefined>
}

/**
 * AES-GCM under the host's key (32 bytes), so that a copy of the database is no copy of the tokens. The session's
 * own hash is bound in: sealed text of one row does not open in another.
 */
export function createSeal(key: Uint8Array, random: (bytes: number) => Uint8Array): Seal {
  // When it is first needed: in the demo a page that is left at once would fail where nobody waits for it.
  let imported: Promise<CryptoKey> | undefined
  const importKey = () =>
    crypto.subtle.importKey('raw', Uint8Array.from(key), 'AES-GCM', false, ['encrypt', 'decrypt'])
  const importedKey = () => {
    imported ??= importKey()
    return imported
  }
  const bytesOf = (text: string) => new TextEncoder().encode(text)
  const parameters = (iv: Uint8Array<ArrayBuffer>, idHash: string) => ({
    name: 'AES-GCM',
    iv,
    additionalData: bytesOf(idHash),
  })
  return {
    async seal(tokens, idHash) {
      const iv = Uint8Array.from(random(12))
      const content = bytesOf(JSON.stringify([tokens.access, tokens.refresh, tokens.scope]))
      const sealed = await crypto.subtle.encrypt(parameters(iv, idHash), await importedKey(), content)
      return `${base64Url(iv)}.${base64Url(new Uint8Array(sealed))}`
    },
    async open(sealed, idHash) {
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
