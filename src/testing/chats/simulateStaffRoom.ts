import { vi } from 'vitest'
import { delay } from '../../lib/delay.ts'
import { openTeacherPage } from './simulatedTeacher.ts'
import { createStaffRoom } from './staffRoom.ts'

/** Rate limit headers that the service sends. */
export type SentHeaders = 'everything' | 'retryAfter' | 'nothing'

export type SimulatedStaffRoom = {
  /** In any 60 s, including refused requests. */
  maxRequestsPerMinute: number
  /** Requests by minute, without those that open streams. */
  byMinute: number[]
  requests: number
  refused: number
  messages: number
  /** Ms until another teacher with the chat open sees a message. Ascending. */
  delays: number[]
  /** In ms. `failed` counts calls. */
  teachers: { longestWithoutNews: number; longestWrite: number; longestRead: number; failed: number }[]
}

type Options = {
  teachers: number
  minutes: number
  seed: number
  sentHeaders?: SentHeaders
  sharesChat?: boolean
  /** Whether the service offers event streams. */
  withEvents?: boolean
  /** Whether the teachers only read. */
  isQuiet?: boolean
  /** Factor by which messages and votes are less frequent. */
  slowdown?: number
}

const second = 1000
/** Time between two messages of all teachers, in ms. */
const messageInterval = 4 * second
const voteInterval = 12 * second

/**
 * Simulates teachers behind one IP address, each with an open chat. Uses the app's client, cache and
 * synchronisation with the real service. Timers must be faked.
 */
export async function simulateStaffRoom(options: Options): Promise<SimulatedStaffRoom> {
  const {
    sentHeaders = 'everything',
    sharesChat = false,
    withEvents = false,
    isQuiet = false,
    slowdown = 1,
  } = options
  const random = createRandom(options.seed)
  const room = await createStaffRoom({ teachers: options.teachers, sharesChat })
  const began = Date.now()
  const end = began + options.minutes * 60 * second
  const arrivals: number[] = []
  let refused = 0

  const fetchAs =
    (token: string) =>
    async (path: string, init: RequestInit = {}) => {
      await delay(10 + random() * 60)
      if (path === '/api/v2/events') {
        if (!withEvents) return new Response(null, { status: 404 })
        return room.listen(path, init, token)
      }
      arrivals.push(Date.now())
      const response = await room.send(path, init, token)
      if (response.status === 429) refused += 1
      await delay(10 + random() * 60)
      return withSentHeaders(response, sentHeaders)
    }
  const teachers = room.people.map(({ id, chatId, token }) =>
    openTeacherPage({ id, chatId, fetch: fetchAs(token), random, end, withEvents, isQuiet }),
  )

  const repeat = async (every: number, act: () => Promise<unknown>) => {
    await delay(every)
    while (Date.now() < end) {
      void act()
      await delay(every * (0.5 + random()))
    }
  }
  const pickTeacher = () => teachers[Math.floor(random() * teachers.length)]
  const sent: { id: number; at: number; chatId: number; by: number }[] = []
  if (!isQuiet) void repeat(messageInterval * slowdown, write)
  if (!isQuiet) void repeat(voteInterval * slowdown, async () => pickTeacher()?.vote())

  async function write() {
    const by = pickTeacher()
    const answer = await by?.send(`Message ${sent.length}`)
    if (by && answer) {
      sent.push({ id: answer.id, at: Date.parse(answer.sent_at), chatId: by.chatId, by: by.id })
    }
  }

  // The last messages must arrive everywhere within 75 s.
  await passTime(end + 75 * second, room.pendingCount)
  const delays = sent.flatMap(({ id, at, chatId, by }) =>
    teachers
      .filter(teacher => teacher.chatId === chatId && teacher.id !== by && teacher.openedAt() < at)
      .map(({ seenAt }) => (seenAt.get(id) ?? Number.POSITIVE_INFINITY) - at),
  )
  for (const teacher of teachers) teacher.close()
  await room.close()
  return {
    maxRequestsPerMinute: maxPerMinute(arrivals),
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

function withSentHeaders(response: Response, sentHeaders: SentHeaders): Response {
  if (sentHeaders === 'everything') return response
  const headers = new Headers(response.headers)
  for (const name of ['Limit', 'Remaining', 'Reset']) headers.delete(`X-RateLimit-${name}`)
  if (sentHeaders === 'nothing') headers.delete('Retry-After')
  return new Response(response.body, { status: response.status, headers })
}

/** Advances from timer to timer, and waits for pending requests after each. */
async function passTime(until: number, busy: () => number): Promise<void> {
  while (Date.now() < until) {
    await vi.advanceTimersToNextTimerAsync()
    for (let idleTurns = 0; idleTurns < 2; idleTurns = busy() > 0 ? 0 : idleTurns + 1) {
      await new Promise(resolve => setImmediate(resolve))
    }
  }
}

function maxPerMinute(arrivals: readonly number[]): number {
  let max = 0
  let from = 0
  arrivals.forEach((at, index) => {
    while ((arrivals[from] ?? at) <= at - 60 * second) from += 1
    max = Math.max(max, index - from + 1)
  })
  return max
}

/** Repeatable random numbers (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
