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

/** A stream that broke may stand again so soon that nobody need poll, ms. */
const grace = 5_000
/** On screen when the stream first stood, and asked for a moment before: asked again within so long, ms. */
const firstLook = 30_000
/** The same when it stands again. */
const nextLook = 3_000

/** What tabs tell each other of the stream that one of them has. Checked on arrival: a tab may run an older build. */
type Told =
  | { kind: 'event'; event: LiveEvent }
  /** `opened`: it began, or began again. `sign`: it stands. `broke`: it is gone. `here`: a tab asks whether there is one. */
  | { kind: 'opened' | 'sign' | 'broke' | 'here' }

/**
 * Hears what changes, by one stream for all tabs of a person, and brings what is held up to date. The tab that has the
 * turn keeps it while it is hidden: the others need it.
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
  /** Heard in this tab at all: what is on screen was asked for before that. */
  let wasUp = false

  const tell = (told: Told) => channel?.postMessage(told)
  const take = (told: Told): void => {
    if (!running) return
    if (told.kind === 'here') {
      if (stream.isOpen()) tell({ kind: 'sign' })
      return
    }
    if (told.kind === 'broke') {
      down()
      return
    }
    const isNew = told.kind === 'opened' || !live.isUp()
    clearTimeouts()
    silence = setTimeout(down, longestSilence)
    live.heard()
    if (isNew || (told.kind === 'event' && told.event.kind === 'everything')) live.forgetOwn()
    if (isNew) reader.askAll(wasUp ? nextLook : firstLook)
    wasUp = true
    if (told.kind !== 'event') return
    if (told.event.kind === 'everything') reader.askAll(nextLook)
    else reader.hear(told.event)
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
  const both = (told: Told) => {
    take(told)
    tell(told)
  }
  const broke = () => {
    giveUp ??= setTimeout(() => both({ kind: 'broke' }), grace)
  }
  const stream = createEventStream({
    api,
    clock,
    chance,
    hear: {
      opened: () => both({ kind: 'opened' }),
      event: event => both({ kind: 'event', event }),
      sign: () => both({ kind: 'sign' }),
      broke,
      lacks: () => both({ kind: 'broke' }),
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
    const told = readTold(data)
    if (told) take(told)
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
    reader.look()
  })

  return {
    start(): void {
      if (running) return
      running = true
      turn.want()
      follow()
      tell({ kind: 'here' })
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

function readTold(data: unknown): Told | undefined {
  if (!isRecord(data)) return undefined
  const { kind } = data
  if (kind === 'opened' || kind === 'sign' || kind === 'broke' || kind === 'here') return { kind }
  const event = kind === 'event' ? LiveEvent.safeParse(data.event) : undefined
  return event?.success ? { kind: 'event', event: event.data as LiveEvent } : undefined
}
