import { createContext, use } from 'react'
import type { Outbox } from './Outbox.ts'

/** Opens the outbox of the signed-in person; its code comes when it is first asked for. The same promise every time. */
export type OpenOutbox = () => Promise<Outbox>

const OutboxContext = createContext<OpenOutbox | undefined>(undefined)
export const OutboxProvider = OutboxContext

/** The person's outbox. Suspends until it is open. */
export function useOutbox(): Outbox {
  const open = use(OutboxContext)
  if (!open) throw new Error('useOutbox outside an OutboxProvider')
  return use(open())
}
