import { useSyncExternalStore } from 'react'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import type { Announcer } from './announcer.ts'

/** The one polite line of a talk. */
export function Announced({ announcer }: { announcer: Announcer }) {
  return (
    <VisuallyHidden role="status">{useSyncExternalStore(announcer.subscribe, announcer.said)}</VisuallyHidden>
  )
}
