import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { smallSchool } from '../../testing/sampleSchool.ts'
import { type TestService, testService } from '../../testing/testService.ts'
import { hashPassword } from './passwords.ts'

let school: TestService
beforeEach(async () => {
  school = await testService()
  const password_hash = await hashPassword(smallSchool.password, school.random)
  await school.db.updateTable('users').set({ password_hash }).where('login', '=', 'albrecht').execute()
})
afterEach(() => {
  vi.restoreAllMocks()
  return school.close()
})

const scramRounds = 4096

/** They take nearly all of the time, on every machine. */
async function countRounds(attempt: () => Promise<Response>): Promise<number[]> {
  const spent: number[] = []
  const derive = crypto.subtle.deriveBits.bind(crypto.subtle)
  vi.spyOn(crypto.subtle, 'deriveBits').mockImplementation((algorithm, key, length) => {
    const rounds =
      typeof algorithm === 'object' && 'iterations' in algorithm ? Number(algorithm.iterations) : 0
    // A new connection to PostgreSQL hashes, too.
    if (rounds !== scramRounds) spent.push(rounds)
    return derive(algorithm, key, length)
  })
  expect((await attempt()).status).toBeGreaterThanOrEqual(400)
  vi.restoreAllMocks()
  return spent
}

const attempts: Record<string, (login: string, password: string) => Promise<Response>> = {
  'the authorize page': (login, password) =>
    school.send('POST', '/auth/oauth2/decision', {
      body: { client_id: 'staffroom', decision: 'allow', login, password },
    }),
  'Basic authentication': (login, password) =>
    school.send('GET', '/api/v2/personal_access_tokens', { basic: `${login}:${password}` }),
}

it.each(Object.entries(attempts))(
  '%s: an unknown login name costs as many hash rounds as a wrong password',
  async (_what, attempt) => {
    const known = await countRounds(() => attempt('albrecht', 'wrong'))
    expect(known).toEqual([600_000])
    expect(await countRounds(() => attempt('nobody', 'wrong'))).toEqual(known)
    expect(await countRounds(() => attempt('', 'wrong'))).toEqual(
      await countRounds(() => attempt(' ', 'wrong')),
    )
    const bodyOf = async (login: string) => (await attempt(login, 'wrong')).text()
    expect(await bodyOf('nobody')).toBe(await bodyOf('albrecht'))
    const long = 'x'.repeat(1001)
    expect(await countRounds(() => attempt('nobody', long))).toEqual(
      await countRounds(() => attempt('albrecht', long)),
    )
  },
)
