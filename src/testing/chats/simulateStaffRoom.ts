import { vi } from 'vitest'
import { createRandom } from '../../lib/createRandom.ts'
import { delay } from '../../lib/delay.ts'
import { openTeacherPage } from './simulatedTeacher.ts'
import { createStaffRoom } from './staffRoom.ts'

export type SentRateLimitHeaders = 'everything' | 'retryAfter' | 'nothing'

export type SimulatedStaffRoom = {
  maxRequestsPerMinute: number
  /** Without those that open streams. */
  requestsPerMinute: number[]
  requests: number
  refused: number
  /** Requests of each teacher, without those that open streams. */
  paths: string[][]
  messages: number
  /** Ms until another teacher with the open chat sees a message. Ascending. */
  delays: number[]
  teachers: { maxListAgeMs: number; maxWriteMs: number; maxReadMs: number; failedCalls: number }[]
}

type Options = {
  teachers: number
  minutes: number
  seed: number
  sentHeaders?: SentRateLimitHeaders
  sharesChat?: boolean
  withEvents?: boolean
  isReadOnly?: boolean
  opensDay?: boolean
  /** Factor by which messages and votes are less frequent. */
  slowdown?: number
}

const secondMs = 1000
/** In ms, for all teachers. */
const messageInterval = 4 * secondMs
const voteInterval = 12 * secondMs

/**
 * Simulates teachers behind one IP address, each with an open chat. Uses the app's client and the real
 * service. Timers must be faked.
 */
export async function simulateStaffRoom(options: Options): Promise<SimulatedStaffRoom> {
  const {
    sentHeaders = 'everything',
    sharesChat = false,
    withEvents = false,
    isReadOnly = false,
    opensDay = false,
    slowdown = 1,
  } = options
  const random = createRandom(options.seed)
  const room = await createStaffRoom({ teachers: options.teachers, sharesChat })
  const startedAt = Date.now()
  const endsAt = startedAt + options.minutes * 60 * secondMs
  const requestTimes: number[] = []
  let refused = 0
  const pathsByToken = new Map<string, string[]>()

  const fetchAs =
    (token: string) =>
    async (path: string, init: RequestInit = {}) => {
      await delay(10 + random() * 60)
      if (path === '/api/v2/events') {
        if (!withEvents) return new Response(null, { status: 404 })
        return room.listen(path, init, token)
      }
      requestTimes.push(Date.now())
      pathsByToken.set(token, [...(pathsByToken.get(token) ?? []), path])
      const response = await room.send(path, init, token)
      if (response.status === 429) refused += 1
      await delay(10 + random() * 60)
      return withSentHeaders(response, sentHeaders)
    }
  const teachers = room.people.map(({ id, chatId, token }) =>
    openTeacherPage({ id, chatId, fetch: fetchAs(token), random, endsAt, withEvents, isReadOnly, opensDay }),
  )

  const repeatRandomly = async (interval: number, action: () => Promise<unknown>) => {
    await delay(interval)
    while (Date.now() < endsAt) {
      void action()
      await delay(interval * (0.5 + random()))
    }
  }
  const pickTeacher = () => teachers[Math.floor(random() * teachers.length)]
  const sentMessages: { id: number; sentAt: number; chatId: number; senderId: number }[] = []
  if (!isReadOnly) void repeatRandomly(messageInterval * slowdown, write)
  if (!isReadOnly) void repeatRandomly(voteInterval * slowdown, async () => pickTeacher()?.vote())

  async function write() {
    const sender = pickTeacher()
    const message = await sender?.send(`Message ${sentMessages.length}`)
    if (sender && message) {
      sentMessages.push({
        id: message.id,
        sentAt: Date.parse(message.sent_at),
        chatId: sender.chatId,
        senderId: sender.id,
      })
    }
  }

  // The last messages must arrive everywhere within 75 s.
  await advanceTimersUntil(endsAt + 75 * secondMs, room.pendingCount)
  const delays = sentMessages.flatMap(({ id, sentAt, chatId, senderId }) =>
    teachers
      .filter(teacher => teacher.chatId === chatId && teacher.id !== senderId && teacher.openedAt() < sentAt)
      .map(({ seenAt }) => (seenAt.get(id) ?? Number.POSITIVE_INFINITY) - sentAt),
  )
  for (const teacher of teachers) teacher.close()
  await room.close()
  return {
    maxRequestsPerMinute: maxPerMinute(requestTimes),
    requestsPerMinute: Array.from(
      { length: options.minutes },
      (_, minute) =>
        requestTimes.filter(time => Math.floor((time - startedAt) / (60 * secondMs)) === minute).length,
    ),
    requests: requestTimes.length,
    refused,
    paths: [...pathsByToken.values()],
    messages: sentMessages.length,
    delays: delays.toSorted((a, b) => a - b),
    teachers: teachers.map(({ statistics }) => statistics),
  }
}

function withSentHeaders(response: Response, sentHeaders: SentRateLimitHeaders): Response {
  if (sentHeaders === 'everything') return response
  const headers = new Headers(response.headers)
  for (const name of ['Limit', 'Remaining', 'Reset']) headers.delete(`X-RateLimit-${name}`)
  if (sentHeaders === 'nothing') headers.delete('Retry-After')
  return new Response(response.body, { status: response.status, headers })
}

/** Also waits for pending requests after each timer. */
async function advanceTimersUntil(endsAt: number, pendingCount: () => number): Promise<void> {
  while (Date.now() < endsAt) {
    await vi.advanceTimersToNextTimerAsync()
    for (let idleTurns = 0; idleTurns < 2; idleTurns = pendingCount() > 0 ? 0 : idleTurns + 1) {
      await new Promise(resolve => setImmediate(resolve))
    }
  }
}

function maxPerMinute(times: readonly number[]): number {
  let max = 0
  let first = 0
  times.forEach((time, index) => {
    while ((times[first] ?? time) <= time - 60 * secondMs) first += 1
    max = Math.max(max, index - first + 1)
  })
  return max
}
