import { expect, it } from 'vitest'
import { createSessionCookie } from './cookie.ts'

const id = 'A'.repeat(43)

it('is bound to the host with https, otherwise named by the port', () => {
  const safe = createSessionCookie('https://staffroom.example')
  expect(safe.write(id)).toBe(`__Host-staffroom=${id}; Path=/; HttpOnly; SameSite=Strict; Secure`)
  expect(createSessionCookie('http://localhost:4000').write(id)).toBe(
    `staffroom-4000=${id}; Path=/; HttpOnly; SameSite=Strict`,
  )
  expect(safe.write(null)).toContain('Max-Age=0')
})

it('reads only its own well-formed cookie', () => {
  const { read } = createSessionCookie('http://localhost:4000')
  expect(read(`a=b; staffroom-4000=${id}; staffroom-4001=${'B'.repeat(43)}`)).toBe(id)
  expect(read(`staffroom-4000=${id}; staffroom-4000=${'B'.repeat(43)}`)).toBeNull()
  expect(read('staffroom-4000=short')).toBeNull()
  expect(read(`__Host-staffroom=${id}`)).toBeNull()
  expect(read(undefined)).toBeNull()
})
