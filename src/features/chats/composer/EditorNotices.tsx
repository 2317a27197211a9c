import { useT } from '../../../i18n/useT.ts'
import type { RefusedFile } from '../../../outbox/drafts/useAddFiles.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import type { ComposerProblem } from '../messageQueue.ts'
import type { FilesDisabledReason } from './useMessageFiles.ts'

type EditorNoticesProps = {
  isStored: boolean
  problem: ComposerProblem | undefined
  filesDisabledReason: FilesDisabledReason | undefined | false
  refused: readonly RefusedFile[]
}

export function EditorNotices({ isStored, problem, filesDisabledReason, refused }: EditorNoticesProps) {
  const t = useT('composer')
  return (
    <>
      {!isStored && <Notice tone="warn">{t('notKept')}</Notice>}
      {problem?.kind === 'notStored' && (
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
