import { afterEach, expect, it, vi } from 'vitest'
import { createSeal } from './sessions.ts'

const hostKey = new Uint8Array(32).fill(7)
const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))
const tokens = { access: 'an access token', refresh: 'a refresh token' }

afterEach(() => vi.restoreAllMocks())

it('opens its output only for the same session and with the same key', async () => {
  const sealed = await createSeal(hostKey, random).seal(tokens, 'hash of one')
  expect(sealed).not.toContain(tokens.access)
  expect(await createSeal(hostKey, random).open(sealed, 'hash of one')).toEqual(tokens)
  expect(await createSeal(hostKey, random).open(sealed, 'hash of another')).toBeUndefined()
  expect(await createSeal(new Uint8Array(32).fill(8), random).open(sealed, 'hash of one')).toBeUndefined()
  expect(await createSeal(hostKey, random).open(`${sealed}A`, 'hash of one')).toBeUndefined()
})

it('imports its key once, on first use, and reports a failed import to the caller', async () => {
  const importKey = vi.spyOn(crypto.subtle, 'importKey')
  const seal = createSeal(hostKey, random)
  expect(importKey).not.toHaveBeenCalled()
  await seal.open(await seal.seal(tokens, 'hash'), 'hash')
  expect(importKey).toHaveBeenCalledTimes(1)

  // In a page that is closing, the import fails. The error must not become an unhandled rejection.
  importKey.mockRejectedValue(new DOMException('The page is gone.', 'InvalidStateError'))
  await expect(createSeal(hostKey, random).open('A.A', 'hash')).rejects.toThrow('The page is gone.')
})
