import { createContext, use } from 'react'
import type { Outbox } from './Outbox.ts'

/** Opens the outbox of the signed-in person; its code comes when it is first asked for. The same promise every time. */
export type OpenOutbox = {
  (): Promise<Outbox>
  /** The outbox if it was opened; asks for nothing. */
  opened(): Outbox | undefined
  /** Called when it was opened. */
  subscribe(listener: () => void): () => void
}

const OutboxContext = createContext<OpenOutbox | undefined>(undefined)
export const OutboxProvider = OutboxContext

/** For what must not wait for it. */
export function useOpenOutbox(): OpenOutbox {
  const open = use(OutboxContext)
  if (!open) throw new Error('useOpenOutbox outside an OutboxProvider')
  return open
}

/** The person's outbox. Suspends until it is open. */
export function useOutbox(): Outbox {
  return use(useOpenOutbox()())
}
