import { useKeepFiles } from '../../../outbox/useKeepFiles.ts'
import { useFilePlace } from '../../../ui/useFilePlace.ts'
import { type ChatDraft, chatDraft, draftKey } from './chatDraft.ts'

type Change = (patch: (now: ChatDraft) => Partial<ChatDraft>) => void

/** Adds files to a message: chosen, dropped or pasted. `refuse`: none are taken here, and why is to be said. */
export function useMessageFiles(chatId: number, change: Change, refuse: (() => void) | undefined) {
  const { keeping, refused, forgetRefused, keep } = useKeepFiles(chatDraft, draftKey(chatId), kept =>
    change(now => ({ files: [...now.files, kept] })),
  )
  const add = (files: readonly File[], folders?: ReadonlySet<File>) => {
    if (refuse) refuse()
    else void keep(files, folders)
  }
  return {
    keeping: keeping > 0,
    refused,
    forgetRefused,
    add,
    remove: (id: string) => change(now => ({ files: now.files.filter(file => file.id !== id) })),
    ...useFilePlace(add),
  }
}
