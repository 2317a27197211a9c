import { events, LiveEvent } from '../../contract/events.ts'
import { delay } from '../../lib/delay.ts'
import { parseJson } from '../../lib/parseJson.ts'
import { maxSilence } from '../cache/live.ts'
import { ApiError } from '../client/ApiError.ts'
import type { Api } from '../createApi.ts'
import { readEventStream } from './readEventStream.ts'

/** Callbacks of an event stream that is kept open. */
export type StreamListener = {
  /** The stream is open, for the first time or again. Earlier changes may have been missed. */
  opened(): void
  event(event: LiveEvent): void
  /** A heartbeat or another part that is not an event. */
  sign(): void
  /** The stream ended or could not be opened. It will be opened again. */
  broke(): void
  /** The service has no stream, or refuses it to this user. It will not be opened again. */
  lacks(): void
}

type Needs = { api: Api; clock: () => number; chance: () => number; listener: StreamListener }

/** Delay before the first retry, in ms. The service can set another one. */
const firstRetry = 3_000
const maxRetryDelay = 60_000
/** A stream of at least this duration ended regularly, with its access token, in ms. The next one is opened at once. */
const goodLife = 60_000
const atOnce = 500

/**
 * Creates an event stream that stays open from `open` to `close`, and reconnects if it breaks. `session.fetch` handles
 * 401.
 */
export function createEventStream({ api, clock, chance, listener }: Needs) {
  let running: AbortController | undefined
  let isLacking = false
  /** Ends the delay before the next attempt, or a stream without heartbeats. */
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
          retry = Math.min(Math.max(after, 1_000), maxRetryDelay)
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
      const maxDelay = Math.min(retry * 2 ** Math.max(0, failures - 1), maxRetryDelay)
      // Random, because many streams may have broken at the same moment.
      await pause(wasGood ? chance() * atOnce : maxDelay * (0.5 + chance() / 2), signal)
    }
  }

  /** Resolves when the stream ends. Rejects if it can't be opened or breaks off. */
  async function listen(signal: AbortSignal, retryAfter: (ms: number) => void): Promise<void> {
    const own = new AbortController()
    const quit = () => own.abort(new DOMException('the stream is silent', 'TimeoutError'))
    let silence = setTimeout(quit, maxSilence)
    const both = AbortSignal.any([signal, own.signal])
    const received = () => {
      clearTimeout(silence)
      silence = setTimeout(quit, maxSilence)
      lastSignAt = clock()
      // Not when the headers arrive, because a proxy may hold back the body.
      if (!isOpen) listener.opened()
      isOpen = true
    }
    try {
      const body = await api.call(events.stream, {}, { signal: both, timeout: maxSilence })
      wakeUp = () => {
        if (isOpen && clock() - lastSignAt >= maxSilence) quit()
      }
      for await (const part of readEventStream(body, both)) {
        received()
        if (part.kind === 'retry') retryAfter(part.after)
        // An event that this build can't parse concerns no data that it shows.
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
    await delay(ms, AbortSignal.any([signal, sooner.signal])).catch(() => undefined)
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
    /** Whether the stream is open and has received something. */
    isOpen: () => isOpen,
    /**
     * Call when the page becomes visible or the network returns. Timers may have been paused. The delay before the next
     * attempt ends.
     */
    wake: (): void => wakeUp(),
  }
}

/** Whether another attempt is useless: the service lacks the stream, or refuses it to this user. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && ['unsupported', 'noScope', 'forbidden', 'offContract'].includes(error.kind)
