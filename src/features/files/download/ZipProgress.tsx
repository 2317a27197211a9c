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

/** Progress of the user's zips, and the files that are missing in them. Empty without zips. */
export function ZipProgress() {
  const t = useT('preview')
  const zips = useZips()
  const all = useSyncExternalStore(zips.subscribe, zips.all)
  const [running] = all.filter(({ stage }) => stage === 'running')
  return (
    <>
      <VisuallyHidden role="status">
        {running ? t('zip.packing', { name: formatInlineName(`${running.name}.zip`) }) : ''}
      </VisuallyHidden>
      {all.length > 0 && (
        <ul className={`${lines.lines} ${page.foot}`} aria-label={t('zip.region')}>
          {all.map(zip =>
            zip.stage === 'running' ? (
              <Running key={zip.id} zip={zip} cancel={() => zips.cancel(zip.id)} />
            ) : (
              <Ended key={zip.id} zip={zip} forget={() => zips.forget(zip.id)} />
            ),
          )}
        </ul>
      )}
    </>
  )
}

function Running({ zip, cancel }: { zip: Zip; cancel: () => void }) {
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

function Ended({ zip, forget }: { zip: Zip; forget: () => void }) {
  const t = useT('preview')
  const text = useEnd(zip)
  const isSaved = zip.stage === 'done'
  const isWhole = isSaved && zip.missing.length === 0
  const Sign = isWhole ? IconCheck : IconAlertTriangle
  return (
    <li className={lines.line} data-failed={!isSaved || undefined}>
      <Sign aria-hidden style={{ color: `var(--${isWhole ? 'ok' : isSaved ? 'warn' : 'danger'}-text)` }} />
      <span className={`${lines.text} ${styles.end}`} role={isWhole ? 'status' : 'alert'}>
        {text}
      </span>
      <Button variant="subtle" size="sm" onClick={forget}>
        {t('zip.dismiss')}
      </Button>
    </li>
  )
}

const mostNames = 3

/** Returns the result as a sentence. */
function useEnd({ name: plain, stage, missing, error }: Zip): string {
  const t = useT('preview')
  const errors = useT('errors')
  const format = useFormat()
  const name = formatInlineName(`${plain}.zip`)
  const sentence = (cause: unknown) => formatError(cause, errors, format.time)
  const firstError = missing.find(one => one.error)?.error
  const reason = firstError ? sentence(firstError) : ''
  if (stage === 'nothing') return t('zip.nothing', { reason }).trim()
  if (stage === 'failed') {
    const isDisk = error instanceof DOMException
    return t('zip.failed', { name, reason: isDisk ? t('zip.notWritten') : sentence(error) })
  }
  if (missing.length === 0) return t('zip.done', { name })
  const names = missing.slice(0, mostNames).map(({ path }) => formatInlineName(path))
  const others = missing.length - names.length
  const listed = names.join(', ')
  return t('zip.missing', {
    name,
    count: missing.length,
    names: others === 0 ? listed : t('zip.more', { names: listed, count: others }),
    reason,
  }).trim()
}
