import { LiveEvent } from '../../contract/events.ts'
import { isRecord } from '../../lib/isRecord.ts'
import type { TabChannel } from '../../lib/openChannel.ts'
import { createTabLeader, type Locks, type TabPage } from '../../lib/tabLeader.ts'
import { maxSilence } from '../cache/live.ts'
import type { Api } from '../createApi.ts'
import { createEventReader } from './applyEvents.ts'
import { createEventStream } from './eventStream.ts'
import type { RefreshRule } from './refreshRule.ts'

export type LiveUpdates = ReturnType<typeof createLiveUpdates>

type Needs = {
  api: Api
  userId: number
  clock?: () => number
  /** Returns a random number in [0, 1). */
  chance?: () => number
  /** Rules of the features for data that has versions. */
  rules?: readonly RefreshRule[]
  platform: {
    /** Without locks or a channel, each visible tab opens its own stream. */
    locks: Locks | undefined
    openChannel(name: string): TabChannel | undefined
    page: TabPage
  }
}

/** A broken stream may reconnect within this time, so that polling is not needed, in ms. */
const grace = 5_000
/**
 * Time over which mounted GETs are refetched when the stream first opens, in ms. Long, because they were fetched just
 * before.
 */
const firstRefetch = 30_000
/** The same after the stream was lost, or reported that events were lost. */
const laterRefetch = 3_000

/**
 * Messages between tabs about the stream that one of them has open. Validated on receipt, because a tab may run an
 * older build.
 */
type TabMessage =
  | { kind: 'event'; event: LiveEvent }
  /**
   * `opened`: the stream opened, also again. `sign`: it is open. `broke`: it is lost. `here`: a tab requests its state.
   */
  | { kind: 'opened' | 'sign' | 'broke' | 'here' }

/**
 * Receives events through one stream for all tabs of a user, and updates the cache. The tab that has the stream keeps
 * it while hidden, because the other tabs need it.
 */
export function createLiveUpdates({
  api,
  userId,
  clock = Date.now,
  chance = Math.random,
  rules = [],
  platform,
}: Needs) {
  const { live } = api
  const { page } = platform
  const name = `staffroom.events.${userId}`
  const channel = platform.openChannel(name)
  const reader = createEventReader({ api, clock, chance, rules, page })
  let running = false
  let giveUp: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  /** Whether live updates reached this tab before. Then the data on screen may be outdated. */
  let wasUp = false

  const post = (message: TabMessage) => channel?.postMessage(message)
  const receive = (message: TabMessage): void => {
    if (!running) return
    if (message.kind === 'here') {
      if (stream.isOpen()) post({ kind: 'sign' })
      return
    }
    if (message.kind === 'broke') {
      down()
      return
    }
    const isNew = message.kind === 'opened' || !live.isUp()
    clearTimeouts()
    silence = setTimeout(down, maxSilence)
    live.received()
    if (isNew) reader.refetchAll(wasUp ? laterRefetch : firstRefetch)
    wasUp = true
    if (message.kind !== 'event') return
    if (message.event.kind === 'everything') reader.refetchAll(laterRefetch)
    else reader.apply(message.event)
  }
  const clearTimeouts = () => {
    clearTimeout(giveUp)
    clearTimeout(silence)
    giveUp = undefined
  }
  const down = () => {
    clearTimeouts()
    live.ended()
    follow()
  }
  const receiveAndPost = (message: TabMessage) => {
    receive(message)
    post(message)
  }
  const broke = () => {
    giveUp ??= setTimeout(() => receiveAndPost({ kind: 'broke' }), grace)
  }
  const stream = createEventStream({
    api,
    clock,
    chance,
    listener: {
      opened: () => receiveAndPost({ kind: 'opened' }),
      event: event => receiveAndPost({ kind: 'event', event }),
      sign: () => receiveAndPost({ kind: 'sign' }),
      broke,
      lacks: () => receiveAndPost({ kind: 'broke' }),
    },
  })
  const leader = createTabLeader(name, channel && platform.locks, () => {
    // Another tab had the stream until now.
    if (live.isUp()) broke()
    follow()
  })
  const follow = (): void => {
    const isLeader = leader.isShared() ? leader.isLeader() : page.visible()
    if (running && isLeader) stream.open()
    else stream.close()
  }

  channel?.addEventListener('message', ({ data }) => {
    const message = readTabMessage(data)
    if (message) receive(message)
  })
  let wasVisible = page.visible()
  const unsubscribePage = page.subscribe(online => {
    const isShown = page.visible() && !wasVisible
    wasVisible = page.visible()
    if (!running) return
    // The device has slept, so events may have been missed.
    if (!live.isUp()) live.ended()
    follow()
    if (online || isShown) stream.wake()
    reader.refetchDue()
  })

  return {
    start(): void {
      if (running) return
      running = true
      leader.acquire()
      follow()
      post({ kind: 'here' })
    },
    stop(): void {
      running = false
      leader.release()
      follow()
      clearTimeouts()
      live.ended()
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
