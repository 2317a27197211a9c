import { useSyncExternalStore } from 'react'
import { z } from 'zod/mini'
import { usePerson } from '../../../ui/Person.tsx'
import { usePersonStorage } from '../../../ui/PersonStorage.tsx'
import { savedText } from '../savedText.ts'

/** Reasons for which "Return all drafts" leaves a draft out. */
const reasons = ['points', 'tooMany', 'nothing', 'tooLong', 'changed', 'corrected', 'unsaved'] as const
export type LeftOutReason = (typeof reasons)[number]

const LeftOutDrafts = z.object({
  /** The group of the writes that were queued together. */
  group: z.string(),
  drafts: z.array(z.object({ userId: z.number(), why: z.enum(reasons) })),
})
export type LeftOutDrafts = z.output<typeof LeftOutDrafts>

/**
 * The drafts that the last "Return all drafts" of a homework left out, as they were at that time. Remembered in this browser
 * until `set(undefined)`, so that a reload does not turn a partial result into a complete one (cases 59).
 */
export function useLeftOutDrafts(homeworkId: number): {
  leftOut: LeftOutDrafts | undefined
  set: (leftOut: LeftOutDrafts | undefined) => void
} {
  const storage = usePersonStorage()
  const { id } = usePerson()
  const saved = savedText(storage, `staffroom:${id}:homework:left-out:${homeworkId}`)
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
