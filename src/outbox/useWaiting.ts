import { useSyncExternalStore } from 'react'
import type { Outbox } from './Outbox.ts'
import { type OpenOutbox, useOpenOutbox } from './OutboxContext.ts'

/** `waiting`: on its way or for its turn; `standing`: a person has to decide; `kept` false: it ends with the page. */
export type Waiting = { waiting: number; standing: number; kept: boolean }

const nothing: Waiting = { waiting: 0, standing: 0, kept: true }

/** What waits to be sent, for the shell's foot. Never suspends; nothing until the outbox was opened. */
export function useWaiting(): Waiting {
  const open = useOpenOutbox()
  const text = useSyncExternalStore(
    listener => followWrites(open, listener),
    () => JSON.stringify(waitingIn(open.opened())),
  )
  return JSON.parse(text)
}

function waitingIn(outbox: Outbox | undefined): Waiting {
  if (!outbox) return nothing
  const states = outbox.writes.list().map(({ state }) => state)
  const count = (...of: typeof states) => states.filter(state => of.includes(state)).length
  return {
    waiting: count('waiting', 'sending'),
    standing: count('failed', 'uncertain', 'conflict'),
    kept: outbox.kept(),
  }
}

/** Calls `listener` when the writes change, or the outbox was opened. */
export function followWrites(open: OpenOutbox, listener: () => void): () => void {
  let unfollow: (() => void) | undefined
  const begin = () => {
    unfollow ??= open.opened()?.writes.subscribe(listener)
  }
  begin()
  const unsubscribe = open.subscribe(() => {
    begin()
    listener()
  })
  return () => {
    unsubscribe()
    unfollow?.()
  }
}
