import { Button } from '@mantine/core'
import { IconAlertTriangle, IconDownload, IconKey, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { ClassFile } from '../../../contract/files.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { type T, useT } from '../../../i18n/useT.ts'
import { paths } from '../../../paths.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { shownName } from '../../../ui/harmlessName.ts'
import { useNow, useSchoolTime } from '../../../ui/SchoolTime.tsx'
import { useDownloadFile } from '../download/useDownloadFile.ts'
import { addedWords, kindOf } from '../list/entryKind.ts'
import type { FileIndex } from '../model/fileIndex.ts'
import styles from './PreviewPane.module.css'
import { PreviewStage } from './PreviewStage.tsx'

/** What a file looks like, what is known of it, and what can be done with it. Deletion stands at the other end. */
export function PreviewContent({ file, index, next, remove, isGoing }: PreviewProps) {
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
      <PreviewStage file={file} ahead={next} />
      <PreviewFacts file={file} index={index} />
      <div className={styles.actions}>
        {file.document && (
          <Button
            aria-busy={isLoading}
            aria-disabled={isLoading}
            onClick={() => downloadFile(file)}
            leftSection={<IconDownload aria-hidden />}
          >
            {t(isLoading ? 'downloading' : 'download')}
          </Button>
        )}
        <Button
          component={Link}
          to={paths.withAccess(location, { field: 'file_id', id: file.id })}
          state={{ keepsFocus: true }}
          preventScrollReset
          leftSection={<IconKey aria-hidden />}
        >
          {t('access')}
        </Button>
      </div>
      {problem !== undefined && (
        <Notice tone="danger" role="alert" action={{ label: t('tryAgain'), run: () => downloadFile(file) }}>
          {problem}
        </Notice>
      )}
      {remove && !isGoing && (
        <Button
          variant="subtle"
          c="var(--danger-text)"
          mt="lg"
          style={{ alignSelf: 'center' }}
          onClick={remove}
          leftSection={<IconTrash aria-hidden />}
        >
          {t('deleteFile')}
        </Button>
      )}
    </>
  )
}

/** Kind, size, age, place, and what the reader may do with it. */
function PreviewFacts({ file, index }: { file: ClassFile; index: FileIndex }) {
  const t = useT('preview')
  const tFiles = useT('files')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const now = useNow()
  const when = (text: string) => {
    const { brief, exact } = addedWords(text, { now, timeZone, format, t: tFiles })
    return <time title={exact}>{brief}</time>
  }
  const { document, created_at } = file
  const folders = index.path(file.id).slice(0, -1)
  // A second upload is a new version: it came after the file was made. A few minutes are the upload itself.
  const version = document?.uploaded
  const isLater = version && version.slice(0, 10) !== created_at.slice(0, 10)
  return (
    <dl className={styles.facts}>
      <Fact name={t('kind')}>{kindWords(file, t)}</Fact>
      {document && <Fact name={t('size')}>{format.fileSize(document.size)}</Fact>}
      <Fact name={t('added')}>{when(created_at)}</Fact>
      {isLater && <Fact name={t('version')}>{when(version)}</Fact>}
      <Fact name={t('folder')}>
        {folders.length === 0 ? t('topFolder') : folders.map(({ name }) => shownName(name)).join(' / ')}
      </Fact>
      <Fact name={t('rights')}>{t(file.can_write ? 'mayChange' : 'mayRead')}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

/** What kind of file it is, as people call it: `PNG image`. */
function kindWords(file: ClassFile, t: T<'preview'>): string {
  const { kind, end } = kindOf(file)
  if (kind === 'pdf') return t('kinds.pdf')
  if (end === '' && kind === 'image') {
    const type = file.document?.content_type ?? ''
    return t('kinds.image', { end: type.slice('image/'.length, 20).toUpperCase() })
  }
  if (end === 'TXT') return t('plainKinds.text')
  if (end !== '') return t(`kinds.${kind === 'slides' ? 'document' : kind}`, { end })
  return t(`plainKinds.${kind === 'text' || kind === 'audio' || kind === 'video' ? kind : 'other'}`)
}

export type PreviewProps = {
  file: ClassFile
  index: FileIndex
  /** Gives the focus back to the row. */
  close: () => void
  /** Through the list as it is shown; missing at its ends. The next file is made ready before it is asked for. */
  next: ClassFile | undefined
  previous: ClassFile | undefined
  show: (file: ClassFile) => void
  /** Asks whether to delete it; missing where it is not the caller's to delete. */
  remove: (() => void) | undefined
  /** It is on its way out. */
  isGoing: boolean
}
