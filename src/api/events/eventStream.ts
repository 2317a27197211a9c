import { events, LiveEvent } from '../../contract/events.ts'
import { parseJson } from '../../lib/parseJson.ts'
import { ApiError } from '../client/ApiError.ts'
import { later } from '../client/budget.ts'
import type { Api } from '../createApi.ts'
import { longestSilence } from './live.ts'
import { readEventStream } from './readEventStream.ts'

/** What happens to a stream that is kept open. */
export type StreamListener = {
  /** It is open, for the first time or again: what changed before is not known. */
  opened(): void
  event(event: LiveEvent): void
  /** A heartbeat; an event counts as one. */
  sign(): void
  /** It ended or could not be opened, and will be tried again. */
  broke(): void
  /** This service has none, or not for this person. */
  lacks(): void
}

type Needs = { api: Api; clock: () => number; chance: () => number; listener: StreamListener }

/** ms; the service may say otherwise. */
const firstRetry = 3_000
const longestRetry = 60_000
/** A stream that was open this long ended in order, with its access token, ms: the next one is opened at once. */
const goodLife = 60_000
const atOnce = 500

/** Keeps a stream of events open from `open` to `close`, and opens it again when it breaks. `session.fetch` deals with 401. */
export function createEventStream({ api, clock, chance, listener }: Needs) {
  let running: AbortController | undefined
  let isLacking = false
  /** Ends the wait for the next try, or a stream that has gone silent. */
  let wakeUp: () => void = () => undefined
  let lastSignAt = 0
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
          return listener.lacks()
        }
      }
      if (signal.aborted) return
      listener.broke()
      const wasGood = clock() - began >= goodLife
      failures = wasGood ? 0 : failures + 1
      const most = Math.min(retry * 2 ** Math.max(0, failures - 1), longestRetry)
      // At random, since many streams may have broken in the same moment.
      await pause(wasGood ? chance() * atOnce : most * (0.5 + chance() / 2), signal)
    }
  }

  /** Resolves when the stream ends; throws where it could not be opened or broke off. */
  async function listen(signal: AbortSignal, retryAfter: (ms: number) => void): Promise<void> {
    const own = new AbortController()
    const quit = () => own.abort(new DOMException('the stream is silent', 'TimeoutError'))
    let silence = setTimeout(quit, longestSilence)
    const both = AbortSignal.any([signal, own.signal])
    const received = () => {
      clearTimeout(silence)
      silence = setTimeout(quit, longestSilence)
      lastSignAt = clock()
      // Not with the headers: a proxy that holds back the body would leave it silent.
      if (!isOpen) listener.opened()
      isOpen = true
    }
    try {
      const body = await api.call(events.stream, {}, { signal: both, timeout: longestSilence })
      wakeUp = () => {
        if (isOpen && clock() - lastSignAt >= longestSilence) quit()
      }
      for await (const part of readEventStream(body, both)) {
        received()
        if (part.kind === 'retry') retryAfter(part.after)
        // An event this build can't read is about nothing it has on screen.
        const event = part.kind === 'data' ? LiveEvent.safeParse(parseJson(part.text)) : undefined
        if (event?.success) listener.event(event.data as LiveEvent)
        else listener.sign()
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
      running?.abort(new DOMException('the stream was closed', 'AbortError'))
      running = undefined
    },
    /** Whether it is open and something came of it. */
    isOpen: () => isOpen,
    /** The page was shown, or the network is back: timers may have slept, and a wait for the next try ends now. */
    wake: (): void => wakeUp(),
  }
}

/** A service that lacks it, or refuses it to this person, will do so the next time too. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && ['unsupported', 'noScope', 'forbidden', 'offContract'].includes(error.kind)
