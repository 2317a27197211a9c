import type { Chat } from '../../../contract/chats.ts'
import { useAddFiles } from '../../../delivery/drafts/useAddFiles.ts'
import { useFileDrop } from '../../../ui/inputs/FilePicker.tsx'
import { type ChatDraft, chatDraft, draftKey } from '../messageDraft.ts'

/** `confirmation`: a poll can't have files. */
export type FilesDisabledReason = 'notAllowed' | 'confirmation'

/** Returns undefined if files can be sent. */
export function getFilesDisabledReason(
  { files_allowed }: Pick<Chat, 'files_allowed'>,
  { confirmText }: Pick<ChatDraft, 'confirmText'>,
): FilesDisabledReason | undefined {
  if (!files_allowed) return 'notAllowed'
  return confirmText === undefined ? undefined : 'confirmation'
}

type ChangeDraft = (patch: (draft: ChatDraft) => Partial<ChatDraft>) => void

/** If `onReject` is set, no files are accepted and it shows the reason. */
export function useMessageFiles(chatId: number, change: ChangeDraft, onReject: (() => void) | undefined) {
  'use memo'
  const { pendingCount, refused, clearRefused, addFiles } = useAddFiles(chatDraft, draftKey(chatId), stored =>
    change(now => ({ files: [...now.files, stored] })),
  )
  const add = (files: readonly File[], folders?: ReadonlySet<File>) => {
    if (onReject) onReject()
    else void addFiles(files, folders)
  }
  return {
    isStoring: pendingCount > 0,
    refused,
    clearRefused,
    add,
    remove: (id: string) => change(now => ({ files: now.files.filter(file => file.id !== id) })),
    ...useFileDrop(add),
  }
}
