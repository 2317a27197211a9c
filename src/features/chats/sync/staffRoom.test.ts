import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type SimulatedStaffRoom, simulateStaffRoom } from '../../../testing/chats/simulateStaffRoom.ts'
import { testSize } from '../../../testing/testSize.ts'

const staffRoom = { teachers: 40, minutes: 5 }
const seeds = testSize({ small: [1], full: [1, 2] })
/** Simulations of one chat of all teachers take longest and run with full sizes only. */
const sharedChatSeeds = testSize({ small: [], full: [1] })

beforeEach(() => {
  vi.useFakeTimers({
    now: Date.parse('2026-11-18T08:00:00+01:00'),
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
})
afterEach(() => vi.useRealTimers())

const median = ({ delays }: SimulatedStaffRoom) => delays[Math.floor(delays.length / 2)]
const longest = (room: SimulatedStaffRoom, figure: keyof SimulatedStaffRoom['teachers'][number]) =>
  Math.max(...room.teachers.map(teacher => teacher[figure]))

describe('40 teachers behind one IP address, five minutes from 08:00', () => {
  it.each(seeds)('send under 300 requests a minute, without long waits (%i)', async seed => {
    const room = await simulateStaffRoom({ ...staffRoom, seed })
    expect(room.messages).toBeGreaterThan(60)
    expect(room.delays.length).toBeGreaterThan(300)
    expect(room.maxRequestsPerMinute).toBeLessThanOrEqual(300)
    expect(room.refused).toBe(0)
    expect(median(room)).toBeLessThan(20_000)
    expect(room.delays.at(-1)).toBeLessThan(120_000)
    expect(longest(room, 'failedCalls')).toBe(0)
    // Only a 429 delays user requests, so these are network times.
    expect(longest(room, 'maxWriteMs')).toBeLessThan(1_000)
    expect(longest(room, 'maxReadMs')).toBeLessThan(1_000)
    expect(longest(room, 'maxListAgeMs')).toBeLessThan(120_000)
  })

  it.each(sharedChatSeeds)('stay near the limit in one shared chat (%i)', async seed => {
    const room = await simulateStaffRoom({ ...staffRoom, seed, sharesChat: true })
    expect(room.refused).toBeLessThan(20)
    expect(median(room)).toBeLessThan(30_000)
    expect(longest(room, 'maxWriteMs')).toBeLessThan(30_000)
    expect(longest(room, 'maxListAgeMs')).toBeLessThan(120_000)
  })

  it.each([
    ['retryAfter', 30_000],
    ['nothing', 90_000],
  ] as const)('recover from refusals with rate limit headers: %s', async (sentHeaders, patience) => {
    const room = await simulateStaffRoom({ ...staffRoom, seed: 1, sentHeaders })
    expect(room.refused).toBeLessThan(60)
    expect(median(room)).toBeLessThan(20_000)
    expect(room.delays.at(-1)).toBeLessThan(150_000)
    expect(longest(room, 'failedCalls')).toBe(0)
    expect(longest(room, 'maxWriteMs')).toBeLessThan(patience)
  })

  it.for(seeds)('open My day with four requests each (%i)', async (seed, { annotate }) => {
    const room = await simulateStaffRoom({ ...staffRoom, seed, opensDay: true, isReadOnly: true })
    await annotate(`${room.requestsPerMinute.join(', ')} requests by the minute`)
    expect(room.paths).toHaveLength(staffRoom.teachers)
    for (const paths of room.paths) {
      const requested = paths.map(path => path.replace(/^\/api\/v2|\?.*/g, ''))
      expect([...new Set(requested)].toSorted()).toEqual([
        '/chats',
        '/me/courses/memberships',
        '/me/homeworks',
        '/me/timetable/timeline',
      ])
      // Later, the chats are polled, and the lessons after five minutes.
      expect(requested.slice(0, 4)).toEqual([...new Set(requested.slice(0, 4))])
      expect(requested.filter(path => path === '/me/homeworks')).toHaveLength(1)
      expect(requested.filter(path => path === '/me/timetable/timeline').length).toBeOneOf([1, 2])
    }
    expect(room.maxRequestsPerMinute).toBeLessThanOrEqual(300)
    expect(room.refused).toBe(0)
    expect(longest(room, 'maxReadMs')).toBeLessThan(1_000)
  })

  describe('with an event stream each', () => {
    const figures = (room: SimulatedStaffRoom) =>
      `${room.requestsPerMinute.join(', ')} requests by the minute; a message seen after ${median(room)} ms in the middle`

    it('send no requests while no teacher writes', async ({ annotate }) => {
      const room = await simulateStaffRoom({ ...staffRoom, seed: 1, withEvents: true, isReadOnly: true })
      await annotate(figures(room))
      // The first two minutes include opening the pages.
      for (const requests of room.requestsPerMinute.slice(2)) expect(requests).toBe(0)
    })

    it('show messages within seconds', async ({ annotate }) => {
      const room = await simulateStaffRoom({ ...staffRoom, seed: 1, withEvents: true, slowdown: 3 })
      await annotate(figures(room))
      expect(room.delays.length).toBeGreaterThan(100)
      // Usually below 1 s. Polling without the stream takes about 12 s.
      expect(median(room)).toBeLessThan(2_000)
      expect(longest(room, 'failedCalls')).toBe(0)
    })

    // Reading that many messages is near the limit with or without a stream.
    it.for(seeds)('are delayed at most by the limit (%i)', async (seed, { annotate }) => {
      const room = await simulateStaffRoom({ ...staffRoom, seed, withEvents: true })
      await annotate(figures(room))
      expect(room.messages).toBeGreaterThan(60)
      expect(median(room)).toBeLessThan(10_000)
      expect(room.delays.at(-1)).toBeLessThan(90_000)
      expect(room.refused).toBeLessThan(100)
      expect(longest(room, 'maxReadMs')).toBeLessThan(60_000)
      expect(longest(room, 'maxWriteMs')).toBeLessThan(60_000)
      expect(longest(room, 'failedCalls')).toBe(0)
    })

    it.for(sharedChatSeeds)('stay near the limit in one shared chat (%i)', async (seed, { annotate }) => {
      const room = await simulateStaffRoom({ ...staffRoom, seed, withEvents: true, sharesChat: true })
      await annotate(figures(room))
      expect(room.refused).toBeLessThan(300)
      expect(median(room)).toBeLessThan(30_000)
      expect(longest(room, 'failedCalls')).toBe(0)
    })
  })
})
