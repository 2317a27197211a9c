import { useT } from '../../../i18n/useT.ts'
import type { RefusedFile } from '../../../outbox/useKeepFiles.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { Notice } from '../../../ui/Notice.tsx'
import type { ComposerProblem } from './messageQueue.ts'

type PenNoticesProps = {
  /** What is typed is on disk, and not with this page alone. */
  kept: boolean
  problem: ComposerProblem | undefined
  noFiles: 'notAllowed' | 'unsupported' | undefined | false
  refused: readonly RefusedFile[]
}

/** What is in the way of what one writes, above the field. */
export function PenNotices({ kept, problem, noFiles, refused }: PenNoticesProps) {
  const t = useT('composer')
  return (
    <>
      {!kept && <Notice tone="warn">{t('notKept')}</Notice>}
      {problem?.kind === 'notStored' && (
        <Notice tone="danger" role="alert">
          {t('notStored')}
        </Notice>
      )}
      {noFiles && (
        <Notice tone="warn" role="alert">
          {t(`files.${noFiles}`)}
        </Notice>
      )}
      {refused.map(({ name, why }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and none moves.
        <Notice key={index} tone="warn" role="alert">
          {t(`files.${why}`, { name: harmlessName(name) })}
        </Notice>
      ))}
    </>
  )
}
