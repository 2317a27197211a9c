import { useKeepFiles } from '../../../outbox/drafts/useKeepFiles.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { useFilePlace } from '../../../ui/inputs/PickFiles.tsx'
import { correctionDraft } from './correctionDraft.ts'
import { countFileBeingKept, type OpenCorrection } from './useCorrectionDraft.ts'

/** Adds files to a correction, the draft `key`: chosen, dropped or pasted anywhere on the panel. */
export function useReturnFiles(open: OpenCorrection, key: string, touched: () => void) {
  const outbox = useOutbox()
  const { keeping, refused, keep } = useKeepFiles(correctionDraft, key, kept =>
    open.change(now => ({ files: [...now.files, kept] })),
  )
  const add = (files: readonly File[], folders?: ReadonlySet<File>) => {
    touched()
    countFileBeingKept(outbox, key, files.length)
    void keep(files, folders).finally(() => countFileBeingKept(outbox, key, -files.length))
  }
  const remove = (id: string) => {
    touched()
    open.change(now => ({ files: now.files.filter(file => file.id !== id) }))
  }
  const { over, place } = useFilePlace(add)
  return { keeping, over, refused, add, remove, place: { ...place, 'data-over': over } }
}
