import type { Api } from '../api/createApi.ts'
import { fromBase64Url } from '../lib/encoding.ts'
import { lazyChunk } from '../lib/lazyChunk.ts'
import { openChannel } from '../lib/openChannel.ts'
import type { OutboxOptions } from '../outbox/createOutbox.ts'
import type { Outbox } from '../outbox/Outbox.ts'
import type { OpenOutbox } from '../outbox/OutboxContext.ts'
import type { Session } from '../session/session.ts'
import { unlessBlocked } from '../ui/PersonStorage.tsx'
import { openLate } from './openLate.ts'

/** What of the browser an outbox needs. */
export type OutboxPlatform = Pick<OutboxOptions, 'indexedDB' | 'locks' | 'openChannel' | 'online' | 'page'>

export type PersonOutbox = {
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
  const { open, letGo } = openLate(
    begin,
    () => undefined,
    outbox => outbox.abandon(),
  )
  return {
    open,
    stop: () =>
      letGo(outbox => {
        stopping = outbox.stop()
      }),
    abandon: () => letGo(outbox => outbox.abandon()),
  }
}

export function watchOnline(listener: () => void): () => void {
  const stop = new AbortController()
  for (const event of ['online', 'offline']) addEventListener(event, listener, { signal: stop.signal })
  return () => stop.abort()
}

/** This browser, as the outbox needs it. */
export const browserOutbox = (): OutboxPlatform => ({
  indexedDB: unlessBlocked(() => indexedDB),
  locks: navigator.locks,
  openChannel,
  online: { now: () => navigator.onLine, subscribe: watchOnline },
  page: window,
})

/** The bytes of the session's draft key; `undefined` where there is none, or none that can be read. */
export function draftKeyOf(session: Session): Uint8Array | undefined {
  const text = session.draftKey()
  try {
    return text === undefined ? undefined : fromBase64Url(text)
  } catch {
    return undefined
  }
}
