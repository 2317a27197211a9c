import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { keyOf } from '../../../api/cache/query.ts'
import type { Homework } from '../../../contract/homework.ts'
import { type SubmissionEntry, submissions } from '../../../contract/submissions.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { type SettingPlace, useSetting } from '../../../outbox/settings/useSetting.ts'
import { splitFeedback } from './feedbackText.ts'
import type { SchemeLine } from './schemeLines.ts'
import { findScheme, getSchemeKey, saveScheme, schemeSetting } from './schemeStore.ts'

/** A scheme that the teacher may use for this homework. `title` is the other homework that has it. */
export type SchemeOffer = { title: string | undefined; lines: readonly SchemeLine[] }

export type HomeworkScheme = {
  /** Undefined if the homework has no scheme. */
  lines: readonly SchemeLine[] | undefined
  offer: SchemeOffer | undefined
  /** Where the schemes of the subject are stored. Undefined while it loads. */
  place: SettingPlace | undefined
  /** Resolves to whether the scheme is on disk. Without lines, deletes it. */
  save: (lines: readonly SchemeLine[]) => Promise<boolean>
}

/** Returns the points scheme of a homework. Suspends until the copy of this device is read. */
export function useScheme(homework: Homework): HomeworkScheme {
  const outbox = useOutbox()
  const client = useQueryClient()
  const { entries: schemes, place } = useSetting(schemeSetting, getSchemeKey(homework))
  const { own, offer } = useMemo(() => findScheme(schemes, homework.id), [schemes, homework.id])
  const entries = client.getQueryData(keyOf(submissions.list, { todo_id: homework.id }))?.rows
  const returned = useMemo(() => (own ? undefined : findReturnedLines(entries ?? [])), [own, entries])
  // The form of a correction is rendered for each typed character.
  return useMemo(
    () => ({
      lines: own?.lines,
      offer: returned ? { title: undefined, lines: returned } : offer,
      place,
      save: lines => saveScheme(outbox, homework, lines),
    }),
    [own, returned, offer, place, outbox, homework],
  )
}

/** Returns the lines of a scheme that another teacher, or this one on another device, has used for the homework. */
function findReturnedLines(entries: readonly SubmissionEntry[]): SchemeLine[] | undefined {
  for (const { submission } of entries) {
    const { marks } = splitFeedback(submission.teacher_correction ?? '', 'en')
    const lines = marks.filter(({ isRemoved }) => !isRemoved).map(({ label, max }) => ({ label, max }))
    if (lines.length > 0) return lines
  }
  return undefined
}
