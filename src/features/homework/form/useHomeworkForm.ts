import { useEffect, useRef } from 'react'
import { type DraftForm, useDraftForm } from '../../../outbox/drafts/useDraftForm.ts'
import { useDraftFiles } from '../storedFiles.ts'
import { type HomeworkDraft, homeworkDraft } from './homeworkDraft.ts'

export type OpenForm = DraftForm<HomeworkDraft> & {
  /** Key of the draft. */
  key: string
  files: ReturnType<typeof useDraftFiles>
  /** Resolves when the chosen files are stored in the draft. Resolves with false if one of them was refused. */
  filesKept: () => Promise<boolean>
}

/** Whether the component is mounted. Async code checks this when it ends. */
export function useIsMounted() {
  const shown = useRef(true)
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])
  return shown
}

/** Returns the form of new or changed homework with its draft and files. Suspends until the draft is read. */
export function useHomeworkForm(key: string, initial: HomeworkDraft): OpenForm {
  const form = useDraftForm(homeworkDraft, key, initial)
  const files = useDraftFiles(homeworkDraft, key, kept =>
    form.change(now => ({ files: [...now.files, kept] })),
  )
  return { ...form, key, files, filesKept: async () => (await files.settled()) !== false }
}
