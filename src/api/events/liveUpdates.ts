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

  const post = (message: TabMessage) => channel?.postMessage(message)
  const receive = (message: TabMessage): void => {
    if (!running) return
    if (message.kind === 'here') {
      if (stream.isOpen()) post({ kind: 'sign' })
      return
    }
    if (message.kind === 'broke') {
      markDown()
      return
    }
    const isOpened = message.kind === 'opened'
    const isNew = isOpened || !live.isUp()
    clearTimeouts()
    silenceTimer = setTimeout(markDown, maxSilence)
    live.markReceived()
    if (isNew) {
      const within = wasUp ? laterRefetch : firstRefetch
      // The stream of another tab does not repeat events for this one.
      reader.refetchOlder(isOpened ? clock() - maxCurrentAge : Number.POSITIVE_INFINITY, within)
    }
    wasUp = true
    if (message.kind !== 'event') return
    if (message.event.kind === 'everything') reader.refetchOlder(Number.POSITIVE_INFINITY, laterRefetch)
    else reader.apply(message.event)
  }
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
      onEvent: event => receiveAndPost({ kind: 'event', event }),
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
  const event = kind === 'event' ? LiveEvent.safeParse(data.event) : undefined
  return event?.success ? { kind: 'event', event: event.data as LiveEvent } : undefined
}
