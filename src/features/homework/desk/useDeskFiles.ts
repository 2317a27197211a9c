import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type DocumentFile, viewedDocument } from '../../../api/documentBytes.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { createViewMemory } from '../../../ui/viewer/ViewMemory.ts'
import { createDeskFiles } from './deskFiles.ts'

/** What a pupil handed in, as the viewer takes it. */
export const filesOf = ({ submission }: SubmissionEntry): readonly DocumentFile[] =>
  submission.files.map(viewedDocument)

/** A pupil with more has the first few ready; the rest comes when it is looked at. */
const perPupil = 4
/** Whoever leafs through a class asks for nothing on the way. */
const pause = 150

/** The files of the desk, those of `neighbours` made ready: the likeliest next first. */
export function useDeskFiles(
  current: SubmissionEntry | undefined,
  neighbours: readonly (SubmissionEntry | undefined)[],
) {
  const queryClient = useQueryClient()
  const [views] = useState(createViewMemory)
  const [files] = useState(() => createDeskFiles(queryClient, views))
  const shown = current ? filesOf(current) : []
  const ahead = [
    // The viewer asks for the first itself.
    ...shown.slice(1, perPupil),
    ...neighbours.flatMap(entry => (entry ? filesOf(entry).slice(0, perPupil) : [])),
  ]
  const key = [...shown, ...ahead].map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids say all that matters; new objects come with every answer.
  useEffect(() => {
    const timer = setTimeout(
      () => files.makeReady(ahead, new Set([...shown, ...ahead].map(({ id }) => id))),
      pause,
    )
    return () => clearTimeout(timer)
  }, [files, key])
  // Between a pupil with files and the next one there may be some without, and no viewer.
  useEffect(() => {
    return views.hold()
  }, [views])
  useEffect(() => () => files.stop(), [files])
  return { views, files }
}
