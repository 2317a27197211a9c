import type { Encrypted, Store } from './Store.ts'

/** `clock` returns Unix ms. */
export type Dependencies = { store: Store; encryption: Encryption; clock: () => number; newId: () => string }

/** Decrypting throws under another name than the one used for encryption. */
export type Encryption = {
  encrypt(name: string, value: unknown): Promise<Encrypted>
  decrypt(name: string, sealed: Encrypted): Promise<unknown>
  encryptBytes(name: string, bytes: BufferSource): Promise<Encrypted>
  decryptBytes(name: string, sealed: Encrypted): Promise<ArrayBuffer>
}

/** The page can't read the key. Throws without cryptography (plain http). */
export async function createEncryption(
  key: Uint8Array,
  random: (bytes: number) => Uint8Array,
): Promise<Encryption> {
  const imported = await crypto.subtle.importKey('raw', Uint8Array.from(key), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ])
  const parameters = (name: string, iv: Uint8Array<ArrayBuffer>) => ({
    name: 'AES-GCM',
    iv,
    additionalData: new TextEncoder().encode(name),
  })
  const encryptBytes = async (name: string, bytes: BufferSource): Promise<Encrypted> => {
    const iv = Uint8Array.from(random(12))
    return { iv, content: await crypto.subtle.encrypt(parameters(name, iv), imported, bytes) }
  }
  const decryptBytes = (name: string, { iv, content }: Encrypted) =>
    crypto.subtle.decrypt(parameters(name, iv), imported, content)
  return {
    encryptBytes,
    decryptBytes,
    encrypt: (name, value) => encryptBytes(name, new TextEncoder().encode(JSON.stringify(value ?? null))),
    decrypt: async (name, sealed) => JSON.parse(new TextDecoder().decode(await decryptBytes(name, sealed))),
  }
}

/** For data in the memory of the page. */
export const noEncryption: Encryption = {
  encryptBytes: async (_name, bytes) => ({
    iv: new Uint8Array(0),
    content: Uint8Array.from(
      bytes instanceof ArrayBuffer
        ? new Uint8Array(bytes)
        : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    ).buffer,
  }),
  decryptBytes: async (_name, { content }) => content,
  encrypt: (name, value) =>
    noEncryption.encryptBytes(name, new TextEncoder().encode(JSON.stringify(value ?? null))),
  decrypt: async (_name, { content }) => JSON.parse(new TextDecoder().decode(content)),
}
