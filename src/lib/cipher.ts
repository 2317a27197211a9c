type Bytes = Uint8Array<ArrayBuffer>

/** AES-GCM. The tag of 16 bytes follows the encrypted content. */
export type AesGcm = {
  encrypt(content: Bytes, iv: Bytes, additionalData: Bytes): Bytes | Promise<Bytes>
  /** Throws if the key, the additional data or the content is different. */
  decrypt(content: Bytes, iv: Bytes, additionalData: Bytes): Bytes | Promise<Bytes>
}

/** The key has 32 bytes. */
export type CreateAesGcm = (key: Uint8Array) => AesGcm | Promise<AesGcm>

const ivBytes = 12

/** Encrypts texts. The nonce precedes the content. A text is decrypted only with the label used for encryption. */
export function createCipher(
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
    async encrypt(text: string, label = ''): Promise<Bytes> {
      const iv = Uint8Array.from(random(ivBytes))
      const content = await (await getAesGcm()).encrypt(encode(text), iv, encode(label))
      const encrypted = new Uint8Array(ivBytes + content.byteLength)
      encrypted.set(iv)
      encrypted.set(content, ivBytes)
      return encrypted
    },
    /** Undefined for another key or label, or changed bytes. */
    async decrypt(encrypted: Bytes, label = ''): Promise<string | undefined> {
      const [iv, content] = [encrypted.subarray(0, ivBytes), encrypted.subarray(ivBytes)]
      // A failed key import does not mean that the bytes are damaged.
      const aesGcm = await getAesGcm()
      try {
        return new TextDecoder().decode(await aesGcm.decrypt(content, iv, encode(label)))
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
