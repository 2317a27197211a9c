import { calendarMinutes } from '../../contract/calendar.ts'
import { Problem } from '../../http/problem.ts'
import type { createWindows, FixedWindow } from './fixedWindow.ts'
import { hashSecret } from './secrets.ts'

const windowMs = calendarMinutes * 60_000

/** Programs fetch again to verify an address, after a failure, and when the user asks for it. */
const maxFetches = 5

/** Devices and programs that may use one address. A program can change the name that identifies it. */
const maxSubscribers = 20

export type CalendarLimit = ReturnType<typeof createCalendarLimit>

/**
 * Five fetches in 15 minutes for each subscriber. A subscriber is a program at a network address, so that the user's phone
 * and computer do not block each other. Keys are hashed, because programs choose their names (rule 55).
 */
export function createCalendarLimit(clock: () => number, windows: ReturnType<typeof createWindows>) {
  const bySubscriber = windows('calendar of', { limit: maxFetches, windowMs })
  const byCalendar = windows('calendar', { limit: maxSubscribers * maxFetches, windowMs })

  /** Throws 429. */
  async function count(window: FixedWindow, key: string): Promise<void> {
    const { allowed, resetsAt } = await window.add(key)
    if (!allowed) throw tooEarly(Math.max(1, Math.ceil((resetsAt - clock()) / 1000)))
  }

  return {
    /** Throws 429. */
    async countFetch(calendarHash: string, { address, program }: { address: string; program: string }) {
      await count(bySubscriber, await hashSecret(JSON.stringify([calendarHash, address, program])))
      await count(byCalendar, calendarHash)
    },
  }
}

function tooEarly(seconds: number): Problem {
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
  const message = `A calendar can be fetched ${maxFetches} times in ${calendarMinutes} minutes. Please try again ${wait}.`
  return new Problem(429, 'too_many_requests', message, { 'Retry-After': String(seconds) })
}
