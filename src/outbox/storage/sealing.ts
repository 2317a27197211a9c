import type { Sealed, Store } from './Store.ts'

/** Dependencies of all parts of the outbox. `clock` returns Unix ms. */
export type Tools = { store: Store; sealing: Sealing; clock: () => number; newId: () => string }

/** Encrypts stored data. Decrypting requires the name that was used for encryption, and throws otherwise. */
export type Sealing = {
  seal(name: string, value: unknown): Promise<Sealed>
  open(name: string, sealed: Sealed): Promise<unknown>
  sealBytes(name: string, bytes: BufferSource): Promise<Sealed>
  openBytes(name: string, sealed: Sealed): Promise<ArrayBuffer>
}

/**
 * Creates AES-GCM encryption with a key of 32 bytes, which the page can use but not read. Throws without cryptography
 * (plain http).
 */
export async function createSealing(
  key: Uint8Array,
  random: (bytes: number) => Uint8Array,
): Promise<Sealing> {
  const imported = await crypto.subtle.importKey('raw', Uint8Array.from(key), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ])
  const parameters = (name: string, iv: Uint8Array<ArrayBuffer>) => ({
    name: 'AES-GCM',
    iv,
    additionalData: new TextEncoder().encode(name),
  })
  const sealBytes = async (name: string, bytes: BufferSource): Promise<Sealed> => {
    const iv = Uint8Array.from(random(12))
    return { iv, content: await crypto.subtle.encrypt(parameters(name, iv), imported, bytes) }
  }
  const openBytes = (name: string, { iv, content }: Sealed) =>
    crypto.subtle.decrypt(parameters(name, iv), imported, content)
  return {
    sealBytes,
    openBytes,
    seal: (name, value) => sealBytes(name, new TextEncoder().encode(JSON.stringify(value ?? null))),
    open: async (name, sealed) => JSON.parse(new TextDecoder().decode(await openBytes(name, sealed))),
  }
}

/** No encryption, for data in the memory of the page. */
export const plainSealing: Sealing = {
  sealBytes: async (_name, bytes) => ({
    iv: new Uint8Array(0),
    content: Uint8Array.from(
      bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : new Uint8Array(bytes.buffer),
    ).buffer,
  }),
  openBytes: async (_name, { content }) => content,
  seal: (name, value) =>
    plainSealing.sealBytes(name, new TextEncoder().encode(JSON.stringify(value ?? null))),
  open: async (_name, { content }) => JSON.parse(new TextDecoder().decode(content)),
}
