import { Button, Progress, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconFileZip } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { formatError } from '../../../i18n/formatError.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import lines from '../../../ui/feedback/UndoLines.module.css'
import { formatInlineName } from '../../../ui/sanitizeName.ts'
import page from '../Files.module.css'
import { useZips, type Zip } from './createZips.ts'
import styles from './ZipProgress.module.css'

export function ZipProgress() {
  const t = useT('preview')
  const zips = useZips()
  const all = useSyncExternalStore(zips.subscribe, zips.getAll)
  const running = all.find(({ stage }) => stage === 'running')
  return (
    <>
      <VisuallyHidden role="status">
        {running ? t('zip.packing', { name: formatInlineName(`${running.name}.zip`) }) : ''}
      </VisuallyHidden>
      {all.length > 0 && (
        <ul className={`${lines.lines} ${page.foot}`} aria-label={t('zip.region')}>
          {all.map(zip =>
            zip.stage === 'running' ? (
              <RunningZip key={zip.id} zip={zip} cancel={() => zips.cancel(zip.id)} />
            ) : (
              <EndedZip key={zip.id} zip={zip} dismiss={() => zips.dismiss(zip.id)} />
            ),
          )}
        </ul>
      )}
    </>
  )
}

function RunningZip({ zip, cancel }: { zip: Zip; cancel: () => void }) {
  const t = useT('preview')
  const format = useFormat()
  const name = formatInlineName(`${zip.name}.zip`)
  return (
    <li className={lines.line}>
      <IconFileZip aria-hidden />
      <span className={`${lines.text} ${styles.running}`}>
        {t('zip.running', {
          name,
          done: format.number(zip.done),
          count: zip.files,
          loaded: format.fileSize(zip.loaded),
          // Files may be larger than the list says.
          size: format.fileSize(Math.max(zip.size, zip.loaded)),
        })}
      </span>
      <Progress
        className={styles.meter ?? ''}
        aria-label={t('zip.progress', { name })}
        value={Math.round((zip.done / Math.max(1, zip.files)) * 100)}
      />
      <Button variant="subtle" size="sm" aria-label={t('zip.cancelThis', { name })} onClick={cancel}>
        {t('zip.cancel')}
      </Button>
    </li>
  )
}

function EndedZip({ zip, dismiss }: { zip: Zip; dismiss: () => void }) {
  const t = useT('preview')
  const text = useResultText(zip)
  const isSaved = zip.stage === 'done'
  const isComplete = isSaved && zip.missing.length === 0
  const Icon = isComplete ? IconCheck : IconAlertTriangle
  return (
    <li className={lines.line} data-failed={!isSaved || undefined}>
      <Icon aria-hidden style={{ color: `var(--${isComplete ? 'ok' : isSaved ? 'warn' : 'danger'}-text)` }} />
      <span className={`${lines.text} ${styles.end}`} role={isComplete ? 'status' : 'alert'}>
        {text}
      </span>
      <Button variant="subtle" size="sm" onClick={dismiss}>
        {t('zip.dismiss')}
      </Button>
    </li>
  )
}

const maxNames = 3

function useResultText({ name: zipName, stage, missing, error }: Zip): string {
  const t = useT('preview')
  const errors = useT('errors')
  const format = useFormat()
  const name = formatInlineName(`${zipName}.zip`)
  const getSentence = (cause: unknown) => formatError(cause, errors, format.time)
  const firstError = missing.find(file => file.error)?.error
  const reason = firstError ? getSentence(firstError) : ''
  if (stage === 'empty') return t('zip.nothing', { reason }).trim()
  if (stage === 'failed') {
    const isWriteError = error instanceof DOMException
    return t('zip.failed', { name, reason: isWriteError ? t('zip.notWritten') : getSentence(error) })
  }
  if (missing.length === 0) return t('zip.done', { name })
  const names = missing.slice(0, maxNames).map(({ path }) => formatInlineName(path))
  const otherCount = missing.length - names.length
  const shownNames = names.join(', ')
  return t('zip.missing', {
    name,
    count: missing.length,
    names: otherCount === 0 ? shownNames : t('zip.more', { names: shownNames, count: otherCount }),
    reason,
  }).trim()
}
