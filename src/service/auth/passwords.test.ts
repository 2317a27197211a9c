import { expect, it } from 'vitest'
import { repeatableRandom } from '../../testing/testService.ts'
import { hashPassword, unmatchableHash, verifyPassword } from './passwords.ts'

const random = repeatableRandom(3)

it('verifies the correct password, in any Unicode normalization, and no other', async () => {
  const hash = await hashPassword('Straße und Übung', random, 1000)
  expect(hash).toMatch(/^pbkdf2-sha256\$1000\$[\w-]{22}\$[\w-]{43}$/)
  expect(await verifyPassword('Straße und Übung', hash)).toBe(true)
  expect(await verifyPassword('Straße und U\u0308bung', hash), 'typed on another keyboard').toBe(true)
  expect(await verifyPassword('Strasse und Übung', hash)).toBe(false)
  expect(await verifyPassword('', hash)).toBe(false)
})

it('uses a random salt, so that equal passwords have different hashes', async () => {
  expect(await hashPassword('a', random, 1000)).not.toBe(await hashPassword('a', random, 1000))
})

it('matches the published test vector of PBKDF2-SHA-256', async () => {
  // RFC 7914 § 11: P="passwd", S="salt", c=1; the first 32 of 64 bytes.
  const key = '55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc'
  const exact = `pbkdf2-sha256$1$c2FsdA$${Buffer.from(key, 'hex').toString('base64url')}`
  expect(await verifyPassword('passwd', exact)).toBe(true)
  expect(await verifyPassword('passwe', exact)).toBe(false)
})

it('refuses an invalid hash and the hash for unknown users', async () => {
  for (const hash of ['', 'scrypt$1$a$b', 'pbkdf2-sha256$1000$$', 'plain']) {
    expect(await verifyPassword('a', hash)).toBe(false)
  }
  expect(await verifyPassword('a', unmatchableHash)).toBe(false)
})
