import type { RefusedFile } from '../../../delivery/drafts/useAddFiles.ts'
import { useT } from '../../../i18n/useT.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import type { FilesDisabledReason } from './useMessageFiles.ts'

type EditorNoticesProps = {
  isStored: boolean
  /** Whether a message could not be stored. */
  isRefused: boolean
  filesDisabledReason: FilesDisabledReason | undefined | false
  refused: readonly RefusedFile[]
}

export function EditorNotices({ isStored, isRefused, filesDisabledReason, refused }: EditorNoticesProps) {
  const t = useT('composer')
  return (
    <>
      {!isStored && <Notice tone="warn">{t('notKept')}</Notice>}
      {isRefused && (
        <Notice tone="danger" role="alert">
          {t('notStored')}
        </Notice>
      )}
      {filesDisabledReason && (
        <Notice tone="warn" role="alert">
          {t(`files.${filesDisabledReason}`)}
        </Notice>
      )}
      {refused.map(({ name, why }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the order is fixed.
        <Notice key={index} tone="warn" role="alert">
          {t(`files.${why}`, { name: sanitizeName(name) })}
        </Notice>
      ))}
    </>
  )
}
