import { IconAlertTriangle, IconDownload, IconKey, IconTrash } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { useT } from '../../../i18n/useT.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { useDownloadFile } from '../download/useDownloadFile.ts'
import { PreviewFacts } from './PreviewFacts.tsx'
import styles from './PreviewPane.module.css'
import type { PreviewPaneProps } from './PreviewPaneProps.ts'
import { PreviewStage } from './PreviewStage.tsx'

/** What a file looks like, what is known of it, and what can be done with it. Deletion stands at the other end. */
export function PreviewContent({ file, index, ahead, remove, isGoing = false }: PreviewPaneProps) {
  const t = useT('preview')
  const location = useLocation()
  const { downloadFile, loading, problem } = useDownloadFile()
  const isLoading = loading.has(file.id)
  return (
    <>
      {isGoing && (
        <p className={styles.going} role="status">
          <IconAlertTriangle aria-hidden />
          {t('deleting')}
        </p>
      )}
      <PreviewStage file={file} ahead={ahead} />
      <PreviewFacts file={file} index={index} />
      <div className={styles.actions}>
        {file.document && (
          <Button aria-busy={isLoading} aria-disabled={isLoading} onClick={() => downloadFile(file)}>
            <IconDownload aria-hidden />
            {t(isLoading ? 'downloading' : 'download')}
          </Button>
        )}
        <Link
          className={buttonClass()}
          to={paths.withAccess(location, { field: 'file_id', id: file.id })}
          state={{ keepsFocus: true }}
          preventScrollReset
        >
          <IconKey aria-hidden />
          {t('access')}
        </Link>
      </div>
      {problem !== undefined && (
        <Notice tone="danger" role="alert" action={{ label: t('tryAgain'), run: () => downloadFile(file) }}>
          {problem}
        </Notice>
      )}
      {remove && !isGoing && (
        <Button look="quiet" className={styles.remove} onClick={remove}>
          <IconTrash aria-hidden />
          {t('deleteFile')}
        </Button>
      )}
    </>
  )
}
