import { IconCheck } from '@tabler/icons-react'
import { useEffect } from 'react'
import { ApiError } from '../../../api/ApiError.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { Button } from '../../../ui/Button.tsx'
import { FileName } from '../../../ui/FileName.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import styles from './HomeworkForm.module.css'
import type { HomeworkForm } from './useHomeworkForm.ts'
import { type SentFile, useSendFiles } from './useSendFiles.ts'

type SendFilesProps = {
  courseId: number
  homeworkId: number
  form: HomeworkForm
  onDone: () => void
}

/** The homework is there, its files are on their way. Leads on by itself when all have arrived. */
export function SendFiles({ courseId, homeworkId, form, onDone }: SendFilesProps) {
  const t = useT('homework')
  const tErrors = useT('errors')
  const format = useFormat()
  const { files, retry } = useSendFiles(courseId, homeworkId, form)
  const failed = files.some(({ state }) => typeof state === 'object' || state === 'gone')
  const going = files.some(({ state }) => state === 'sending' || (state === 'waiting' && !failed))
  const unsupported = files.some(({ state }) => isUnsupported(state))
  const allDone = files.every(({ state }) => state === 'done')
  useEffect(() => {
    if (allDone) onDone()
  })
  const said = (state: SentFile['state']) =>
    typeof state === 'object'
      ? t('form.upload.failed', { reason: errorSentence(state.error, tErrors, format.time) })
      : t(`form.upload.${state}`)
  return (
    <div className={styles.body} role="status">
      <p>{t('form.upload.lead')}</p>
      <ul className={styles.sent}>
        {files.map(file => (
          <li key={file.id}>
            <FileName name={file.name} />
            <span data-failed={typeof file.state === 'object' ? '' : undefined}>
              {file.state === 'done' && <IconCheck aria-hidden />}
              {said(file.state)}
            </span>
          </li>
        ))}
      </ul>
      {unsupported && <Notice tone="warn">{t('form.upload.unsupported')}</Notice>}
      {failed && !going && (
        <div className={styles.buttons}>
          {!unsupported && (
            <Button look="primary" onClick={retry}>
              {t('form.upload.retry')}
            </Button>
          )}
          <Button onClick={onDone}>{unsupported ? t('form.upload.finish') : t('form.upload.leave')}</Button>
        </div>
      )}
    </div>
  )
}

const isUnsupported = (state: SentFile['state']) =>
  typeof state === 'object' && state.error instanceof ApiError && state.error.kind === 'unsupported'
