import { describe, expect, it } from 'vitest'
import { Problem } from '../../http/problem.ts'
import { createMemoryWindow } from './fixedWindow.ts'
import { createLimits } from './limits.ts'

async function countAllowedAttempts(
  count: (index: number) => Promise<void>,
  maxAttempts: number,
): Promise<number> {
  for (let index = 0; index < maxAttempts; index += 1) {
    try {
      await count(index)
    } catch (error) {
      if (error instanceof Problem && error.status === 429) return index
      throw error
    }
  }
  return maxAttempts
}

function createAttemptCounter() {
  let now = 0
  const clock = () => now
  const { countAttempt, recordSuccess } = createLimits({
    clock,
    windows: (_, options) => createMemoryWindow({ ...options, clock }),
    requestsPerMinute: 300,
  })
  const wait = (ms: number) => {
    now += ms
  }
  return { guess: countAttempt, recordSuccess, wait }
}

describe('guesses', () => {
  it('allows 10 wrong attempts per name and address in 15 minutes', async () => {
    const { guess, wait } = createAttemptCounter()
    expect(await countAllowedAttempts(() => guess('a', '1'), 50)).toBe(10)
    await expect(guess('a', '1')).rejects.toThrow('Too many tries that were wrong. Please wait 15 minutes.')
    await guess('a', '2')
    await guess('b', '1')
    wait(15 * 60_000)
    expect(await countAllowedAttempts(() => guess('a', '1'), 50)).toBe(10)
  })

  it('uses counter keys of a fixed length (rule 55)', async () => {
    const keys: string[] = []
    const { countAttempt, recordSuccess } = createLimits({
      clock: () => 0,
      windows: (_, options) => {
        const window = createMemoryWindow({ ...options, clock: () => 0 })
        const add = (key: string) => {
          keys.push(key)
          return window.add(key)
        }
        return { ...window, add }
      },
      requestsPerMinute: 300,
    })
    await countAttempt('a'.repeat(1_000_000), '1')
    await recordSuccess('a'.repeat(1_000_000), '1')
    expect(keys).toHaveLength(4)
    expect(Math.max(...keys.map(({ length }) => length))).toBeLessThan(100)
  })

  it('sends Retry-After with a 429', async () => {
    const { guess } = createAttemptCounter()
    await countAllowedAttempts(() => guess('a', '1'), 50)
    try {
      await guess('a', '1')
      expect.unreachable()
    } catch (error) {
      expect(error).toMatchObject({ status: 429, headers: { 'Retry-After': '900' } })
    }
  })

  it('limits attempts per name and per address', async () => {
    const { guess } = createAttemptCounter()
    expect(await countAllowedAttempts(index => guess('a', String(index)), 500)).toBe(100)
    expect(await countAllowedAttempts(index => guess(`name ${index}`, 'elsewhere'), 500)).toBe(300)
  })

  it('does not lock a name for all addresses because of one', async () => {
    const { guess } = createAttemptCounter()
    for (let index = 0; index < 1000; index += 1) await countAllowedAttempts(() => guess('a', '1'), 1)
    expect(await countAllowedAttempts(() => guess('a', '2'), 50)).toBe(10)
  })

  it('allows a user at a known address despite attempts of others', async () => {
    const { guess, recordSuccess, wait } = createAttemptCounter()
    const signIn = async () => {
      await guess('a', 'school')
      await recordSuccess('a', 'school')
    }
    await signIn()
    await countAllowedAttempts(index => guess('a', `elsewhere ${index}`), 500)
    await countAllowedAttempts(index => guess(`name ${index}`, 'school'), 500)
    await expect(guess('a', 'new'), 'their name is stopped elsewhere').rejects.toThrow('Too many tries')
    await expect(guess('b', 'school'), 'and their address for others').rejects.toThrow('Too many tries')
    await signIn()
    expect(
      await countAllowedAttempts(() => guess('a', 'school'), 50),
      'guessed there, it is stopped there',
    ).toBe(10)
    wait(31 * 24 * 3_600_000)
    await countAllowedAttempts(index => guess(`name ${index}`, 'school'), 500)
    await expect(signIn(), 'not known any more').rejects.toThrow('Too many tries')
  })

  it('never counts correct attempts', async () => {
    const { guess, recordSuccess } = createAttemptCounter()
    const knownAddress = async () => {
      await guess('a', '1')
      await recordSuccess('a', '1')
    }
    expect(await countAllowedAttempts(knownAddress, 1000)).toBe(1000)
    for (let index = 0; index < 9; index += 1) await guess('a', '1')
    await knownAddress()
    expect(await countAllowedAttempts(() => guess('a', '1'), 50)).toBe(10)
  })
})
