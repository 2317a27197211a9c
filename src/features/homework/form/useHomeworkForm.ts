import { useEffect, useRef } from 'react'
import { type DraftForm, useDraftForm } from '../../../delivery/drafts/useDraftForm.ts'
import { useDraftFiles } from '../storedFiles.ts'
import { type HomeworkDraft, homeworkDraft } from './homeworkDraft.ts'

export type HomeworkFormState = DraftForm<HomeworkDraft> & {
  /** Key of the draft. */
  key: string
  files: ReturnType<typeof useDraftFiles>
  /** Resolves with false if a chosen file was refused. */
  whenFilesStored: () => Promise<boolean>
  /** Returns the part of the stored draft that this form edits: all of it, or that of one class. */
  readPart: (draft: HomeworkDraft) => HomeworkDraft | undefined
}

/** Ref for async code that may end after the component was unmounted. */
export function useIsMounted() {
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}

/** Suspends until the draft is read. */
export function useHomeworkForm(key: string, initial: HomeworkDraft): HomeworkFormState {
  'use memo'
  const form = useDraftForm(homeworkDraft, key, initial)
  const { change } = form
  const files = useDraftFiles(homeworkDraft, key, file =>
    change(current => ({ files: [...current.files, file] })),
  )
  return {
    ...form,
    key,
    files,
    whenFilesStored: async () => (await files.whenStored()) !== false,
    readPart: draft => draft,
  }
}
