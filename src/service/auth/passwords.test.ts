import { expect, it } from 'vitest'
import { repeatableRandom } from '../../testing/testService.ts'
import { hashPassword, nobodysHash, verifyPassword } from './passwords.ts'

const random = repeatableRandom(3)

it('knows the password again, and no other', async () => {
  const hash = await hashPassword('Straße und Übung', random, 1000)
  expect(hash).toMatch(/^pbkdf2-sha256\$1000\$[\w-]{22}\$[\w-]{43}$/)
  expect(await verifyPassword('Straße und Übung', hash)).toBe(true)
  expect(await verifyPassword('Straße und U\u0308bung', hash), 'typed on another keyboard').toBe(true)
  expect(await verifyPassword('Strasse und Übung', hash)).toBe(false)
  expect(await verifyPassword('', hash)).toBe(false)
})

it('salts: the same password twice is two hashes', async () => {
  expect(await hashPassword('a', random, 1000)).not.toBe(await hashPassword('a', random, 1000))
})

it('agrees with the published test vector of PBKDF2-SHA-256', async () => {
  // RFC 7914 § 11: P="passwd", S="salt", c=1; the first 32 of 64 bytes.
  const key = '55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc'
  const exact = `pbkdf2-sha256$1$c2FsdA$${Buffer.from(key, 'hex').toString('base64url')}`
  expect(await verifyPassword('passwd', exact)).toBe(true)
  expect(await verifyPassword('passwe', exact)).toBe(false)
})

it('refuses what is no hash, and what nobody has', async () => {
  for (const hash of ['', 'scrypt$1$a$b', 'pbkdf2-sha256$1000$$', 'plain']) {
    expect(await verifyPassword('a', hash)).toBe(false)
  }
  expect(await verifyPassword('a', nobodysHash)).toBe(false)
})
