import { expect, it } from 'vitest'
import { testGateway } from '../testing/testGateway.ts'
import { createDraftKeys } from './gateway.ts'
import { createHmac } from './hmac.ts'

const host = new Uint8Array(32).fill(7)

it('createDraftKeys derives a stable key that differs by user, service and host key', async () => {
  const keys = await Promise.all([
    createDraftKeys(createHmac(host), 'https://school.example')(7),
    createDraftKeys(createHmac(host), 'https://school.example')(8),
    createDraftKeys(createHmac(host), 'https://other.example')(7),
    createDraftKeys(createHmac(new Uint8Array(32).fill(8)), 'https://school.example')(7),
  ])
  expect(new Set(keys).size).toBe(4)
  for (const key of keys) expect(key).toMatch(/^[\w-]{43}$/)
  expect(await createDraftKeys(createHmac(host), 'https://school.example/')(7)).toBe(keys[0])
})

it('the draft key survives refreshes, sign-ins and other processes', async () => {
  const { call, signIn, createSecond } = await testGateway()
  const keyOf = async (result: Promise<{ response: Response }>) =>
    (await (await result).response.json()).draft_key
  const id = await signIn()
  const key = await keyOf(call('GET', '/session', { id }))
  expect(key).toMatch(/^[\w-]{43}$/)
  expect(await keyOf(call('POST', '/session/refresh', { id, body: { generation: 1 } }))).toBe(key)
  expect(await keyOf(call('GET', '/session', { id: await signIn() }))).toBe(key)
  const request = new Request('https://staffroom.example/session', {
    headers: { 'X-Staffroom': '1', 'Sec-Fetch-Site': 'same-origin' },
  })
  expect(await keyOf(createSecond().fetch(request, { id: await signIn() }))).toBe(key)
  expect(await keyOf(call('GET', '/session'))).toBeUndefined()
})
