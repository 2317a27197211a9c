import { events, LiveEvent } from '../../contract/events.ts'
import { delay } from '../../lib/delay.ts'
import { parseJson } from '../../lib/parseJson.ts'
import { maxSilence } from '../cache/live.ts'
import { ApiError } from '../client/ApiError.ts'
import type { Api } from '../createApi.ts'
import { readEventStream } from './readEventStream.ts'

export type StreamListener = {
  onOpened(): void
  onEvent(event: LiveEvent): void
  onHeartbeat(): void
  /** The stream will be opened again. */
  onBroken(): void
  /** The service lacks or refuses the stream. It is not opened again. */
  onUnavailable(): void
}

type EventStreamOptions = { api: Api; clock: () => number; random: () => number; listener: StreamListener }

/** In ms. The service can change it. */
const firstRetry = 3_000
const maxRetryDelay = 60_000
/** In ms. Such a stream ended with its access token, so the next one opens at once. */
const minHealthyMs = 60_000
const maxQuickRetryMs = 500

/** Reconnects if the stream breaks. `session.fetch` handles 401. */
export function createEventStream({ api, clock, random, listener }: EventStreamOptions) {
  let running: AbortController | undefined
  let isUnavailable = false
  /** Ends the delay, or a stream without heartbeats. */
  let wakeUp: () => void = () => undefined
  let lastReceivedAt = 0
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
          isUnavailable = true
          return listener.onUnavailable()
        }
      }
      if (signal.aborted) return
      listener.onBroken()
      const wasHealthy = clock() - began >= minHealthyMs
      failures = wasHealthy ? 0 : failures + 1
      const maxDelay = Math.min(retry * 2 ** Math.max(0, failures - 1), maxRetryDelay)
      // Many streams may break together.
      await pause(wasHealthy ? random() * maxQuickRetryMs : maxDelay * (0.5 + random() / 2), signal)
    }
  }

  /** Resolves when the stream ends. Rejects if it can't be opened or breaks. */
  async function listen(signal: AbortSignal, retryAfter: (ms: number) => void): Promise<void> {
    const own = new AbortController()
    const abortSilent = () => own.abort(new DOMException('the stream is silent', 'TimeoutError'))
    let silenceTimer = setTimeout(abortSilent, maxSilence)
    const both = AbortSignal.any([signal, own.signal])
    const received = () => {
      clearTimeout(silenceTimer)
      silenceTimer = setTimeout(abortSilent, maxSilence)
      lastReceivedAt = clock()
      // A proxy may send the headers and hold back the body.
      if (!isOpen) listener.onOpened()
      isOpen = true
    }
    try {
      const body = await api.call(events.stream, {}, { signal: both, timeout: maxSilence })
      wakeUp = () => {
        if (isOpen && clock() - lastReceivedAt >= maxSilence) abortSilent()
      }
      for await (const part of readEventStream(body, both)) {
        received()
        if (part.kind === 'retry') retryAfter(part.after)
        // An unknown event concerns no data of this build.
        const event = part.kind === 'data' ? LiveEvent.safeParse(parseJson(part.text)) : undefined
        if (event?.success) listener.onEvent(event.data as LiveEvent)
        else listener.onHeartbeat()
      }
    } finally {
      clearTimeout(silenceTimer)
      isOpen = false
      wakeUp = () => undefined
      own.abort()
    }
  }

  async function pause(ms: number, signal: AbortSignal): Promise<void> {
    const wakeAbort = new AbortController()
    wakeUp = () => wakeAbort.abort()
    await delay(ms, AbortSignal.any([signal, wakeAbort.signal])).catch(() => undefined)
    wakeUp = () => undefined
  }

  return {
    open(): void {
      if (running || isUnavailable) return
      running = new AbortController()
      void run(running)
    },
    close(): void {
      running?.abort(new DOMException('the stream was closed', 'AbortError'))
      running = undefined
    },
    isOpen: () => isOpen,
    /** Call when the page is visible or online again, because timers may have been paused. */
    wake: (): void => wakeUp(),
  }
}

const isFinal = (error: unknown) =>
  error instanceof ApiError && ['unsupported', 'noScope', 'forbidden', 'offContract'].includes(error.kind)
