import { createStore } from 'zustand/vanilla'
import type { Api } from '../api/createApi.ts'
import { lazyChunk } from '../lib/lazyChunk.ts'
import { openChannel } from '../lib/openChannel.ts'
import type { OutboxOptions } from '../outbox/createOutbox.ts'
import type { Outbox } from '../outbox/Outbox.ts'
import type { OpenOutbox } from '../outbox/OutboxContext.ts'
import type { Session } from '../session/session.ts'
import { draftKeyOf } from './draftKeyOf.ts'

/** What of the browser an outbox needs. */
export type OutboxPlatform = Pick<OutboxOptions, 'indexedDB' | 'locks' | 'openChannel' | 'online' | 'page'>

type PersonOutbox = {
  open: OpenOutbox
  /** Stores what is due and lets go of it; what is stored stays. It may be opened again. */
  stop(): void
  /** Lets go of it at once: what is stored is about to be deleted. */
  abandon(): void
}

/** The outbox of one person, opened when it is first asked for; its code is fetched then. */
export function createPersonOutbox(
  { api, session, clock }: { api: Api; session: Session; clock: () => number },
  userId: number,
  platform: OutboxPlatform,
): PersonOutbox {
  const opened = createStore<Outbox | undefined>(() => undefined)
  let opening: Promise<Outbox> | undefined

  /** What was typed is on disk before it is read anew. */
  let stopping: Promise<void> = Promise.resolve()
  const user = () => {
    const state = session.state()
    return 'user' in state ? state.user.id : undefined
  }

  const begin = async (): Promise<Outbox> => {
    // Now, not once the code is here: it may be the next person's by then.
    const key = (user() ?? userId) === userId ? draftKeyOf(session) : undefined
    await stopping
    const [{ createOutbox }, { writeKinds }] = await lazyChunk(() =>
      Promise.all([import('../outbox/createOutbox.ts'), import('./writeKinds.ts')]),
    )
    const outbox = await createOutbox({
      ...platform,
      userId,
      key,
      call: api.call,
      kinds: writeKinds,
      clock,
      active: {
        now: () => session.state().kind === 'signedIn' && user() === userId,
        subscribe: session.subscribe,
      },
    })
    const endpoints = new Map(writeKinds.map(kind => [kind.name, kind.endpoint]))
    outbox.writes.onDone(({ kind, input, sentAt }, answer) => {
      const endpoint = endpoints.get(kind)
      if (endpoint) api.wrote({ endpoint, input, sentAt }, answer)
    })
    return outbox
  }
  const open = (): Promise<Outbox> => {
    if (opening) return opening
    const mine = begin().then(
      outbox => {
        // Stopped while it was being opened.
        if (opening !== mine) outbox.abandon()
        else opened.setState(outbox, true)
        return outbox
      },
      error => {
        if (opening === mine) opening = undefined
        throw error
      },
    )
    opening = mine
    return mine
  }
  const letGo = (how: (outbox: Outbox) => Promise<void>) => {
    const outbox = opened.getState()
    if (outbox) stopping = how(outbox)
    opening = undefined
    opened.setState(undefined, true)
  }
  return {
    open: Object.assign(open, { opened: opened.getState, subscribe: opened.subscribe }),
    stop: () => letGo(outbox => outbox.stop()),
    abandon: () => letGo(async outbox => outbox.abandon()),
  }
}

/** Storage that may be blocked: naming it is what throws. */
function browserIndexedDB(): IDBFactory | undefined {
  try {
    return indexedDB
  } catch {
    return undefined
  }
}

/** This browser, as the outbox needs it. */
export const browserOutbox = (): OutboxPlatform => ({
  indexedDB: browserIndexedDB(),
  locks: navigator.locks,
  openChannel,
  online: {
    now: () => navigator.onLine,
    subscribe(listener) {
      const stop = new AbortController()
      for (const event of ['online', 'offline']) {
        window.addEventListener(event, listener, { signal: stop.signal })
      }
      return () => stop.abort()
    },
  },
  page: window,
})
