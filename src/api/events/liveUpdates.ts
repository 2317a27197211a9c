import { LiveEvent } from '../../contract/events.ts'
import { isRecord } from '../../lib/isRecord.ts'
import type { TabChannel } from '../../lib/openChannel.ts'
import { createTabTurn, type Locks, type TabPage } from '../../lib/tabTurn.ts'
import type { Api } from '../createApi.ts'
import { createEventReader } from './applyEvents.ts'
import { createEventStream } from './eventStream.ts'
import { longestSilence } from './live.ts'

export type LiveUpdates = ReturnType<typeof createLiveUpdates>

type Needs = {
  api: Api
  userId: number
  clock?: () => number
  /** [0, 1). */
  chance?: () => number
  platform: {
    /** Without locks or a channel every visible tab has a stream of its own. */
    locks: Locks | undefined
    openChannel(name: string): TabChannel | undefined
    page: TabPage
  }
}

/** A stream that broke may be open again so soon that nobody need poll, ms. */
const grace = 5_000
/** Within this many ms all on screen is fetched again once the stream first opened: it was fetched a moment before. */
const firstRefetch = 30_000
/** The same after the stream was lost, or said that events were. */
const laterRefetch = 3_000

/** What tabs post each other about the stream that one of them has. Checked on arrival: a tab may run an older build. */
type TabMessage =
  | { kind: 'event'; event: LiveEvent }
  /** `opened`: it began, or began again. `sign`: it is open. `broke`: it is lost. `here`: a tab asks whether there is one. */
  | { kind: 'opened' | 'sign' | 'broke' | 'here' }

/**
 * Receives what changes, by one stream for all tabs of a person, and brings the cache up to date. The tab that has the
 * stream keeps it while it is hidden: the others need it.
 */
export function createLiveUpdates({ api, userId, clock = Date.now, chance = Math.random, platform }: Needs) {
  const { live } = api
  const { page } = platform
  const name = `staffroom.events.${userId}`
  const channel = platform.openChannel(name)
  const reader = createEventReader({ api, clock, chance, page })
  let running = false
  let giveUp: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  /** Whether live updates came to this tab before: then what is on screen may be old. */
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
    silence = setTimeout(down, longestSilence)
    live.received()
    if (isNew || (message.kind === 'event' && message.event.kind === 'everything')) live.forgetOwn()
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
  const turn = createTabTurn(name, channel && platform.locks, () => {
    // Another tab had it until now.
    if (live.isUp()) broke()
    follow()
  })
  const follow = (): void => {
    const isMine = turn.isShared() ? turn.isMine() : page.visible()
    if (running && isMine) stream.open()
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
    // A laptop that slept: what was missed is not known.
    if (!live.isUp()) live.ended()
    follow()
    if (online || isShown) stream.wake()
    reader.refetchDue()
  })

  return {
    start(): void {
      if (running) return
      running = true
      turn.want()
      follow()
      post({ kind: 'here' })
    },
    stop(): void {
      running = false
      turn.release()
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
