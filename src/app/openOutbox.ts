import type { Api } from '../api/createApi.ts'
import { fromBase64Url } from '../lib/base64Url.ts'
import { lazyChunk } from '../lib/lazyChunk.ts'
import type { OutboxOptions } from '../outbox/createOutbox.ts'
import type { Outbox } from '../outbox/Outbox.ts'
import type { OpenOutbox } from '../outbox/OutboxContext.ts'
import type { Session } from '../session/session.ts'

/** What of the browser an outbox needs. */
export type OutboxPlatform = Pick<OutboxOptions, 'indexedDB' | 'locks' | 'openChannel' | 'online' | 'page'>

export type PersonOutbox = {
  open: OpenOutbox
  /** Lets go of it; what is stored stays. It may be opened again. */
  stop(): void
}

/** The outbox of one person, opened when it is first asked for; its code is fetched then. */
export function createPersonOutbox(
  { api, session, clock }: { api: Api; session: Session; clock: () => number },
  userId: number,
  platform: OutboxPlatform,
): PersonOutbox {
  const listeners = new Set<() => void>()
  let opening: Promise<Outbox> | undefined
  let opened: Outbox | undefined

  const begin = async (): Promise<Outbox> => {
    const [{ createOutbox }, { writeKinds }] = await lazyChunk(() =>
      Promise.all([import('../outbox/createOutbox.ts'), import('./writeKinds.ts')]),
    )
    const outbox = await createOutbox({
      ...platform,
      userId,
      key: keyOf(session),
      call: api.call,
      kinds: writeKinds,
      clock,
      active: {
        now: () => {
          const state = session.state()
          return state.kind === 'signedIn' && state.user.id === userId
        },
        subscribe: session.subscribe,
      },
    })
    const endpoints = new Map(writeKinds.map(kind => [kind.name, kind.endpoint]))
    outbox.writes.onDone(({ kind, input }, answer) => {
      const endpoint = endpoints.get(kind)
      if (endpoint) api.wrote({ endpoint, input }, answer)
    })
    return outbox
  }
  const open = (): Promise<Outbox> => {
    if (opening) return opening
    const mine = begin().then(
      outbox => {
        // Stopped while it was being opened.
        if (opening !== mine) outbox.stop()
        else {
          opened = outbox
          for (const listener of listeners) listener()
        }
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
  return {
    open: Object.assign(open, {
      opened: () => opened,
      subscribe(listener: () => void) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    }),
    stop() {
      opened?.stop()
      opened = undefined
      opening = undefined
      for (const listener of listeners) listener()
    },
  }
}

function keyOf(session: Session): Uint8Array | undefined {
  const text = session.draftKey()
  try {
    return text === undefined ? undefined : fromBase64Url(text)
  } catch {
    return undefined
  }
}
