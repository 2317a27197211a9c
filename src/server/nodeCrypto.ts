import { createCipheriv, createDecipheriv, hash } from 'node:crypto'
import type { AesGcm } from '../lib/cipher.ts'
import type { Sha256 } from '../lib/sha256.ts'

// Not Web Crypto, which passes each call to another thread, also for short texts.

export const nodeSha256: Sha256 = text => hash('sha256', text, 'buffer')

const algorithm = 'aes-256-gcm'
const tagBytes = 16

type Bytes = Uint8Array<ArrayBuffer>

export function createNodeAesGcm(key: Uint8Array) {
  return {
    encrypt(content: Bytes, iv: Bytes, additionalData: Bytes) {
      const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes }).setAAD(additionalData)
      const encrypted = [cipher.update(content), cipher.final()]
      return new Uint8Array(Buffer.concat([...encrypted, cipher.getAuthTag()]))
    },
    decrypt(content: Bytes, iv: Bytes, additionalData: Bytes) {
      const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes })
        .setAAD(additionalData)
        .setAuthTag(content.subarray(-tagBytes))
      const decrypted = decipher.update(content.subarray(0, -tagBytes))
      return new Uint8Array(Buffer.concat([decrypted, decipher.final()]))
    },
  } satisfies AesGcm
}
