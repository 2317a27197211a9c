import { useSyncExternalStore } from 'react'
import { z } from 'zod/mini'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { useUserStorage } from '../../../session/userStorage.tsx'
import { createTextStore } from '../textStore.ts'

/** Reasons why "Return all drafts" omits a draft. */
const reasons = ['points', 'tooMany', 'nothing', 'tooLong', 'changed', 'corrected', 'unsaved'] as const
export type LeftOutReason = (typeof reasons)[number]

const LeftOutDrafts = z.object({
  /** Group of the writes that were queued together. */
  group: z.string(),
  drafts: z.array(z.object({ userId: z.number(), why: z.enum(reasons) })),
})
export type LeftOutDrafts = z.output<typeof LeftOutDrafts>

/**
 * Returns the drafts that the last "Return all drafts" of a homework omitted, as they were then. They are stored in
 * this browser until `set(undefined)`, so that a partial result remains visible after a reload (rule 59).
 */
export function useLeftOutDrafts(homeworkId: number): {
  leftOut: LeftOutDrafts | undefined
  set: (leftOut: LeftOutDrafts | undefined) => void
} {
  const storage = useUserStorage()
  const { id } = useCurrentUser()
  const saved = createTextStore(storage, `staffroom:${id}:homework:left-out:${homeworkId}`)
  const text = useSyncExternalStore(saved.subscribe, saved.read)
  return {
    leftOut: parse(text),
    set: leftOut => saved.write(leftOut && leftOut.drafts.length > 0 ? JSON.stringify(leftOut) : ''),
  }
}

function parse(text: string): LeftOutDrafts | undefined {
  try {
    return text === '' ? undefined : LeftOutDrafts.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
