import { useEffect, useRef } from 'react'
import { type DraftForm, useDraftForm } from '../../../outbox/drafts/useDraftForm.ts'
import { useDraftFiles } from '../storedFiles.ts'
import { type HomeworkDraft, homeworkDraft } from './homeworkDraft.ts'

export type HomeworkFormState = DraftForm<HomeworkDraft> & {
  /** Key of the draft. */
  key: string
  files: ReturnType<typeof useDraftFiles>
  /** Resolves when the chosen files are stored in the draft. Resolves with false if one of them was refused. */
  whenFilesStored: () => Promise<boolean>
}

/** Whether the component is mounted. Async code checks this when it ends. */
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

/** Returns the form of new or changed homework with its draft and files. Suspends until the draft is read. */
export function useHomeworkForm(key: string, initial: HomeworkDraft): HomeworkFormState {
  const form = useDraftForm(homeworkDraft, key, initial)
  const files = useDraftFiles(homeworkDraft, key, file =>
    form.change(current => ({ files: [...current.files, file] })),
  )
  return { ...form, key, files, whenFilesStored: async () => (await files.whenStored()) !== false }
}
