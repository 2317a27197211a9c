import { afterEach, expect, it, vi } from 'vitest'
import { createTokenCipher } from './tokenCipher.ts'

const hostKey = new Uint8Array(32).fill(7)
const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))
const tokens = { access: 'an access token', refresh: 'a refresh token' }

afterEach(() => vi.restoreAllMocks())

it('decrypts only with the same session and key', async () => {
  const sealed = await createTokenCipher(hostKey, random).encrypt(tokens, 'hash of one')
  expect(sealed).not.toContain(tokens.access)
  expect(await createTokenCipher(hostKey, random).decrypt(sealed, 'hash of one')).toEqual(tokens)
  expect(await createTokenCipher(hostKey, random).decrypt(sealed, 'hash of another')).toBeUndefined()
  expect(
    await createTokenCipher(new Uint8Array(32).fill(8), random).decrypt(sealed, 'hash of one'),
  ).toBeUndefined()
  expect(
    await createTokenCipher(hostKey, random).decrypt(`${sealed.slice(0, -4)}`, 'hash of one'),
  ).toBeUndefined()
})

it('imports its key on first use, and reports failures to the caller', async () => {
  const importKey = vi.spyOn(crypto.subtle, 'importKey')
  const cipher = createTokenCipher(hostKey, random)
  expect(importKey).not.toHaveBeenCalled()
  await cipher.decrypt(await cipher.encrypt(tokens, 'hash'), 'hash')
  expect(importKey).toHaveBeenCalledTimes(1)

  // Import fails in a closing page. It must not become an unhandled rejection.
  importKey.mockRejectedValue(new DOMException('The page is gone.', 'InvalidStateError'))
  await expect(createTokenCipher(hostKey, random).decrypt('AAAA', 'hash')).rejects.toThrow(
    'The page is gone.',
  )
})
