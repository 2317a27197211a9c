import { calendarMinutes } from '../../contract/calendar.ts'
import { forbidden, Problem, problemResponse } from '../../http/problem.ts'
import type { createWindows, FixedWindow } from './fixedWindow.ts'
import { hashSecret } from './secrets.ts'
import type { StoredToken } from './storedToken.ts'

const minute = 60_000
const quarterHour = 15 * minute
const day = 24 * 60 * minute
const month = 30 * day

/** Programs fetch again to verify an address, after a failure, and when the user asks for it. */
const maxCalendarFetches = 5

/** Devices and programs that may use one address. A program can change the name that identifies it. */
const maxSubscribers = 20

const maxChatsADay = 20

export type Limits = ReturnType<typeof createLimits>

/** All limits on how often something may happen. Hashes keys that clients choose, which may have any length (rule 55). */
export function createLimits({
  clock,
  windows,
  requestsPerMinute,
}: {
  clock: () => number
  windows: ReturnType<typeof createWindows>
  requestsPerMinute: number
}) {
  const requests = windows('asked', { limit: requestsPerMinute, windowMs: minute })
  const guessesByPair = windows('guessed pair', { limit: 10, windowMs: quarterHour })
  const guessesByName = windows('guessed name', { limit: 100, windowMs: quarterHour })
  const guessesByAddress = windows('guessed from', { limit: 300, windowMs: quarterHour })
  const signedIn = windows('signed in', { limit: 1, windowMs: month })
  const calendarWindowMs = calendarMinutes * minute
  const fetchesBySubscriber = windows('calendar of', {
    limit: maxCalendarFetches,
    windowMs: calendarWindowMs,
  })
  const fetchesByCalendar = windows('calendar', {
    limit: maxSubscribers * maxCalendarFetches,
    windowMs: calendarWindowMs,
  })
  const chatsByUser = windows('chats of', { limit: maxChatsADay, windowMs: day })

  const secondsUntil = (resetsAt: number) => Math.max(1, Math.ceil((resetsAt - clock()) / 1000))
  const hashOf = (...names: string[]) => hashSecret(JSON.stringify(names))

  async function countFetch(window: FixedWindow, key: string): Promise<void> {
    const { allowed, resetsAt } = await window.add(key)
    if (allowed) return
    const seconds = secondsUntil(resetsAt)
    const rule = `A calendar can be fetched ${maxCalendarFetches} times in ${calendarMinutes} minutes.`
    throw busy('too_many_requests', `${rule} Please try again in ${formatMinutes(seconds)}.`, seconds)
  }

  return {
    /** api.md § Limits. */
    async limitRequests(
      address: string,
      readTokenHash: (() => Promise<string>) | undefined,
      handle: (token: StoredToken | null | undefined) => Promise<Response>,
    ): Promise<Response> {
      const { allowed, remaining, resetsAt, token } = readTokenHash
        ? await requests.addWithToken(address, readTokenHash)
        : { ...(await requests.add(address)), token: undefined }
      const seconds = secondsUntil(resetsAt)
      const message = `Too many requests from this address. Please wait ${seconds} s.`
      const response = allowed
        ? await handle(token)
        : problemResponse(busy('too_many_requests', message, seconds))
      response.headers.set('X-RateLimit-Limit', String(requestsPerMinute))
      response.headers.set('X-RateLimit-Remaining', String(remaining))
      response.headers.set('X-RateLimit-Reset', String(Math.ceil(resetsAt / 1000)))
      return response
    },

    /**
     * Counts an attempt to guess a secret (rule 39). Throws 429. Wrong attempts per 15 minutes: 10 per name and address,
     * 100 per name, 300 per address. The last two skip addresses where the user signed in within 30 days, so that
     * strangers can't lock out a user or a school.
     */
    async countAttempt(name: string, address: string): Promise<void> {
      const pair = await hashOf(name, address)
      const counts: [FixedWindow, string][] = [[guessesByPair, pair]]
      if (!(await signedIn.isFull(pair))) {
        counts.push([guessesByName, await hashSecret(name)], [guessesByAddress, address])
      }
      for (const [at, [window, key]] of counts.entries()) {
        const { allowed, resetsAt } = await window.add(key)
        if (allowed) continue
        for (const [before, countedKey] of counts.slice(0, at)) await before.undo(countedKey)
        const seconds = secondsUntil(resetsAt)
        const message = `Too many tries that were wrong. Please wait ${formatMinutes(seconds)}.`
        throw busy('too_many_tries', message, seconds)
      }
    },

    async recordSuccess(name: string, address: string): Promise<void> {
      const pair = await hashOf(name, address)
      await guessesByPair.forget(pair)
      if (await signedIn.isFull(pair)) return
      await guessesByName.undo(await hashSecret(name))
      await guessesByAddress.undo(address)
      await signedIn.add(pair)
    },

    /**
     * Five fetches in 15 minutes for each subscriber. A subscriber is a program at a network address, so that the user's
     * phone and computer do not block each other. Throws 429.
     */
    async countCalendarFetch(
      calendarHash: string,
      { address, program }: { address: string; program: string },
    ) {
      await countFetch(fetchesBySubscriber, await hashOf(calendarHash, address, program))
      await countFetch(fetchesByCalendar, calendarHash)
    },

    /**
     * Chats that a pupil creates (rule 50). Deleted chats count, because their members were notified. Throws 403, because
     * the app would repeat a request that gets 429.
     */
    async countChat(userId: number): Promise<void> {
      const { allowed } = await chatsByUser.add(String(userId))
      if (!allowed) throw forbidden(`Pupils create at most ${maxChatsADay} chats a day. Try again tomorrow.`)
    },
  }
}

const busy = (name: string, message: string, seconds: number) =>
  new Problem(429, name, message, { 'Retry-After': String(seconds) })

function formatMinutes(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}
