import { expect, it } from 'vitest'
import { createTokenCipher } from '../gateway/tokenCipher.ts'
import { createWebAesGcm } from '../lib/cipher.ts'
import { fromBase64Url, toBase64Url } from '../lib/encoding.ts'
import { webSha256 } from '../lib/sha256.ts'
import { createNodeAesGcm, nodeSha256 } from './nodeCrypto.ts'

const key = new Uint8Array(32).fill(7)
const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))
const tokens = { access: 'an access token', refresh: null, scope: 'chats' }

const node = createTokenCipher(key, random, createNodeAesGcm)
const web = createTokenCipher(key, random, createWebAesGcm)

it('reads tokens that Web Crypto encrypted, and the reverse', async () => {
  expect(await node.decrypt(await web.encrypt(tokens, 'session'), 'session')).toEqual(tokens)
  expect(await web.decrypt(await node.encrypt(tokens, 'session'), 'session')).toEqual(tokens)
})

it('decrypts only with the same session and key, and a complete row', async () => {
  const encrypted = await node.encrypt(tokens, 'session')
  const otherKey = createTokenCipher(new Uint8Array(32).fill(8), random, createNodeAesGcm)
  expect(encrypted).not.toContain(tokens.access)
  expect(await node.decrypt(encrypted, 'session')).toEqual(tokens)
  expect(await node.decrypt(encrypted, 'other session')).toBeUndefined()
  expect(await otherKey.decrypt(encrypted, 'session')).toBeUndefined()
  const bytes = fromBase64Url(encrypted)
  for (let length = 0; length < bytes.byteLength; length += 1)
    expect(await node.decrypt(toBase64Url(bytes.subarray(0, length)), 'session')).toBeUndefined()
  const changed = bytes.with(20, (bytes[20] ?? 0) ^ 1)
  expect(await node.decrypt(toBase64Url(changed), 'session')).toBeUndefined()
})

it('refuses a shortened tag, which would be easier to guess', () => {
  const aesGcm = createNodeAesGcm(key)
  const empty = new Uint8Array()
  const iv = new Uint8Array(12)
  const tag = aesGcm.encrypt(empty, iv, empty)
  expect(aesGcm.decrypt(tag, iv, empty)).toEqual(empty)
  for (const length of [4, 8, 12, 15])
    expect(() => aesGcm.decrypt(tag.subarray(0, length), iv, empty)).toThrow()
})

it('hashes like Web Crypto', async () => {
  const text = 'Schüler 😀'
  expect([...(await nodeSha256(text))]).toEqual([...(await webSha256(text))])
})
