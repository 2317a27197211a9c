import { z } from 'zod/mini'
import { LiveEvent, repeatedEventsMs } from '../../contract/events.ts'
import { isRecord } from '../../lib/isRecord.ts'
import type { TabChannel } from '../../lib/openChannel.ts'
import { createTabLeader, type Locks, type TabPage } from '../../lib/tabLeader.ts'
import { maxSilence } from '../cache/live.ts'
import type { Api } from '../createApi.ts'
import { createEventReader } from './applyEvents.ts'
import { createEventStream } from './eventStream.ts'
import type { RefreshRule } from './refreshRule.ts'

export type LiveUpdates = ReturnType<typeof createLiveUpdates>

type LiveUpdatesOptions = {
  api: Api
  userId: number
  clock?: () => number
  random?: () => number
  rules?: readonly RefreshRule[]
  platform: {
    /** Without both, each visible tab opens its own stream. */
    locks: Locks | undefined
    openChannel(name: string): TabChannel | undefined
    page: TabPage
  }
}

/** Time to reconnect before polling starts, in ms. */
const graceMs = 5_000
/** Spreads the refetches of older data, in ms. */
const firstRefetch = 30_000
/** After missed events, in ms. */
const laterRefetch = 3_000
/** The stream repeats the events since data of this age was requested, in ms. The rest is time for slow networks. */
const maxCurrentAge = repeatedEventsMs - 10_000

/** Validated, because a tab may run an older build. */
type TabMessage =
  | { kind: 'event'; event: LiveEvent }
  /** `sign`: the stream is open. `broke`: it is lost. `here`: a tab requests its state. */
  | { kind: 'opened' | 'sign' | 'broke' | 'here' }
  /** For a new tab: the events of the last `repeatedEventsMs`. */
  | { kind: 'recent'; events: readonly LiveEvent[] }

/** One stream for all tabs of a user. Its tab keeps it while hidden. */
export function createLiveUpdates({
  api,
  userId,
  clock = Date.now,
  random = Math.random,
  rules = [],
  platform,
}: LiveUpdatesOptions) {
  const { live } = api
  const { page } = platform
  const name = `staffroom.events.${userId}`
  const channel = platform.openChannel(name)
  const reader = createEventReader({ api, clock, random, rules, page })
  let running = false
  let brokenTimer: ReturnType<typeof setTimeout> | undefined
  let silenceTimer: ReturnType<typeof setTimeout> | undefined
  /** After earlier live updates the screen may be outdated. */
  let wasUp = false
  /** Of the last `repeatedEventsMs`, for new tabs. `at` in Unix ms. */
  let recent: readonly { event: LiveEvent; at: number }[] = []

  const post = (message: TabMessage) => channel?.postMessage(message)
  const receive = (message: TabMessage): void => {
    if (!running) return
    if (message.kind === 'here') {
      if (stream.isOpen()) post({ kind: 'recent', events: getRecentEvents() })
      return
    }
    if (message.kind === 'recent' && live.isUp()) return
    if (message.kind === 'broke') {
      markDown()
      return
    }
    const isOpened = message.kind === 'opened' || message.kind === 'recent'
    const isNew = isOpened || !live.isUp()
    clearTimeouts()
    silenceTimer = setTimeout(markDown, maxSilence)
    live.markReceived()
    if (isNew) {
      const within = wasUp ? laterRefetch : firstRefetch
      // After `sign`, another tab has the stream, and its events are unknown.
      reader.refetchOlder(isOpened ? clock() - maxCurrentAge : Number.POSITIVE_INFINITY, within)
    }
    wasUp = true
    if (message.kind === 'recent') message.events.forEach(applyEvent)
    if (message.kind === 'event') applyEvent(message.event)
  }
  const applyEvent = (event: LiveEvent) => {
    if (event.kind === 'everything') reader.refetchOlder(Number.POSITIVE_INFINITY, laterRefetch)
    else reader.apply(event)
  }
  const getRecentEvents = () =>
    recent.map(({ event, at }) => ({ ...event, age_ms: (event.age_ms ?? 0) + clock() - at }))
  const clearTimeouts = () => {
    clearTimeout(brokenTimer)
    clearTimeout(silenceTimer)
    brokenTimer = undefined
  }
  const markDown = () => {
    clearTimeouts()
    live.markEnded()
    updateStream()
  }
  const receiveAndPost = (message: TabMessage) => {
    receive(message)
    post(message)
  }
  const onBroken = () => {
    brokenTimer ??= setTimeout(() => receiveAndPost({ kind: 'broke' }), graceMs)
  }
  const stream = createEventStream({
    api,
    clock,
    random,
    listener: {
      onOpened: () => receiveAndPost({ kind: 'opened' }),
      onEvent: event => {
        const oldest = clock() - repeatedEventsMs
        recent = [...recent.filter(({ at }) => at >= oldest), { event, at: clock() }]
        receiveAndPost({ kind: 'event', event })
      },
      onHeartbeat: () => receiveAndPost({ kind: 'sign' }),
      onBroken,
      onUnavailable: () => receiveAndPost({ kind: 'broke' }),
    },
  })
  const leader = createTabLeader(name, channel && platform.locks, () => {
    if (live.isUp()) onBroken()
    updateStream()
  })
  const updateStream = (): void => {
    const isLeader = leader.isShared() ? leader.isLeader() : page.isVisible()
    if (running && isLeader) stream.open()
    else stream.close()
  }

  channel?.addEventListener('message', ({ data }) => {
    const message = readTabMessage(data)
    if (message) receive(message)
  })
  let wasVisible = page.isVisible()
  const unsubscribePage = page.subscribe(online => {
    const isShown = page.isVisible() && !wasVisible
    wasVisible = page.isVisible()
    if (!running) return
    // The device has slept, so events may be missing.
    if (!live.isUp()) live.markEnded()
    updateStream()
    if (online || isShown) stream.wake()
    reader.refetchDue()
  })

  return {
    start(): void {
      if (running) return
      running = true
      leader.acquire()
      updateStream()
      post({ kind: 'here' })
    },
    stop(): void {
      running = false
      leader.release()
      updateStream()
      clearTimeouts()
      live.markEnded()
    },
    close(): void {
      this.stop()
      unsubscribePage()
      reader.close()
      channel?.close()
    },
  }
}

function readTabMessage(data: unknown): TabMessage | undefined {
  if (!isRecord(data)) return undefined
  const { kind } = data
  if (kind === 'opened' || kind === 'sign' || kind === 'broke' || kind === 'here') return { kind }
  if (kind === 'recent') {
    const events = z.array(LiveEvent).safeParse(data.events)
    return events.success ? { kind, events: events.data as LiveEvent[] } : undefined
  }
  const event = kind === 'event' ? LiveEvent.safeParse(data.event) : undefined
  return event?.success ? { kind: 'event', event: event.data as LiveEvent } : undefined
}
