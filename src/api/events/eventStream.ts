import { events, LiveEvent } from '../../contract/events.ts'
import { parseJson } from '../../lib/parseJson.ts'
import { ApiError } from '../client/ApiError.ts'
import { later } from '../client/budget.ts'
import type { Api } from '../createApi.ts'
import { longestSilence } from './live.ts'
import { readEventStream } from './readEventStream.ts'

/** What becomes of a stream that is kept open. */
export type StreamHearer = {
  /** It stands, for the first time or again: what changed before nobody told. */
  opened(): void
  event(event: LiveEvent): void
  /** The other side is there; an event says so too. */
  sign(): void
  /** It ended, or could not be had; it is tried again. */
  broke(): void
  /** This service has none. */
  lacks(): void
}

type Needs = { api: Api; clock: () => number; chance: () => number; hear: StreamHearer }

/** ms; the service may say otherwise. */
const firstRetry = 3_000
const longestRetry = 60_000
/** A stream that stood so long was no failure, ms: it ends with the access token, and the next one begins at once. */
const goodLife = 60_000
const atOnce = 500

/** Keeps a stream of events open from `open` to `close`, whatever befalls it. 401 is the business of `session.fetch`. */
export function createEventStream({ api, clock, chance, hear }: Needs) {
  let running: AbortController | undefined
  let isLacking = false
  /** Ends the wait for the next try, or the silent stream. */
  let wakeUp: () => void = () => undefined
  let signAt = 0
  let isOpen = false

  async function run({ signal }: AbortController): Promise<void> {
    let retry = firstRetry
    let failures = 0
    while (!signal.aborted) {
      const began = clock()
      try {
        await listen(signal, after => {
          retry = Math.min(Math.max(after, 1_000), longestRetry)
        })
      } catch (error) {
        if (signal.aborted) return
        if (isFinal(error)) {
          isLacking = true
          return hear.lacks()
        }
      }
      if (signal.aborted) return
      hear.broke()
      const stood = clock() - began >= goodLife
      failures = stood ? 0 : failures + 1
      const most = Math.min(retry * 2 ** Math.max(0, failures - 1), longestRetry)
      // Never in step with everybody whose stream broke in the same moment.
      await pause(stood ? chance() * atOnce : most * (0.5 + chance() / 2), signal)
    }
  }

  /** Until it ends; throws where it could not be had or broke off. */
  async function listen(signal: AbortSignal, retryAfter: (ms: number) => void): Promise<void> {
    const own = new AbortController()
    const quit = () => own.abort(new DOMException('nothing was heard', 'TimeoutError'))
    let silence = setTimeout(quit, longestSilence)
    const both = AbortSignal.any([signal, own.signal])
    const heard = () => {
      clearTimeout(silence)
      silence = setTimeout(quit, longestSilence)
      signAt = clock()
      // Not with the headers: what something between holds back would never be heard.
      if (!isOpen) hear.opened()
      isOpen = true
    }
    try {
      const body = await api.call(events.stream, {}, { signal: both, timeout: longestSilence })
      wakeUp = () => {
        if (isOpen && clock() - signAt >= longestSilence) quit()
      }
      for await (const part of readEventStream(body, both)) {
        heard()
        if (part.kind === 'retry') retryAfter(part.after)
        // What this page can't read, it has nothing on screen for.
        const event = part.kind === 'data' ? LiveEvent.safeParse(parseJson(part.text)) : undefined
        if (event?.success) hear.event(event.data as LiveEvent)
        else hear.sign()
      }
    } finally {
      clearTimeout(silence)
      isOpen = false
      wakeUp = () => undefined
      own.abort()
    }
  }

  async function pause(ms: number, signal: AbortSignal): Promise<void> {
    const sooner = new AbortController()
    wakeUp = () => sooner.abort()
    await later(ms, AbortSignal.any([signal, sooner.signal])).catch(() => undefined)
    wakeUp = () => undefined
  }

  return {
    open(): void {
      if (running || isLacking) return
      running = new AbortController()
      void run(running)
    },
    close(): void {
      running?.abort(new DOMException('nobody listens any more', 'AbortError'))
      running = undefined
    },
    /** It stands, and something was heard on it. */
    isOpen: () => isOpen,
    /** The page was shown, or the network is back: timers may have slept, and what waits tries now. */
    wake: (): void => wakeUp(),
  }
}

/** What says that it is not there, or not for this person, says so the next time too. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && ['unsupported', 'noScope', 'forbidden', 'offContract'].includes(error.kind)
