import { useEffect } from 'react'
import type { Chat } from '../../../contract/chats.ts'
import { useAddFiles } from '../../../outbox/drafts/useAddFiles.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { useOutbox, useWrites } from '../../../outbox/OutboxContext.ts'
import { useFileDrop } from '../../../ui/inputs/FilePicker.tsx'
import { type ChatDraft, chatDraft, draftKey } from '../messageQueue.ts'
import { messageFileWrite } from '../messageWrite.ts'

const unsupportedOutboxes = new WeakSet<Outbox>()

/** `confirmation`: a poll can't have files. */
export type FilesDisabledReason = 'notAllowed' | 'unsupported' | 'confirmation'

/** Returns undefined if files can be sent, or if no upload was tried yet. */
export function useFilesDisabledReason(
  chat: Pick<Chat, 'files_allowed'>,
  { confirmText }: Pick<ChatDraft, 'confirmText'>,
): FilesDisabledReason | undefined {
  const outbox = useOutbox()
  const isUnsupported = useWrites('chat/').some(
    ({ kind, error }) => kind === messageFileWrite.name && error?.kind === 'unsupported',
  )
  useEffect(() => {
    if (isUnsupported) unsupportedOutboxes.add(outbox)
  }, [isUnsupported, outbox])
  if (!chat.files_allowed) return 'notAllowed'
  if (isUnsupported || unsupportedOutboxes.has(outbox)) return 'unsupported'
  return confirmText === undefined ? undefined : 'confirmation'
}

export type ChangeDraft = (patch: (draft: ChatDraft) => Partial<ChatDraft>) => void

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
