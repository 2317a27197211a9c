import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { keyOf } from '../../../api/cache/query.ts'
import { useSetting } from '../../../api/settings/setting.ts'
import type { Homework } from '../../../contract/homework.ts'
import { type SubmissionEntry, submissions } from '../../../contract/submissions.ts'
import { useHasExtensions } from '../../../session/extensions.ts'
import { splitFeedback } from './feedbackText.ts'
import type { SchemeLine } from './schemeLines.ts'
import { findScheme, getSchemeSetting, saveScheme } from './schemeStore.ts'

/** A scheme that the teacher may use for this homework. `title` is the other homework that has it. */
export type SchemeOffer = { title: string | undefined; lines: readonly SchemeLine[] }

export type HomeworkScheme = {
  /** Undefined if the homework has no scheme. */
  lines: readonly SchemeLine[] | undefined
  offer: SchemeOffer | undefined
  /** Stores it in the user's account. Without lines, deletes it. Throws `ApiError`. */
  save: (lines: readonly SchemeLine[]) => Promise<void>
}

/** Returns the points scheme of a homework. */
export function useScheme(homework: Homework): HomeworkScheme {
  const client = useQueryClient()
  const { lesson_id } = homework
  const kind = useMemo(() => getSchemeSetting({ lesson_id }), [lesson_id])
  const schemes = useSetting(kind, useHasExtensions())
  const { own, offer } = useMemo(() => findScheme(schemes, homework.id), [schemes, homework.id])
  const entries = client.getQueryData(keyOf(submissions.list, { todo_id: homework.id }))?.rows
  const returned = useMemo(() => (own ? undefined : findReturnedLines(entries ?? [])), [own, entries])
  // The form of a correction is rendered for each typed character.
  return useMemo(
    () => ({
      lines: own?.lines,
      offer: returned ? { title: undefined, lines: returned } : offer,
      save: lines => saveScheme(client, homework, lines),
    }),
    [own, returned, offer, client, homework],
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
