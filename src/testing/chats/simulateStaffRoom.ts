import { vi } from 'vitest'
import { delay } from '../../lib/delay.ts'
import { openTeacherPage } from './simulatedTeacher.ts'
import { createStaffRoom } from './staffRoom.ts'

/** Which rate limit headers the service sends: all, only Retry-After, or none. */
export type Telling = 'everything' | 'retryAfter' | 'nothing'

export type SimulatedStaffRoom = {
  /** Maximum number of requests in any 60 s, including refused ones. */
  busiestMinute: number
  /** Number of requests per minute since the start, without those that open streams. */
  byMinute: number[]
  requests: number
  refused: number
  messages: number
  /**
   * Time in ms from the arrival of a message at the service until another teacher with the chat open sees it.
   * Ascending.
   */
  delays: number[]
  /** Times in ms per teacher. `failed` is the number of calls that failed. */
  teachers: { longestWithoutNews: number; longestWrite: number; longestRead: number; failed: number }[]
}

type Options = {
  teachers: number
  minutes: number
  seed: number
  telling?: Telling
  /** Whether all teachers have the same chat open. */
  together?: boolean
  /** Whether the service offers event streams. */
  withEvents?: boolean
  /** Whether the teachers do not write, vote or open other screens. */
  quiet?: boolean
  /** Factor by which messages and votes are less frequent. */
  calm?: number
}

const second = 1000
/** Time between two messages of all teachers, in ms. `voteEvery` is the same for votes. */
const messageEvery = 4 * second
const voteEvery = 12 * second

/**
 * Simulates a staff room: teachers behind one IP address, each with one page and an open chat, who write, vote and open
 * other screens. Uses the app’s own client, cache, rate limit and synchronisation with the real service. Only the people
 * and the network are simulated. Timers must be faked.
 */
export async function simulateStaffRoom(options: Options): Promise<SimulatedStaffRoom> {
  const { telling = 'everything', together = false, withEvents = false, quiet = false, calm = 1 } = options
  const chance = repeatable(options.seed)
  const room = await createStaffRoom({ teachers: options.teachers, together })
  const began = Date.now()
  const end = began + options.minutes * 60 * second
  const arrivals: number[] = []
  let refused = 0

  const fetchAs =
    (token: string) =>
    async (path: string, init: RequestInit = {}) => {
      await delay(10 + chance() * 60)
      if (path === '/api/v2/events') {
        if (!withEvents) return new Response(null, { status: 404 })
        return room.listen(path, init, token)
      }
      arrivals.push(Date.now())
      const response = await room.ask(path, init, token)
      if (response.status === 429) refused += 1
      await delay(10 + chance() * 60)
      return asTold(response, telling)
    }
  const teachers = room.people.map(({ id, chatId, token }) =>
    openTeacherPage({ id, chatId, fetch: fetchAs(token), chance, end, withEvents, quiet }),
  )

  const again = async (every: number, act: () => Promise<unknown>) => {
    await delay(every)
    while (Date.now() < end) {
      void act()
      await delay(every * (0.5 + chance()))
    }
  }
  const somebody = () => teachers[Math.floor(chance() * teachers.length)]
  const sent: { id: number; at: number; chatId: number; by: number }[] = []
  if (!quiet) void again(messageEvery * calm, write)
  if (!quiet) void again(voteEvery * calm, async () => somebody()?.vote())

  async function write() {
    const by = somebody()
    const answer = await by?.send(`Message ${sent.length}`)
    if (by && answer) {
      sent.push({ id: answer.id, at: Date.parse(answer.sent_at), chatId: by.chatId, by: by.id })
    }
  }

  // The last messages must have arrived everywhere 75 s later.
  await passTime(end + 75 * second, room.busy)
  const delays = sent.flatMap(({ id, at, chatId, by }) =>
    teachers
      .filter(teacher => teacher.chatId === chatId && teacher.id !== by && teacher.openedAt() < at)
      .map(({ seenAt }) => (seenAt.get(id) ?? Number.POSITIVE_INFINITY) - at),
  )
  for (const teacher of teachers) teacher.close()
  await room.close()
  return {
    busiestMinute: busiest(arrivals),
    byMinute: Array.from(
      { length: options.minutes },
      (_, minute) => arrivals.filter(at => Math.floor((at - began) / (60 * second)) === minute).length,
    ),
    requests: arrivals.length,
    refused,
    messages: sent.length,
    delays: delays.toSorted((a, b) => a - b),
    teachers: teachers.map(({ figures }) => figures),
  }
}

function asTold(response: Response, telling: Telling): Response {
  if (telling === 'everything') return response
  const headers = new Headers(response.headers)
  for (const name of ['Limit', 'Remaining', 'Reset']) headers.delete(`X-RateLimit-${name}`)
  if (telling === 'nothing') headers.delete('Retry-After')
  return new Response(response.body, { status: response.status, headers })
}

/** Advances the time from timer to timer. Waits for all pending requests after each. */
async function passTime(until: number, busy: () => number): Promise<void> {
  while (Date.now() < until) {
    await vi.advanceTimersToNextTimerAsync()
    for (let quiet = 0; quiet < 2; quiet = busy() > 0 ? 0 : quiet + 1) {
      await new Promise(resolve => setImmediate(resolve))
    }
  }
}

function busiest(arrivals: readonly number[]): number {
  let most = 0
  let from = 0
  arrivals.forEach((at, index) => {
    while ((arrivals[from] ?? at) <= at - 60 * second) from += 1
    most = Math.max(most, index - from + 1)
  })
  return most
}

/** Returns a repeatable random number generator (mulberry32). */
function repeatable(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
